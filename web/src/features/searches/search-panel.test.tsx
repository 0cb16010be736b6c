import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, rosa } from '../../testing/rosas-story.ts'
import {
  eventStream,
  giveElementsHeight,
  leadAnswers,
  leadId,
  noContent,
  POSTS,
  rows,
  signal,
  SIGNAL_ID,
} from '../leads/testing/leads-story.ts'
import { channel, runningSearch } from './testing/search.ts'

const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const panel = () => screen.findByRole('region', { name: 'Search progress' })

test('a running search shows its progress, follows its events, and names a failing channel', async () => {
  const stream = eventStream()
  fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch()],
    [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
  })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('Searching · 200 collected · 100 judged · 7 kept · 5 new leads')
  // Below the rows, which therefore stay where they are when it comes, grows and goes.
  const feed = await screen.findByRole('feed', { name: 'Leads' })
  expect(feed.compareDocumentPosition(await panel())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  stream.send({
    type: 'search',
    search: runningSearch({
      seen: 3120,
      judged: 400,
      kept: 41,
      new_leads: 30,
      credits_spent: 118,
      channels: [
        channel({ display_name: 'Stack Exchange', state: 'failed', error: 'It wants us to wait until 14:00.' }),
      ],
    }),
  })
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Search progress' }).textContent).toContain(
      '3,120 collected · 400 judged · 41 kept · 30 new leads · 118 credits',
    ),
  )
  expect(screen.getByText('It wants us to wait until 14:00.', { exact: false })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show the channels' }))
  expect(within(await panel()).getByText('Looking for a monitoring tool')).toBeTruthy()
  expect((await panel()).textContent).toContain('last 30 days · 3,120 collected · 400 judged · 41 kept')
  expect(within(await panel()).getByText('failed · 50 collected')).toBeTruthy()
})

test('says what was collected before and what is being asked, while it runs', async () => {
  const search = runningSearch({
    seen: 262,
    held: 212,
    asking: { display_name: 'Reddit', words: 'invoice', question: 3, until: null },
  })
  const server = fakeServer({ ...leadAnswers(rows(1)), [`GET ${SIGNALS}/searches`]: [search] })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('212 collected before · asking Reddit for invoice, question 3')
  await userEvent.click(screen.getByRole('button', { name: 'Show the channels' }))
  const lines = within(await panel()).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Collected before212 collected',
    'Hacker Newsasking · 50 collected',
  ])
  server.answers[`GET ${SIGNALS}/searches`] = [
    { ...search, state: 'done', asking: null, finished_at: new Date().toISOString() },
  ]
  await waitFor(() => expect(screen.getByText('Search finished')).toBeTruthy())
  expect((await panel()).textContent).not.toContain('212 collected before')
})

test('a failing channel links to the sources', async () => {
  const failed = channel({ state: 'failed', error: 'It is in trouble.' })
  const answers = { ...leadAnswers(rows(1)), [`GET /api/v1/sources/${NETSCOPE}`]: [] }
  fakeServer({ ...answers, [`GET ${SIGNALS}/searches`]: [runningSearch({ channels: [failed] })] })
  const { path } = renderApp(POSTS)
  await userEvent.click(within(await panel()).getByRole('link', { name: 'See the sources' }))
  await waitFor(() => expect(path()).toBe(`/projects/${NETSCOPE}/sources`))
})

test('a guest reads what is wrong with a channel, without a link to the sources', async () => {
  const failed = channel({ state: 'failed', error: 'It is in trouble.' })
  fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch({ channels: [failed] })],
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  renderApp(POSTS)
  expect(within(await panel()).getByText('It is in trouble.', { exact: false })).toBeTruthy()
  expect(within(await panel()).queryByRole('link')).toBeNull()
})

test('searches for several signals count the posts of each, and say that a post is one lead however many keep it', async () => {
  const second = leadId(42)
  const other = runningSearch({ id: leadId(902), intent_signal_id: second, judged: 80, kept: 1, new_leads: 1 })
  fakeServer({
    ...leadAnswers(rows(7)),
    [`GET ${SIGNALS}`]: [signal(), signal({ id: second, intent_signal: 'Leaving Nagios' })],
    [`GET ${SIGNALS}/searches`]: [runningSearch(), other],
  })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain(
    'Searching for 2 signals · 400 collected · 180 judged · 8 kept · 6 new leads',
  )
  const oneLead = 'Each signal counts its own posts. A post that two signals keep is one lead.'
  expect(screen.queryByText(oneLead)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show the channels' }))
  expect(within(await panel()).getByText(oneLead)).toBeTruthy()
  expect((await panel()).textContent).toContain('80 judged · 1 kept')
})

test('a search can be stopped, and one that has finished is no error', async () => {
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch()],
    [`POST ${SIGNALS}/${SIGNAL_ID}/stop_search`]: problem(409, 'No search is running.', 'search_not_running'),
  })
  renderApp(POSTS)
  await panel()
  server.answers[`GET ${SIGNALS}/searches`] = [
    runningSearch({ state: 'stopped', finished_at: new Date().toISOString() }),
  ]
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Search progress' }).textContent).toContain('Search stopped'),
  )
  expect(screen.queryByText(/could not be stopped/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Search progress' })).toBeNull()
})

