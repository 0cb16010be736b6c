import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem, type Answers } from '../../testing/fake-server.ts'
import { instance, NETSCOPE } from '../../testing/rosas-story.ts'
import { openSources, SOURCES } from './testing/open-sources.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const LEAD = '01900000-0000-7000-8000-0000000000aa'
const POST = `POST ${SOURCES}/posts`

async function bring(answers: Answers) {
  const opened = await openSources(answers)
  const region = within(await screen.findByRole('region', { name: 'A post you read elsewhere' }))
  await userEvent.type(region.getByLabelText('Address of the post'), 'https://www.linkedin.com/posts/1')
  await userEvent.type(region.getByLabelText('Its words'), 'Who knows a good monitor?')
  await userEvent.click(region.getByRole('button', { name: 'Judge it' }))
  return { ...opened, region }
}

const answer = (state: string, leadId: string | null, why: string) => ({
  [POST]: { items: [{ state, lead_id: leadId, why }], credits: 0 },
})

test('a post that is a lead says so and leads there, and the fields are free for the next', async () => {
  const { region, server } = await bring(answer('lead', LEAD, 'Probably asks for a monitor.'))
  expect(await region.findByText('It is a lead. Probably asks for a monitor.')).toBeTruthy()
  const link = region.getByRole('link', { name: 'Open the lead' })
  expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts/${LEAD}`)
  expect(region.getByLabelText<HTMLTextAreaElement>('Its words').value).toBe('')
  expect(server.requests.find(({ path, method }) => `${method} ${path}` === POST)?.body).toEqual({
    items: [{ url: 'https://www.linkedin.com/posts/1', text: 'Who knows a good monitor?' }],
  })
})

test.each([
  [
    'passed over',
    answer('passed_over', null, 'It is not near any signal.'),
    'It is no lead. It is not near any signal.',
  ],
  ['known already', answer('duplicate', LEAD, 'This project has it already.'), 'This project has it already.'],
])('a post that is %s says so', async (_, answers, said) => {
  const { region } = await bring(answers)
  expect(await region.findByText(said)).toBeTruthy()
})

test('what was said of a post goes as the next one is written, and an address needs no scheme', async () => {
  const { region, server } = await bring(answer('passed_over', null, 'It is not near any signal.'))
  expect(await region.findByText(/^It is no lead/)).toBeTruthy()
  await userEvent.type(region.getByLabelText('Address of the post'), 'linkedin.com/posts/2')
  expect(region.queryByText(/^It is no lead/)).toBeNull()
  await userEvent.type(region.getByLabelText('Its words'), 'Which monitor?')
  await userEvent.click(region.getByRole('button', { name: 'Judge it' }))
  await region.findByText(/^It is no lead/)
  const sent = server.requests.filter(({ path, method }) => `${method} ${path}` === POST).at(-1)
  expect(sent?.body).toEqual({ items: [{ url: 'https://linkedin.com/posts/2', text: 'Which monitor?' }] })
})

test('what judging costs is said where it costs anything', async () => {
  const { region } = await bring({
    ...answer('lead', LEAD, 'Asks.'),
    'GET /api/v1/instance': instance({ judged_post_price: 0.5 }),
  })
  expect(await region.findByText('Judging costs 0.5 credits for each signal that the post is near.')).toBeTruthy()
})

test('a refused post keeps what was typed', async () => {
  const { region } = await bring({ [POST]: problem(409, 'This project has no intent signals.', 'no_signals') })
  expect(await region.findByText('This project has no intent signals.')).toBeTruthy()
  expect(region.getByLabelText<HTMLTextAreaElement>('Its words').value).toBe('Who knows a good monitor?')
})
