import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { AuditDeck, AuditedPost } from '@leadlight/contract/audits'
import type { IntentSignal } from '@leadlight/contract/signals'
import { unstable_serialize, type Cache } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '../../lib/keys.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, signal as leadSignal } from '../leads/testing/leads-story.ts'
import { passedOverReason } from './testing/passed-over.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const ID = '019ab000-0000-7000-8000-0000000000a1'
const WORDS = 'Looking for a monitoring tool'
const ANSWER = `POST ${SIGNALS}/${ID}/answer_audit`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function post(number: number, answer: AuditedPost['answer'] = null): AuditedPost {
  return {
    post_id: `019ab000-0000-7000-8000-0000000001a${number}`,
    platform: 'reddit',
    community: 'r/devops',
    author: 'ada',
    url: `https://reddit.example/${number}`,
    title: `Passed over ${number}`,
    text: `What was written in ${number}`,
    posted_at: '2026-11-01T09:00:00.000Z',
    answer,
  }
}

function open(path: string, deck: AuditDeck, more: Answers = {}, remembered: Cache = new Map()) {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [],
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`GET ${SIGNALS}/${ID}/audit`]: deck,
    [ANSWER]: post(1),
    ...Object.fromEntries(
      deck.posts.map(({ post_id }) => [`GET ${SIGNALS}/${ID}/passed_over/${post_id}`, passedOverReason()]),
    ),
    ...more,
  })
  renderApp(path, remembered)
  return server
}

const DECK = `/projects/${NETSCOPE}/passed-over/${ID}`
const PAGE = `/projects/${NETSCOPE}/signals/${ID}`
const deckOf = (...posts: AuditedPost[]): AuditDeck => ({ intent_signal: WORDS, week: '2026-11-02', posts })

test('cards are answered by keyboard one after the other, with a way back', async () => {
  const server = open(DECK, deckOf(post(1, 'no'), post(2), post(3)))
  await screen.findByText('Passed over 2')
  expect(screen.getByText('2 of 3')).toBeTruthy()
  const wayBack = screen.getByRole('link', { name: 'Back to the signal' })
  expect(wayBack.getAttribute('href')).toBe(PAGE)
  await userEvent.keyboard('y')
  await screen.findByText('Passed over 3')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Passed-over post' }))
  await userEvent.keyboard('s')
  await screen.findByRole('heading', { name: 'That was all for this week' })
  await userEvent.keyboard('b')
  await screen.findByText('Passed over 3')
  expect(screen.getByRole('button', { name: /Skip/u }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: /^No/u }))
  await waitFor(() =>
    expect(server.requests.filter((each) => `${each.method} ${each.path}` === ANSWER)).toHaveLength(3),
  )
  const said = server.requests.filter((each) => `${each.method} ${each.path}` === ANSWER).map(({ body }) => body)
  expect(said).toEqual([
    { post_id: post(2).post_id, answer: 'yes' },
    { post_id: post(3).post_id, answer: 'skip' },
    { post_id: post(3).post_id, answer: 'no' },
  ])
})

test('a post that is gone at its source meanwhile is left out, and those after it are still asked about', async () => {
  const former = { data: deckOf(post(1), post(2), post(3)) }
  const server = open(DECK, deckOf(post(1), post(3)), {}, new Map([[unstable_serialize(keys.audit(ID)), former]]))
  await screen.findByText('1 of 3')
  await waitFor(() => expect(server.of(`${SIGNALS}/${ID}/audit`)).toHaveLength(1))
  await act(() => Promise.resolve())
  await userEvent.keyboard('y')
  expect(await screen.findByText('Passed over 3')).toBeTruthy()
  await userEvent.keyboard('b')
  expect(await screen.findByText('Passed over 1')).toBeTruthy()
})

