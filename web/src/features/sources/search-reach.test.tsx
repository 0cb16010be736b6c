import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SourceChannel } from '@leadlight/contract/sources'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { channel, source, SOURCES } from './testing/open-sources.ts'

const SITES = ['serverfault', 'superuser', 'webmasters'].map((site) =>
  source({ platform: 'stack_exchange', platform_name: 'Stack Exchange', name: `Stack Exchange: ${site}` }),
)
const REDDIT = channel({
  platform: 'reddit',
  name: 'Reddit',
  state: 'off',
  notice: 'Reddit approves each use of its data.',
  needs_agreement: true,
})
const CHANNELS = [channel(), channel({ platform: 'stack_exchange', name: 'Stack Exchange' }), REDDIT]

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const ANSWERS: Answers = {
  ...rosasAnswers(),
  [`GET ${SOURCES}`]: [source(), ...SITES],
  [`GET ${SOURCES}/channels`]: CHANNELS,
  [`GET ${SOURCES}/platforms`]: [],
}

async function open(answers: Answers = {}) {
  const server = fakeServer({ ...ANSWERS, ...answers })
  renderApp(`/projects/new/${NETSCOPE}/step-4`)
  return { server, line: within(await screen.findByRole('region', { name: 'Sources' })) }
}

const said = () => screen.getByRole('region', { name: 'Sources' }).textContent

test('the wizard says what searches cover and what is off, and turns it on right there', async () => {
  const on: SourceChannel = { ...REDDIT, state: 'on', needs_agreement: false }
  const { server, line } = await open({ [`PUT ${SOURCES}/channels/reddit`]: on })
  expect(said()).toContain('Searches cover Hacker News and 3 Stack Exchange sites. Reddit is off.')
  await userEvent.click(line.getByRole('button', { name: 'Turn it on' }))
  await userEvent.click(await line.findByRole('switch', { name: 'Reddit' }))
  server.answers[`GET ${SOURCES}/channels`] = [...CHANNELS.slice(0, 2), on]
  await userEvent.click(line.getByRole('button', { name: 'Agree and turn on' }))
  await waitFor(() => expect(said()).toContain('Reddit waits for a community.'))
  expect(server.of(`${SOURCES}/channels/reddit`).map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { on: true, agreed: true }],
  ])
  await userEvent.click(line.getByRole('button', { name: 'Done' }))
  expect(line.queryByRole('switch')).toBeNull()
  expect(line.getByRole('button', { name: 'Change' })).toBeTruthy()
})

test('a guest, who may not read the sources, is shown no line', async () => {
  const server = fakeServer({
    ...ANSWERS,
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  renderApp(`/projects/new/${NETSCOPE}/step-4`)
  await screen.findByText(/^You can read the signals\./)
  expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull()
  expect(server.requests.filter(({ path }) => path.startsWith(SOURCES))).toEqual([])
})

test('a line that cannot be loaded says so, and can be retried', async () => {
  const { server, line } = await open({ [`GET ${SOURCES}/channels`]: problem(403, 'Not now.') })
  expect(said()).toContain('What searches cover could not be loaded.')
  server.answers[`GET ${SOURCES}/channels`] = CHANNELS
  await userEvent.click(line.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(said()).toContain('Reddit is off.'))
})