test('the result of a run stays the same for days, until it is dismissed in this browser', async () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000).toISOString()
  const first = runningSearch({ state: 'done', created_at: days(3), finished_at: days(2.9) })
  const second = { ...first, id: leadId(902), seen: 50, judged: 30, kept: 2, new_leads: 2, finished_at: days(2) }
  const answers = { ...leadAnswers(rows(7)), [`GET ${SIGNALS}/searches`]: [second, first] }
  fakeServer(answers)
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('Search finished · 250 collected · 130 judged · 9 kept · 7 new leads')
  cleanup()
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('250 collected · 130 judged · 9 kept · 7 new leads')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  cleanup()
  renderApp(POSTS)
  await screen.findByText('7 leads')
  expect(screen.queryByRole('region', { name: 'Search progress' })).toBeNull()
})

test('figures never go back: an event that comes late changes nothing', async () => {
  const stream = eventStream()
  fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch({ step: 7, seen: 300 })],
    [`GET /api/v1/events/${NETSCOPE}`]: stream.response,
  })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('300 collected')
  stream.send({ type: 'search', search: runningSearch({ step: 6, seen: 280 }) })
  stream.send({
    type: 'search',
    search: runningSearch({ step: 8, seen: 300, judged: 140, progress: { what: 'judging', done: 140, of: 180 } }),
  })
  await waitFor(() => expect(screen.getByText('150 collected before · judging 140 of 180')).toBeTruthy())
  expect((await panel()).textContent).toContain('300 collected · 140 judged')
})

test('a reanalysis shows its progress, and what it gained and lost', async () => {
  const reanalysis = { done: 120, gained: 3, lost: 1 }
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch({ channels: [], seen: 430, reanalysis })],
    [`POST ${SIGNALS}/${SIGNAL_ID}/stop_search`]: problem(409, 'No search is running.', 'search_not_running'),
  })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('Judging again · 120 of 430 posts · gained 3 matches, lost 1')
  expect(
    within(await panel())
      .getByRole('progressbar')
      .getAttribute('value'),
  ).toBe('28')
  server.answers[`GET ${SIGNALS}/searches`] = [
    runningSearch({ channels: [], seen: 430, reanalysis, state: 'done', finished_at: new Date().toISOString() }),
  ]
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.getByText('Judged again')).toBeTruthy())
})

test('a reanalysis that had nothing to judge shows no figures, and nothing once it is done', async () => {
  const reanalysis = { done: 0, gained: 0, lost: 0 }
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch({ channels: [], seen: 0, reanalysis })],
    [`POST ${SIGNALS}/${SIGNAL_ID}/stop_search`]: problem(409, 'No search is running.', 'search_not_running'),
  })
  renderApp(POSTS)
  expect((await panel()).textContent).toContain('Judging again · no posts yet')
  server.answers[`GET ${SIGNALS}/searches`] = [
    runningSearch({ channels: [], seen: 0, reanalysis, state: 'done', finished_at: new Date().toISOString() }),
  ]
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Search progress' })).toBeNull())
})

test('an open search is polled if no events arrive', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}/searches`]: [runningSearch()],
    [`GET /api/v1/events/${NETSCOPE}`]: problem(503, 'Not now.'),
  })
  renderApp(POSTS)
  await panel()
  server.answers[`GET ${SIGNALS}/searches`] = [runningSearch({ kept: 9 })]
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Search progress' }).textContent).toContain('9 kept'))
  vi.useRealTimers()
})

test('a list without leads says that a search is running', async () => {
  fakeServer({ ...leadAnswers([]), [`GET ${SIGNALS}/searches`]: [runningSearch({ state: 'queued' })] })
  renderApp(POSTS)
  const heading = await screen.findByRole('heading', { name: 'No leads yet: a search is running' })
  expect(heading.closest('output')).not.toBeNull()
  expect((await panel()).textContent).toContain('Waiting to search')
})

test('Run search starts the only signal, or the chosen ones, and says why it cannot', async () => {
  const second = leadId(42)
  const server = fakeServer({
    ...leadAnswers(rows(1)),
    [`GET ${SIGNALS}`]: [signal(), signal({ id: second, intent_signal: 'Leaving Nagios' })],
    [`POST ${SIGNALS}/${SIGNAL_ID}/run_search`]: () => ({ search_id: leadId(901) }),
    [`POST ${SIGNALS}/${second}/run_search`]: problem(402, 'No credits are left.', 'no_credits_left'),
    [`POST ${SIGNALS}/${SIGNAL_ID}/stop_search`]: noContent(),
  })
  renderApp(POSTS)
  await userEvent.click(await screen.findByRole('button', { name: 'Run search' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'All 2 signals' }))
  expect((await screen.findByText(/The search could not be started/)).textContent).toContain('No credits are left.')
  expect(server.requests.filter(({ path }) => path.endsWith('/run_search'))).toHaveLength(2)
})
