import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CreditInsights } from '@leadlight/contract/insights'
import type { LeadCounts } from '@leadlight/contract/lead-work'
import type { Answers, SentRequest } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { eventStream, leadId, noContent, signal, SIGNAL_ID } from '../leads/testing/leads-story.ts'
import { runningSearch } from '../searches/testing/search.ts'

const PAGE = `/projects/${NETSCOPE}/signals`
const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
const COUNTS = `/api/v1/leads/${NETSCOPE}/counts`
const OTHER_ID = leadId(42)
const LISTENING = { enabled: true, monthly_credit_budget: 100, state: 'listening' } as const

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function counts(of: LeadCounts['intent_signals']): LeadCounts {
  const none = { statuses: [], channels: [], github_issue_states: [], unread: 0, starred: 0 }
  return { ...none, intent_signals: of, capped_at: 10_000 }
}

function credits(finding: number): CreditInsights {
  const none = { total: finding, by_work: [], found: 0, kept: 0, per_kept_lead: null }
  const ofSignal = { id: SIGNAL_ID, text: 'Words', finding, found: 0, kept: 0, per_kept_lead: null }
  return { ...none, finding, by_signal: [ofSignal] }
}

function first(parts: Parameters<typeof signal>[0] = {}) {
  const quality = { positive: 31, negative: 9, share: 0.775, low: 0.62, high: 0.88 }
  const monitoring = { ...signal().monitoring, ...LISTENING }
  return signal({ quality, monitoring, ...parts })
}

const second = () => signal({ id: OTHER_ID, intent_signal: 'Leaving Nagios' })

function open(answers: Answers = {}) {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': instance(),
    [`GET ${SIGNALS}`]: [first(), second()],
    [`GET ${SIGNALS}/searches`]: [],
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
    [`GET ${COUNTS}`]: ({ query }: SentRequest) =>
      query.get('read') === 'false' ? counts([{ id: SIGNAL_ID, count: 3 }]) : counts([{ id: SIGNAL_ID, count: 12 }]),
    [`GET /api/v1/insights/${NETSCOPE}/credits`]: credits(4.5),
    ...answers,
  })
  return { server, app: renderApp(PAGE) }
}

const row = async (words: string) => within(await screen.findByRole('row', { name: new RegExp(words) }))

