import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { IntentSignal, Search } from '@leadlight/contract/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, signal, SIGNAL_ID } from '../leads/testing/leads-story.ts'
import { runningSearch } from '../searches/testing/search.ts'

const STEP_4 = `/projects/new/${NETSCOPE}/step-4`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const OWN = `${SIGNALS}/${SIGNAL_ID}`
const QUOTE = `${OWN}/get_reanalysis_quote`
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

function answers(own: IntentSignal, more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [own],
    [`POST ${SIGNALS}/preview`]: { seen: 0, judged: 0, caught: 0, posts: [], per_day: [], channels: [] },
    [`POST ${SIGNALS}/get_recommended_one_time_search_budget`]: { recommended_budget: 0, posts: 0, why: '' },
    [`GET /api/v1/project/${NETSCOPE}/brainstorm_intent_signals`]: { intent_signals: [] },
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`POST ${QUOTE}`]: { posts: 430, credits: 215, why: '430 posts were judged for this signal before.' },
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

test('new words say what judging again costs before anything is saved, and it may cost no more', async () => {
  const server = fakeServer(answers(signal()))
  renderApp(STEP_4)
  await reword()
  expect(save().disabled).toBe(true)
  expect(screen.getByText('Working out what this costs…')).toBeTruthy()
  expect((await screen.findByText(/judged for this signal before/u)).textContent).toBe(
    '430 posts · at most 215 credits. 430 posts were judged for this signal before.',
  )
  expect(server.asked.filter(({ path }) => path === QUOTE).map(({ body }) => body)).toEqual([
    { intent_signal: NEW_WORDS },
  ])
  await userEvent.click(save())
  expect(await screen.findByRole('textbox', { name: `Signal: ${NEW_WORDS}` })).toBeTruthy()
  expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { intent_signal: NEW_WORDS, do_reanalyze: true, reanalysis_budget: 215 },
  ])
  expect(await screen.findByText(/^Judging again: judged 120 of 430/u)).toBeTruthy()
})

test('without a wish for it, or without a price, words are saved and nothing is judged again', async () => {
  const server = fakeServer(answers(signal(), { [`POST ${QUOTE}`]: problem(503, 'Not now.') }))
  renderApp(STEP_4)
  await reword()
  expect(await screen.findByText(/The price is not known, so they are not judged again\. Not now\./u)).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Judge the posts already collected again' }))
  expect(screen.queryByText(/The price is not known/u)).toBeNull()
  await userEvent.click(save())
  await waitFor(() =>
    expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { intent_signal: NEW_WORDS, do_reanalyze: false },
    ]),
  )
})

test('a signal that was never searched for has nothing to judge again', async () => {
  const server = fakeServer(answers(signal({ lead_count: 0 })))
  renderApp(STEP_4)
  await reword()
  expect(screen.queryByRole('checkbox', { name: 'Judge the posts already collected again' })).toBeNull()
  expect(save().disabled).toBe(false)
  expect(server.asked.some(({ path }) => path === QUOTE)).toBe(false)
})

test('its progress follows events and can be stopped; what it came to is said in words', async () => {
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
  expect(server.asked.filter(({ path }) => path === `${OWN}/stop_search`)).toHaveLength(1)
})

test('one that has ended says what was gained and lost, or that nothing changed', async () => {
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
