import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Backtest, BacktestedPost } from '@leadlight/contract/signal-help'
import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, signal, SIGNAL_ID } from '../leads/testing/leads-story.ts'
import { runningSearch } from '../searches/testing/search.ts'
import { preview } from './testing/preview.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const OWN = `${SIGNALS}/${SIGNAL_ID}`
const BACKTEST = `${OWN}/backtest`
const NEW_WORDS = 'Choosing a monitoring tool'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const again = (parts: Partial<Search> = {}) =>
  runningSearch({ channels: [], seen: 430, judged: 90, reanalysis: { done: 120, gained: 0, lost: 0 }, ...parts })

const none = { count: 0, posts: [] }

function backtest(parts: Partial<Backtest> = {}): Backtest {
  const why = '430 of 900 collected posts come near enough to be judged again at 0.5 credits each.'
  const counts = { days: 30, seen: 900, judged: 430, matched_before: 12, matched_after: 13, out_of_reach: 0 }
  return { ...counts, note: null, gained: none, lost: none, changed: none, credits: 215, why, ...parts }
}

function answers(own: IntentSignal, more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [own],
    [`POST ${SIGNALS}/preview`]: preview(),
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: { recommended_budget: 0, posts: 0, why: '' },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: { intent_signals: [], written_by: null, note: null },
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`POST ${BACKTEST}`]: backtest(),
    [`PUT ${OWN}`]: { ...own, intent_signal: NEW_WORDS, last_search: again({ state: 'queued', judged: 0 }) },
    ...more,
  }
}

async function reword(): Promise<void> {
  const box = await screen.findByRole('textbox', { name: /^Signal: / })
  await userEvent.clear(box)
  await userEvent.type(box, NEW_WORDS)
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('new words show the price of a reanalysis before saving, and it may cost no more', async () => {
  const server = fakeServer(answers(signal()))
  renderApp(STEP_4)
  await reword()
  expect(save().disabled).toBe(true)
  expect(screen.getByText('Trying it on collected posts…')).toBeTruthy()
  expect((await screen.findByText(/come near enough to be judged again/u)).textContent).toBe(
    'At most 215 credits. 430 of 900 collected posts come near enough to be judged again at 0.5 credits each.',
  )
  expect(server.requests.findLast(({ path }) => path === BACKTEST)?.body).toEqual({
    intent_signal: NEW_WORDS,
    not_interested: '',
    plan_edits: null,
  })
  await userEvent.click(save())
  expect(await screen.findByRole('textbox', { name: `Signal: ${NEW_WORDS}` })).toBeTruthy()
  expect(server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    {
      intent_signal: NEW_WORDS,
      not_interested: '',
      plan_edits: null,
      do_reanalyze: true,
      reanalyze_over: 'backtested',
      reanalysis_budget: 215,
    },
  ])
  expect(await screen.findByText(/^Judging again: judged 120 of 430/u)).toBeTruthy()
})

test('unless it is chosen and has a price, words are saved without a reanalysis', async () => {
  const server = fakeServer(answers(signal(), { [`POST ${BACKTEST}`]: problem(503, 'Not now.') }))
  renderApp(STEP_4)
  await reword()
  expect(
    await screen.findByText(/What that takes is not known, so they are not judged again\. Not now\./u),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Judge the posts of the last 30 days again' }))
  expect(screen.queryByText(/What that takes is not known/u)).toBeNull()
  await userEvent.click(save())
  await waitFor(() =>
    expect(server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { intent_signal: NEW_WORDS, not_interested: '', plan_edits: null, do_reanalyze: false },
    ]),
  )
})

test('a signal without searches has nothing to judge again', async () => {
  const server = fakeServer(answers(signal({ lead_count: 0 })))
  renderApp(STEP_4)
  await reword()
  expect(screen.queryByRole('checkbox', { name: 'Judge the posts of the last 30 days again' })).toBeNull()
  expect(save().disabled).toBe(false)
  expect(server.requests.some(({ path }) => path === BACKTEST)).toBe(false)
})

function post(parts: Partial<BacktestedPost>): BacktestedPost {
  const text = 'Which tool finds new hosts?\nOur old one does not, and we hire interns for it.'
  return {
    platform: 'hacker_news',
    community: 'Ask HN',
    author: 'thinline',
    url: 'https://news.example/1',
    title: 'Which tool finds new hosts?',
    text,
    posted_at: '2026-11-20T10:00:00.000Z',
    score: 84,
    level: 'strong',
    reason: 'The author asks for a recommendation.',
    evidence: [{ start: 28, end: 49, kind: 'for', label: 'shows the intent' }],
    conditions: [],
    lead_id: null,
    before: null,
    is_only_unseen: false,
    ...parts,
  }
}

test.each([
  ['in its own card, before the next signal', 390],
  ['after all signals, beside them', 1440],
])('the backtest is %s, at %i pixels', async (_, width) => {
  vi.stubGlobal('matchMedia', (query: string) => {
    const matches = width >= 16 * Number(/min-width: (\d+)rem/u.exec(query)?.[1] ?? Infinity)
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined }
  })
  fakeServer(answers(signal()))
  renderApp(STEP_4)
  await reword()
  const panel = await screen.findByLabelText('Backtest')
  const next = screen.getByRole('textbox', { name: 'New signal' })
  const isBefore = (panel.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isBefore).toBe(width === 390)
})