test('a signal shows its leads, its share of good ones, and what it spent, each linked to its posts', async () => {
  open()
  const monitored = await row('monitoring tool')
  const all = await monitored.findByRole('link', { name: /^12 leads/ })
  expect(all.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts?intent_signals=${SIGNAL_ID}`)
  const unread = monitored.getByRole('link', { name: /^3 unread/ })
  expect(unread.getAttribute('href')).toBe(`/projects/${NETSCOPE}/posts?intent_signals=${SIGNAL_ID}&read=false`)
  expect(monitored.getByText('78 % (62–88)')).toBeTruthy()
  expect(monitored.getByText('of 40 rated')).toBeTruthy()
  expect(await monitored.findByText('4.5 credits')).toBeTruthy()
  const other = await row('Leaving Nagios')
  expect(other.getByText('None yet')).toBeTruthy()
  expect(other.getByText('Not known yet')).toBeTruthy()
  expect(other.getByText('0 credits')).toBeTruthy()
  expect(other.getByText('Not searched yet')).toBeTruthy()
})

test('spending is of the calendar month that budgets count, as it says', async () => {
  vi.setSystemTime(new Date('2026-11-21T23:30:00-05:00'))
  const { server } = open()
  await screen.findByRole('columnheader', { name: 'Spent this month' })
  const [asked] = server.of(`/api/v1/insights/${NETSCOPE}/credits`)
  expect(Object.fromEntries(asked!.query)).toEqual({ from: '2026-11-01', to: '2026-11-22', time_zone: 'UTC' })
})

test('spending is left out where judging is free and nothing was spent', async () => {
  open({
    'GET /api/v1/instance': instance({ judged_post_price: 0 }),
    [`GET /api/v1/insights/${NETSCOPE}/credits`]: credits(0),
  })
  const monitored = await row('monitoring tool')
  await monitored.findByRole('link', { name: /^12 leads/ })
  expect(screen.queryByRole('columnheader', { name: /Spent/ })).toBeNull()
})

test('a running search shows beside its signal, as the list of searches has it', async () => {
  open({ [`GET ${SIGNALS}/searches`]: [runningSearch({ intent_signal_id: OTHER_ID })] })
  expect(await (await row('Leaving Nagios')).findByText('Searching')).toBeTruthy()
  expect((await row('monitoring tool')).getByText('Not searched yet')).toBeTruthy()
})

test('the switch asks for a budget, and then listens', async () => {
  const { server } = open({
    [`POST ${SIGNALS}/get_recommended_monitoring_budget`]: {
      recommended_budget: 120,
      posts_per_month: 100,
      why: 'So.',
    },
    [`POST ${SIGNALS}/${OTHER_ID}/enable_monitoring`]: signal({
      ...second(),
      monitoring: { ...second().monitoring, ...LISTENING },
    }),
  })
  await userEvent.click((await row('Leaving Nagios')).getByRole('switch', { checked: false }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Monitoring' }))
  await dialog.findByRole('button', { name: 'Use 120 credits' })
  await userEvent.click(dialog.getByRole('button', { name: 'Start listening' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.of(`${SIGNALS}/${OTHER_ID}/enable_monitoring`)[0]?.body).toEqual({ monthly_credit_budget: 120 })
  expect((await row('Leaving Nagios')).getByRole('switch', { checked: true })).toBeTruthy()
})

test('the switch asks for nothing where judging is free', async () => {
  const { server } = open({
    'GET /api/v1/instance': instance({ judged_post_price: 0 }),
    [`GET /api/v1/insights/${NETSCOPE}/credits`]: credits(0),
    [`POST ${SIGNALS}/${OTHER_ID}/enable_monitoring`]: signal({
      ...second(),
      monitoring: { ...second().monitoring, ...LISTENING },
    }),
  })
  await (await row('monitoring tool')).findByRole('link', { name: /^12 leads/ })
  await waitFor(() => expect(server.of('/api/v1/instance')).not.toEqual([]))
  await userEvent.click((await row('Leaving Nagios')).getByRole('switch', { checked: false }))
  expect(await (await row('Leaving Nagios')).findByRole('switch', { checked: true })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.of(`${SIGNALS}/${OTHER_ID}/enable_monitoring`)[0]?.body).toEqual({ monthly_credit_budget: 100 })
})

test('pausing a signal is confirmed, and can be called off', async () => {
  const { server } = open()
  await userEvent.click((await row('monitoring tool')).getByRole('switch', { checked: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Monitoring' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Keep listening' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.of(`${SIGNALS}/${SIGNAL_ID}/disable_monitoring`)).toEqual([])
})

test('the actions run a search, lead to the signal’s page, and delete it after a question', async () => {
  const { server, app } = open({
    [`POST ${SIGNALS}/${OTHER_ID}/run_search`]: { search_id: leadId(901) },
    [`DELETE ${SIGNALS}/${OTHER_ID}`]: noContent(),
  })
  const choose = async (name: string) => {
    await userEvent.click((await row('Leaving Nagios')).getByRole('button', { name: 'Actions: Leaving Nagios' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Run search')
  await waitFor(() => expect(server.of(`${SIGNALS}/${OTHER_ID}/run_search`)).toHaveLength(1))
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete signal' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Leaving Nagios/ })).toBeNull())
  expect(server.of(`${SIGNALS}/${OTHER_ID}`)).toHaveLength(1)
  await userEvent.click((await row('monitoring tool')).getByRole('link', { name: 'Looking for a monitoring tool' }))
  await waitFor(() => expect(app.path()).toBe(`${PAGE}/${SIGNAL_ID}`))
})

test('a guest reads the list and changes nothing', async () => {
  open({ 'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }) })
  const monitored = await row('monitoring tool')
  expect(monitored.getByText('Listening')).toBeTruthy()
  expect(screen.getByText(/Changing them takes a member/)).toBeTruthy()
  expect(monitored.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add signal' })).toBeNull()
})

test('without signals the page says what one is, and leads to the first', async () => {
  open({ [`GET ${SIGNALS}`]: [] })
  const link = await screen.findByRole('link', { name: 'Write your first signal' })
  expect(link.getAttribute('href')).toBe(`${PAGE}/new`)
})

test('what cannot be loaded can be tried again, apart from the rest', async () => {
  const { server } = open({ [`GET ${SIGNALS}`]: problem(503, 'Not now.'), [`GET ${COUNTS}`]: problem(503, 'Not now.') })
  expect(await screen.findByRole('heading', { name: 'The signals could not be loaded' })).toBeTruthy()
  server.answers[`GET ${SIGNALS}`] = [first()]
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await row('monitoring tool')
  expect(await screen.findByText(/The numbers of leads could not be loaded/)).toBeTruthy()
  server.answers[`GET ${COUNTS}`] = counts([{ id: SIGNAL_ID, count: 12 }])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^12 leads/ })).toBeTruthy()
})
