import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, leadId, signal, SIGNAL_ID } from '../leads/testing/leads-story.ts'
import { passedOverPost, passedOverReason } from './testing/passed-over.ts'

const PAGE = `/projects/${NETSCOPE}/passed-over`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const POST = passedOverPost()
const WHY = `${SIGNALS}/${SIGNAL_ID}/passed_over/${POST.post_id}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(path: string, answers: Answers = {}) {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SIGNALS}`]: [signal(), signal({ id: leadId(43), intent_signal: 'Leaving Datadog' })],
    [`GET ${SIGNALS}/passed_over`]: { kept_from: 22, items: [POST], is_more: false },
    [`GET ${WHY}`]: passedOverReason(),
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    ...answers,
  })
  return { server, app: renderApp(path) }
}

const asked = (server: ReturnType<typeof open>['server']) =>
  server.of(`${SIGNALS}/passed_over`).map(({ query }) => query.toString())

test('a post says its score and the one it needed and, on request, what a lead says', async () => {
  const { server } = open(PAGE)
  const post = within(await screen.findByRole('article', { name: 'Leaving Nagios' }))
  expect(post.getByText(/, needs/u).textContent).toBe('14, needs 22')
  expect(server.of(WHY)).toHaveLength(0)
  await userEvent.click(post.getByRole('button', { name: /^Why/u }))
  const verdict = within(await post.findByRole('region', { name: `Passed over by: ${POST.intent_signal}` }))
  expect(verdict.getByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
  expect(verdict.getByText('The post does not plainly do what the signal asks for.')).toBeTruthy()
  const conditions = within(verdict.getByRole('list', { name: 'Conditions of the signal' })).getAllByRole('listitem')
  expect(conditions.map(({ textContent }) => textContent)).toEqual([
    'But not met — Limit: under 50 dollarsAnything that costs less?',
    'Subject: monitoring tool — met',
  ])
  await userEvent.click(post.getByRole('button', { name: /^Why/u }))
  expect(post.queryByRole('region')).toBeNull()
  // From why it was missed to the words that missed it.
  expect(post.getByRole('link', { name: POST.intent_signal }).getAttribute('href')).toBe(
    `/projects/${NETSCOPE}/signals/${POST.intent_signal_id}`,
  )
})

const KEEP = `${SIGNALS}/passed_over/${POST.post_id}`
const OTHER = { intent_signal_id: leadId(43), intent_signal: 'Leaving Datadog', score: 9 }

test('yes under why makes the post a lead at once, with a way to it and a way back', async () => {
  let isLead = false
  const { server } = open(PAGE, {
    [`PUT ${KEEP}`]: ({ body }) => {
      isLead = (body as { kept: boolean }).kept
      return { lead_id: isLead ? leadId(7) : null }
    },
  })
  const post = within(await screen.findByRole('article', { name: 'Leaving Nagios' }))
  expect(post.queryByRole('group', { name: 'Would you answer this person?' })).toBeNull()
  await userEvent.click(post.getByRole('button', { name: /^Why/u }))
  expect(
    await post.findByText('Yes makes this post a lead of this signal at once. The signal learns from either answer.'),
  ).toBeTruthy()
  await userEvent.click(post.getByRole('button', { name: 'Yes, keep it as a lead' }))
  const said = await post.findByText('Kept as a lead. The signal learns from it.')
  // It is heard, and the keyboard goes on from there.
  expect(document.activeElement?.contains(said)).toBe(true)
  expect(isLead).toBe(true)
  expect(post.queryByRole('group', { name: 'Would you answer this person?' })).toBeNull()
  expect(post.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
    `/projects/${NETSCOPE}/posts/${leadId(7)}`,
  )
  // Whatever is opened or closed, it stays said.
  const why = post.getByRole('button', { name: /^Why/u })
  await userEvent.click(why)
  expect(post.getByText('Kept as a lead. The signal learns from it.')).toBeTruthy()
  await userEvent.click(post.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(post.queryByText('Kept as a lead. The signal learns from it.')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(why))
  expect(server.of(KEEP).map(({ body }) => body)).toEqual(
    [true, false].map((kept) => ({ intent_signal: SIGNAL_ID, kept })),
  )
  await userEvent.click(why)
  expect(post.getByRole('button', { name: 'Yes, keep it as a lead' })).toBeTruthy()
})

test('a yes that fails says so, and nothing is shown as kept', async () => {
  open(PAGE, { [`PUT ${KEEP}`]: problem(503, 'The database is busy.') })
  await userEvent.click(await screen.findByRole('button', { name: /^Why/u }))
  const yes = await screen.findByRole('button', { name: 'Yes, keep it as a lead' })
  await userEvent.click(yes)
  expect(await screen.findByText('The post was not kept. The database is busy.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open it' })).toBeNull()
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('false'))
})

