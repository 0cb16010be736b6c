import type { SignalForecast } from '@leadlight/contract/signal-help'
import type { SignalPreview } from '@leadlight/contract/signals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem, type Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { preview } from './testing/preview.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const PREVIEW = `${SIGNALS}/preview`
const FORECAST = `${SIGNALS}/forecast`
const SENTENCE = 'Leaving Nagios'

const PREVIEWED = preview({ seen: 480, judged: 110, caught: 21 })
const EXPECTED: SignalForecast = {
  sentence: 'about 3 to 7 leads a week (80 %)',
  leads_a_week: { low: 3, high: 7 },
  cannot_tell: null,
  days: 30,
  collected: 2_314,
  judged: 96,
  kept: 21,
  posts: [
    {
      platform: 'hacker_news',
      community: 'Ask HN',
      author: 'thinline',
      url: 'https://news.example/1',
      title: 'What are you monitoring with?',
      text: 'What are you monitoring with?\nWe need something that finds new hosts on its own.',
      posted_at: '2026-11-20T10:00:00.000Z',
      score: 94,
      level: 'strong',
      reason: 'Asks for a tool.',
      evidence: [{ start: 30, end: 47, kind: 'for', label: 'names a need' }],
      conditions: [],
    },
  ],
}

beforeEach(() => {
  localStorage.setItem('access_token', 'a-token-12345678')
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Writes a signal, with these answers from the server. */
async function write(more: Answers) {
  const server = fakeServer({ ...rosasAnswers(), [`POST ${PREVIEW}`]: PREVIEWED, ...more })
  renderApp(STEP_4)
  await userEvent.setup({ delay: null }).type(await screen.findByRole('textbox', { name: 'New signal' }), SENTENCE)
  return server
}

const section = async () => within(await screen.findByRole('region', { name: 'What to expect' }))

test('says what to expect and what it rests on, with examples by key', async () => {
  const server = await write({ [`POST ${FORECAST}`]: EXPECTED })
  const expected = await section()
  expect(await expected.findByText('About 3 to 7 leads a week (80 %)')).toBeTruthy()
  expect(
    expected.getByText(
      'Four weeks in five are likely to bring that many. Of 2,314 posts that Leadlight holds from the last 30 days, 96 that came near were judged, and 21 would be leads.',
    ),
  ).toBeTruthy()
  expect(server.of(FORECAST).map(({ body }) => body)).toEqual([{ intent_signal: SENTENCE, search_days: 30 }])

  const show = expected.getByRole('button', { name: 'Show 1 example' })
  expect(expected.queryByText('We need something')).toBeNull()
  show.focus()
  await userEvent.keyboard('{Enter}')
  expect(expected.getByText('We need something').tagName).toBe('MARK')
  expect(expected.getByRole('link', { name: 'What are you monitoring with?' }).getAttribute('href')).toBe(
    'https://news.example/1',
  )
  await userEvent.keyboard('{Enter}')
  expect(expected.queryByText('We need something')).toBeNull()
})

test('says that it cannot tell, and why', async () => {
  await write({
    [`POST ${FORECAST}`]: {
      ...EXPECTED,
      sentence: 'we cannot tell yet: there are no posts to go by.',
      leads_a_week: null,
      cannot_tell: 'no_posts',
      collected: 0,
      judged: 0,
      kept: 0,
      posts: [],
    },
  })
  const expected = await section()
  expect(await expected.findByText('We cannot tell yet: there are no posts to go by.')).toBeTruthy()
  expect(expected.getByText(/^Previews, searches and monitoring collect posts/)).toBeTruthy()
  expect(expected.queryByText(/Four weeks in five/)).toBeNull()
  expect(expected.queryByRole('button')).toBeNull()
})

test('shows that it is being worked out, after the preview and not before', async () => {
  let answerPreview: (preview: SignalPreview) => void = () => undefined
  const server = await write({
    [`POST ${PREVIEW}`]: () => new Promise<SignalPreview>((resolve) => (answerPreview = resolve)),
    [`POST ${FORECAST}`]: () => new Promise(() => undefined),
  })
  await waitFor(() => expect(server.of(PREVIEW)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'What to expect' })).toBeNull()
  expect(server.of(FORECAST)).toHaveLength(0)
  answerPreview(PREVIEWED)
  expect(await (await section()).findByText('Working out what to expect')).toBeTruthy()
  expect(server.of(FORECAST)).toHaveLength(1)
})

test('asks again for changed words once their preview is there, and shows no earlier answer meanwhile', async () => {
  const server = await write({ [`POST ${FORECAST}`]: EXPECTED })
  const expected = await section()
  expect(await expected.findByText('About 3 to 7 leads a week (80 %)')).toBeTruthy()
  server.answers[`POST ${FORECAST}`] = { ...EXPECTED, sentence: 'fewer than 2 leads a week (80 %)' }
  await userEvent.setup({ delay: null }).type(screen.getByRole('textbox', { name: 'New signal' }), ' for good')
  expect(expected.queryByText('About 3 to 7 leads a week (80 %)')).toBeNull()
  expect(await expected.findByText('Fewer than 2 leads a week (80 %)')).toBeTruthy()
  expect(server.of(FORECAST).map(({ body }) => body)).toEqual([
    { intent_signal: SENTENCE, search_days: 30 },
    { intent_signal: `${SENTENCE} for good`, search_days: 30 },
  ])
})

test('says why it failed, and can be retried', async () => {
  const server = await write({ [`POST ${FORECAST}`]: problem(400, 'That is no sentence.') })
  const expected = await section()
  expect((await expected.findByRole('alert')).textContent).toContain(
    'What to expect could not be worked out. That is no sentence.',
  )
  server.answers[`POST ${FORECAST}`] = EXPECTED
  await userEvent.click(expected.getByRole('button', { name: 'Try again' }))
  expect(await expected.findByText('About 3 to 7 leads a week (80 %)')).toBeTruthy()
})
