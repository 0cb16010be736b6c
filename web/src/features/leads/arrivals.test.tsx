import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  eventStream,
  giveElementsHeight,
  leadAnswers,
  leadId,
  LEADS,
  list,
  POSTS,
  rows,
  SIGNAL_ID,
} from './testing/leads-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const EVENTS = `GET /api/v1/events/${NETSCOPE}`
const arrived = (...numbers: number[]) => ({
  type: 'leads' as const,
  search_id: leadId(900),
  lead_ids: numbers.map(leadId),
  unread_count: 49,
})
/** Titles of the rows only: the open lead is an article without a name. */
const titles = () => screen.queryAllByRole('article').flatMap((article) => article.getAttribute('aria-label') ?? [])

test('new leads are announced by a pill and shown on request, never inserted under the reader', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers(rows(2)), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByRole('feed')
  server.answers[`GET ${LEADS}`] = list(rows(4).toReversed())
  stream.send(arrived(3))
  stream.send({ ...arrived(2, 4), search_id: null })
  const pill = await screen.findByRole('button', { name: '2 new leads' })
  expect(titles()).toEqual(['Lead 1', 'Lead 2'])
  expect(screen.getByRole('button', { name: /^Unread/ }).textContent).toBe('Unread 49')
  await userEvent.click(pill)
  await waitFor(() => expect(titles()).toEqual(['Lead 4', 'Lead 3', 'Lead 2', 'Lead 1']))
  expect(screen.queryByRole('button', { name: /new lead/ })).toBeNull()
})

test('requested new leads show even if a lead is opened before they arrive', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers(rows(2)), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByRole('feed')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  server.answers[`GET ${LEADS}`] = () => answered.then(() => list(rows(3).toReversed()))
  stream.send(arrived(3))
  await userEvent.click(await screen.findByRole('button', { name: '1 new lead' }))
  await userEvent.click(screen.getByRole('link', { name: 'Lead 1' }))
  await waitFor(() => expect(server.of(`${LEADS}/lead/${leadId(1)}/read`)).toHaveLength(1))
  const pane = within(await screen.findByRole('region', { name: 'Reading pane' }))
  await pane.findByText('1 of 2')
  answer()
  await waitFor(() => expect(titles()).toEqual(['Lead 3', 'Lead 2', 'Lead 1']))
  await pane.findByText('3 of 3')
  expect(pane.getByRole('button', { name: 'Previous lead' })).toHaveProperty('disabled', false)
  expect(pane.getByRole('button', { name: 'Next lead' })).toHaveProperty('disabled', true)
})

test('leads from monitoring update the unread count on other pages too', async () => {
  const stream = eventStream()
  fakeServer({ ...leadAnswers([]), [EVENTS]: stream.response })
  renderApp(`/projects/${NETSCOPE}/insights`)
  const link = await screen.findByRole('link', { name: 'Posts 47 unread' })
  stream.send({ ...arrived(1), search_id: null })
  await waitFor(() => expect(link.textContent).toContain('49'))
})

test('an empty list fills by itself', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers([]), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByRole('heading', { name: 'No leads yet' })
  server.answers[`GET ${LEADS}`] = list(rows(1))
  stream.send(arrived(1))
  expect(await screen.findByRole('article', { name: 'Lead 1' })).toBeTruthy()
})

test('only leads that match the filters are counted, by the server', async () => {
  const stream = eventStream()
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [EVENTS]: stream.response,
    [`GET ${LEADS}`]: ({ query }) => (query.has('lead_ids') ? list(rows(1), { total: 1 }) : list(rows(1))),
  })
  renderApp(`${POSTS}?intent_signals=${SIGNAL_ID}`)
  await screen.findByRole('feed')
  stream.send(arrived(3, 4, 5))
  expect(await screen.findByRole('button', { name: '1 new lead' })).toBeTruthy()
  const counted = server.of(LEADS).findLast(({ query }) => query.has('lead_ids'))!.query
  expect(counted.getAll('lead_ids')).toEqual([3, 4, 5].map(leadId))
  expect(counted.get('intent_signals')).toBe(SIGNAL_ID)
})

test('the number above the list counts new leads at once, though their rows wait, and never twice', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers(rows(2)), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByText('2 leads', { exact: true })
  server.answers[`GET ${LEADS}`] = list(rows(4).toReversed())
  stream.send(arrived(3, 4))
  expect(await screen.findByText('4 leads', { exact: true })).toBeTruthy()
  expect(titles()).toEqual(['Lead 1', 'Lead 2'])
  await userEvent.click(screen.getByRole('button', { name: '2 new leads' }))
  await waitFor(() => expect(titles()).toHaveLength(4))
  expect(screen.getByText('4 leads', { exact: true })).toBeTruthy()
})

test('the number above the list follows what others delete, though the rows stay', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers(rows(3)), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByText('3 leads', { exact: true })
  server.answers[`GET ${LEADS}`] = ({ query }) => list(query.has('lead_ids') ? rows(1) : rows(2))
  stream.send({ type: 'changed', what: 'leads', lead_ids: [leadId(3)], origin: 'another' })
  expect(await screen.findByText('2 leads', { exact: true })).toBeTruthy()
})

test('an empty list is read once more when events are heard, as leads may have come before', async () => {
  const stream = eventStream()
  const server = fakeServer({ ...leadAnswers([]), [EVENTS]: stream.response })
  renderApp(POSTS)
  await screen.findByText('No leads yet')
  server.answers[`GET ${LEADS}`] = list(rows(2))
  stream.connect()
  await waitFor(() => expect(titles()).toEqual(['Lead 1', 'Lead 2']))
})