test('an undo that fails says so, and what was kept stays said', async () => {
  const { server } = open(PAGE, { [`PUT ${KEEP}`]: { lead_id: leadId(7) } })
  await userEvent.click(await screen.findByRole('button', { name: /^Why/u }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, keep it as a lead' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  server.answers[`PUT ${KEEP}`] = problem(503, 'The database is busy.')
  await userEvent.click(undo)
  expect(await screen.findByText('The lead was not taken back. The database is busy.')).toBeTruthy()
  expect(screen.getByText('Kept as a lead. The signal learns from it.')).toBeTruthy()
  expect(document.activeElement).toBe(undo)
})

test('no under why teaches the signal alone, and the same answer again takes it back', async () => {
  let signals = [signal(), signal({ id: leadId(43), intent_signal: 'Leaving Datadog' })]
  const { server } = open(PAGE, {
    [`GET ${SIGNALS}`]: () => Response.json(signals),
    [`PUT ${SIGNALS}/${SIGNAL_ID}`]: ({ body }) => {
      const { answers } = body as { answers: { post_id: string; fits: boolean | null }[] }
      const kept = answers.flatMap(({ post_id, fits }) => (fits === null ? [] : [{ post_id, fits }]))
      signals = signals.map((one) => (one.id === SIGNAL_ID ? { ...one, answers: kept } : one))
      return signals[0]!
    },
  })
  const post = within(await screen.findByRole('article', { name: 'Leaving Nagios' }))
  await userEvent.click(post.getByRole('button', { name: /^Why/u }))
  const no = await post.findByRole('button', { name: 'No' })
  await userEvent.click(no)
  await waitFor(() => expect(no.getAttribute('aria-pressed')).toBe('true'))
  expect(post.getByText('Your answer teaches this signal, for what it finds from now on.')).toBeTruthy()
  // It says what the team said.
  await waitFor(() => expect(server.of(WHY)).toHaveLength(2))
  await userEvent.click(no)
  await waitFor(() => expect(no.getAttribute('aria-pressed')).toBe('false'))
  expect(server.of(`${SIGNALS}/${SIGNAL_ID}`).map(({ body }) => body)).toEqual(
    [false, null].map((fits) => ({
      intent_signal: signal().intent_signal,
      do_reanalyze: false,
      answers: [{ post_id: POST.post_id, fits }],
    })),
  )
})

test('an answer under why that cannot be kept says so, and is not shown as given', async () => {
  open(PAGE, { [`PUT ${SIGNALS}/${SIGNAL_ID}`]: problem(503, 'The database is busy.') })
  await userEvent.click(await screen.findByRole('button', { name: /^Why/u }))
  const no = await screen.findByRole('button', { name: 'No' })
  await userEvent.click(no)
  expect(await screen.findByText('The answer was not kept. The database is busy.')).toBeTruthy()
  expect(no.getAttribute('aria-pressed')).toBe('false')
})

test('a post that several signals passed over stands once, and each signal speaks under its own name', async () => {
  const other = passedOverReason({ ...OTHER, why: 'It scored 9, and posts are kept from 22.' })
  open(PAGE, {
    [`GET ${SIGNALS}/passed_over`]: { kept_from: 22, items: [passedOverPost({ others: [OTHER] })], is_more: false },
    [`GET ${SIGNALS}/${OTHER.intent_signal_id}/passed_over/${POST.post_id}`]: {
      ...other,
      match: { ...other.match, ...OTHER, evidence: [{ start: 0, end: 7, kind: 'against', label: 'leaves' }] },
    },
  })
  const post = within(await screen.findByRole('article', { name: 'Leaving Nagios' }))
  expect(post.getByRole('link', { name: POST.intent_signal })).toBeTruthy()
  expect(post.queryByRole('link', { name: OTHER.intent_signal })).toBeNull()
  const more = post.getByRole('button', { name: 'Passed over by 1 other signal too' })
  await userEvent.click(more)
  const second = within(post.getByRole('list', { name: 'Other signals that passed it over' }))
  expect(second.getByRole('link', { name: OTHER.intent_signal })).toBeTruthy()
  expect(second.getByText(/, needs/u).textContent).toBe('9, needs 22')
  await userEvent.click(post.getByRole('button', { name: /Why.*by Looking for a monitoring tool$/u }))
  expect(await post.findByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
  expect(post.getByText('Leaving Nagios', { selector: 'mark' }).dataset['kind']).toBe('for')
  // One speaks at a time, so that what is marked is never another’s.
  await userEvent.click(second.getByRole('button', { name: /^Why/u }))
  expect(await second.findByText('It scored 9, and posts are kept from 22.')).toBeTruthy()
  expect(second.getByText('Leaving', { selector: 'mark' }).dataset['kind']).toBe('against')
  expect(post.getAllByRole('region')).toHaveLength(1)
  await userEvent.click(more)
  expect(post.queryByRole('region')).toBeNull()
  expect(post.queryByRole('link', { name: OTHER.intent_signal })).toBeNull()
})

test('a guest, who does not teach signals, is not asked', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  open(PAGE, { 'GET /users_info/me': guest })
  await userEvent.click(await screen.findByRole('button', { name: /^Why/u }))
  expect(await screen.findByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Would you answer this person?' })).toBeNull()
})

test('words are sent after a pause, stay in the address, and a signal narrows them', async () => {
  const { server, app } = open(`${PAGE}?signal=${SIGNAL_ID}`)
  await screen.findByRole('article', { name: 'Leaving Nagios' })
  const field = screen.getByRole('searchbox', { name: 'Find a passed-over post' })
  await userEvent.type(field, 'https://reddit.example/1')
  await waitFor(() =>
    expect(new URLSearchParams(app.router.state.location.search).get('search')).toBe('https://reddit.example/1'),
  )
  await waitFor(() =>
    expect(asked(server)).toEqual([
      `intent_signal=${SIGNAL_ID}`,
      `search_text=https%3A%2F%2Freddit.example%2F1&intent_signal=${SIGNAL_ID}`,
    ]),
  )
})

test('the field’s own cross empties it, and writing goes on there', async () => {
  const { app } = open(`${PAGE}?search=zabbix`)
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a passed-over post' })
  expect(field.value).toBe('zabbix')
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull()
  await waitFor(() => expect(app.router.state.location.search).toBe(''))
})

test('a post that is not there may be a lead, or was never collected, and both are said', async () => {
  open(`${PAGE}?search=zabbix`, { [`GET ${SIGNALS}/passed_over`]: { kept_from: 22, items: [], is_more: false } })
  await screen.findByRole('heading', { name: 'No passed-over post has these words' })
  const leads = screen.getByRole('link', { name: 'Look among the leads' })
  expect(leads.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts?search_text=zabbix`)
  expect(screen.getByRole('link', { name: 'See where it looks' })).toBeTruthy()
})

test('what is said not to be there is what was looked for: words, or an address', async () => {
  const empty = { kept_from: 22, items: [], is_more: false }
  open(`${PAGE}?search=${encodeURIComponent('https://reddit.example/9')}`, { [`GET ${SIGNALS}/passed_over`]: empty })
  expect(await screen.findByRole('heading', { name: 'No passed-over post has this address' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look among the leads' }).getAttribute('href')).toBe(
    `/projects/${NETSCOPE}/posts?search_text=https%3A%2F%2Freddit.example%2F9`,
  )
})

test('a guest is not led to the sources, which they may not see', async () => {
  const guest = rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } })
  const empty = { kept_from: 22, items: [], is_more: false }
  open(`${PAGE}?search=zabbix`, { [`GET ${SIGNALS}/passed_over`]: empty, 'GET /users_info/me': guest })
  expect(await screen.findByRole('link', { name: 'Look among the leads' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See where it looks' })).toBeNull()
})

test('a signal that did not pass it over does not speak for the others', async () => {
  const empty = { kept_from: 22, items: [], is_more: false }
  open(`${PAGE}?search=zabbix&signal=${SIGNAL_ID}`, { [`GET ${SIGNALS}/passed_over`]: empty })
  await screen.findByRole('heading', { name: 'This signal passed over no post with these words' })
  const every = screen.getByRole('link', { name: 'Look among every signal' })
  expect(every.getAttribute('href')).toBe(`${PAGE}?search=zabbix`)
})

test('words that cannot be looked for say so, and show nothing that was found by others', async () => {
  const { server } = open(PAGE)
  await screen.findByRole('article', { name: 'Leaving Nagios' })
  server.answers[`GET ${SIGNALS}/passed_over`] = problem(400, 'Not now.')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a passed-over post' }), 'zabbix')
  await screen.findByText('The posts could not be loaded')
  expect(screen.queryByRole('article')).toBeNull()
})

test('what no search judged says so, and what another signal keeps leads to it', async () => {
  const items = [passedOverPost({ score: null, lead_id: leadId(7) })]
  open(PAGE, { [`GET ${SIGNALS}/passed_over`]: { kept_from: 22, items, is_more: true } })
  const post = within(await screen.findByRole('article'))
  expect(post.getByText('No score')).toBeTruthy()
  const lead = post.getByRole('link', { name: 'It is a lead by another signal' })
  expect(lead.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts/${leadId(7)}`)
  expect(screen.getByText('These are the 1 nearest. Search by words to see others.')).toBeTruthy()
})

test('a reason that cannot be loaded says so and is read again on request', async () => {
  const { server } = open(PAGE, { [`GET ${WHY}`]: problem(400, 'Not now.') })
  await userEvent.click(await screen.findByRole('button', { name: /^Why/u }))
  await screen.findByText('The reason could not be loaded')
  server.answers[`GET ${WHY}`] = passedOverReason()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('It scored 14, and posts are kept from 22.')).toBeTruthy()
})