test('the backtest shows what is gained, lost and moved, with the posts', async () => {
  const lost = post({
    url: 'https://news.example/2',
    title: 'Hiring interns',
    score: 12,
    level: 'possible',
    before: { score: 66, level: 'likely' },
    reason: 'It mentions “interns”, which you excluded.',
  })
  const tried = backtest({
    gained: { count: 1, posts: [post({ is_only_unseen: true })] },
    lost: { count: 40, posts: [lost] },
    out_of_reach: 3,
  })
  fakeServer(answers(signal(), { [`POST ${BACKTEST}`]: tried }))
  renderApp(STEP_4)
  await reword()
  const panel = within(await screen.findByLabelText('Backtest'))
  expect(await panel.findByText(/It matches/u)).toHaveProperty(
    'textContent',
    'It matches 12 posts now and would match 13, out of 900 collected posts. Nothing is charged for this. 3 more posts would have to wait for budget or credits.',
  )
  expect(panel.getByText(/no search has met it yet/u)).toBeTruthy()
  await userEvent.click(panel.getByRole('tab', { name: 'Lost 40' }))
  expect(panel.getByText('It mentions “interns”, which you excluded.')).toBeTruthy()
  expect(panel.getByText('Likely')).toBeTruthy()
  expect(panel.getByText('The 1 best of 40 posts.')).toBeTruthy()
  await userEvent.click(panel.getByRole('tab', { name: 'Moved 0' }))
  expect(panel.getByText('No post would move to another word for its score.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }))
  expect(await screen.findByLabelText('Preview')).toBeTruthy()
})

test('a failed backtest says so, keeps the input, and can be retried', async () => {
  const server = fakeServer(answers(signal(), { [`POST ${BACKTEST}`]: problem(503, 'Not now.') }))
  renderApp(STEP_4)
  await reword()
  const panel = within(await screen.findByLabelText('Backtest'))
  expect((await panel.findByRole('alert')).textContent).toContain('What you typed is kept. Not now.')
  server.answers[`POST ${BACKTEST}`] = backtest()
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText(/It matches/u)).toBeTruthy()
})

test('a reanalysis follows its events, can be stopped, and says its result in words', async () => {
  const stream = eventStream()
  const own = signal({ last_search: again() })
  const server = fakeServer(
    answers(own, {
      [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
      [`POST ${OWN}/stop_search`]: again({ state: 'stopped' }),
    }),
  )
  renderApp(STEP_4)
  expect(await screen.findByText('Judging again: judged 120 of 430')).toBeTruthy()
  stream.send({ type: 'search', search: again({ credits_spent: 60, reanalysis: { done: 200, gained: 3, lost: 1 } }) })
  expect(await screen.findByText('Judging again: judged 200 of 430 · 60 credits')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress of judging again' }).getAttribute('aria-valuetext')).toBe(
    '200 of 430',
  )

  const stopped = again({
    state: 'stopped',
    note: 'Stopped by hand. What was found is kept.',
    finished_at: new Date().toISOString(),
    reanalysis: { done: 200, gained: 3, lost: 1 },
  })
  server.answers[`GET ${SIGNALS}`] = [{ ...own, last_search: stopped }]
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(
    await screen.findByText(
      'Judged 200 of 430 posts again: gained 3 matches, lost 1. Stopped by hand. What was found is kept.',
    ),
  ).toBeTruthy()
  expect(server.requests.filter(({ path }) => path === `${OWN}/stop_search`)).toHaveLength(1)
})

test('a finished reanalysis that had nothing to judge says nothing', async () => {
  const nothing = { seen: 0, reanalysis: { done: 0, gained: 0, lost: 0 } }
  const finished = again({ ...nothing, state: 'done', finished_at: new Date().toISOString() })
  fakeServer(answers(signal({ last_search: finished })))
  renderApp(STEP_4)
  await screen.findByDisplayValue(signal().intent_signal)
  expect(screen.queryByText(/again:|of 0/u)).toBeNull()
})

test('a finished reanalysis says what was gained and lost, or that nothing changed', async () => {
  const finished = { state: 'done' as const, finished_at: new Date().toISOString() }
  const gained = again({ ...finished, reanalysis: { done: 430, gained: 1, lost: 5 } })
  const same = again({ ...finished, reanalysis: { done: 430, gained: 0, lost: 0 } })
  fakeServer({
    ...answers(signal()),
    [`GET ${SIGNALS}`]: [
      signal({ last_search: gained }),
      signal({ id: SIGNAL_ID.replace('a1', 'a2'), intent_signal: 'Leaving Nagios', last_search: same }),
    ],
  })
  renderApp(STEP_4)
  expect(await screen.findByText('Judged 430 posts again: gained 1 match, lost 5.')).toBeTruthy()
  expect(screen.getByText('Judged 430 posts again: its matches stay as they were.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
})