test('why a post was passed over is told once it is answered, and not before', async () => {
  open(DECK, deckOf(post(1, 'no'), post(2)))
  await screen.findByText('Passed over 2')
  expect(screen.getByText('Why it was passed over shows once you have answered.')).toBeTruthy()
  await userEvent.keyboard('b')
  expect(await screen.findByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Conditions of the signal' })).toBeTruthy()
})

test('after the last card the skipped ones can be seen again, and those it should have found say why', async () => {
  open(DECK, deckOf(post(1, 'skip'), post(2, 'yes'), post(3, 'skip'), post(4)))
  await screen.findByText('Passed over 4')
  await userEvent.keyboard('n')
  await screen.findByRole('heading', { name: 'That was all for this week' })
  expect(screen.getByText(/^Skipped posts count for nothing/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'See the 2 skipped posts again' }))
  expect(await screen.findByText('Passed over 1')).toBeTruthy()
  expect(screen.getByText('1 of 2')).toBeTruthy()
  await userEvent.keyboard('n')
  expect(await screen.findByText('Passed over 3')).toBeTruthy()
  await userEvent.keyboard('n')
  await screen.findByRole('heading', { name: 'That was all for this week' })
  expect(screen.queryByRole('button', { name: /skipped/u })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'See why it missed one' }))
  expect(await screen.findByText('Passed over 2')).toBeTruthy()
  expect(await screen.findByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
})

test('a deck of which all was skipped says so, also when it is opened again', async () => {
  open(DECK, deckOf(post(1, 'skip'), post(2, 'skip')))
  await screen.findByRole('heading', { name: 'You skipped them all' })
  expect(screen.getByRole('link', { name: 'Back to the signal' }).getAttribute('href')).toBe(PAGE)
  await userEvent.click(screen.getByRole('button', { name: 'See the 2 skipped posts again' }))
  expect(await screen.findByText('Passed over 1')).toBeTruthy()
})

test('an answer that cannot be stored is reverted, and says why', async () => {
  open(DECK, deckOf(post(1), post(2)), { [ANSWER]: problem(500, 'The database is away.') })
  await screen.findByText('Passed over 1')
  await userEvent.keyboard('y')
  await screen.findByText(/The answer was not kept/u)
  await userEvent.keyboard('b')
  await screen.findByText('Passed over 1')
  expect(screen.getByRole('button', { name: /Yes/u }).getAttribute('aria-pressed')).toBe('false')
})

test('a screen without posts explains itself', async () => {
  open(DECK, { intent_signal: WORDS, week: null, posts: [] })
  expect(await screen.findByRole('heading', { name: 'Nothing to look at yet' })).toBeTruthy()
})

test('a signal shows how good it is and how much it misses, and links to its rejected posts', async () => {
  const parts: Partial<IntentSignal> = {
    quality: { positive: 31, negative: 9, share: 0.775, low: 0.625, high: 0.877 },
    audit: { waiting: 1, audited: 25, recall: { audited: 25, missed: 0, share: 1, low: 0.87, high: 1 } },
    answers: [],
  }
  const signals = [leadSignal({ id: ID, intent_signal: WORDS, ...parts })]
  open(PAGE, deckOf(), { [`GET ${SIGNALS}`]: signals })
  await screen.findByText(/^Of 40 leads you rated, 31 were right: between 6\d % and 88 % are\.$/u)
  await screen.findByText('Of 25 passed-over posts you looked at, none was one: Leadlight finds at least 87 % of them.')
  expect(screen.getByRole('link', { name: 'Look at 1 passed-over post' }).getAttribute('href')).toBe(DECK)
  expect(screen.getByRole('link', { name: 'See why a post was missed' }).getAttribute('href')).toBe(
    `/projects/${NETSCOPE}/passed-over?signal=${ID}`,
  )
  await userEvent.click(screen.getByText('How well Leadlight finds at first'))
  expect(screen.getByText(/^Measured on \d+ signals of other businesses: between \d+ % and \d+ %/u)).toBeTruthy()
})

test('a signal says how far a large model has taught it, also where nobody has judged anything', async () => {
  const teaching = { model: 'gpt-5-mini', state: 'asking', read: 120, of: 300, agreement: null } as const
  const signals = [leadSignal({ id: ID, intent_signal: WORDS, teaching })]
  open(PAGE, deckOf(), { [`GET ${SIGNALS}`]: signals })
  await screen.findByText('gpt-5-mini has read 120 of 300 posts; then Leadlight decides alone.')
  expect(screen.queryByText(/passed over tells how much/u)).toBeNull()
})

test('a URL that names no signal says so, without a retry', async () => {
  fakeServer({ ...rosasAnswers(), [`GET ${SIGNALS}/zzz/audit`]: problem(422, 'path.id: Must be an id.') })
  renderApp(`/projects/${NETSCOPE}/passed-over/zzz`)
  expect(await screen.findByRole('heading', { name: 'This signal does not exist' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'See the signals' })).toBeTruthy()
})
