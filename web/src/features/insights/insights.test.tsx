import type {
  AnswerTimes,
  Coverage,
  CreditInsights,
  LeadsByDay,
  NameInsights,
  SignalInsight,
} from '@leadlight/contract/insights'
import { STANCES } from '@leadlight/domain/watched-names/stances'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { freeInstance, NETSCOPE, rosa, rosasAnswers } from '../../testing/rosas-story.ts'

const PATH = `/projects/${NETSCOPE}/insights`
const API = `/api/v1/insights/${NETSCOPE}`

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const LEADS: LeadsByDay = {
  days: ['2026-11-19', '2026-11-20', '2026-11-21'],
  leads: { total: 7, by_day: [2, 0, 5] },
  deleted: 1,
  by_signal: [
    { id: 's1', text: 'People asking for an alternative', total: 6, by_day: [2, 0, 4] },
    { id: 's2', text: 'People who complain', total: 2, by_day: [0, 0, 2] },
  ],
  by_channel: [{ platform: 'hackernews', name: 'Hacker News', total: 7, by_day: [2, 0, 5] }],
}

const SIGNALS: SignalInsight[] = [
  {
    id: 's1',
    text: 'People asking for an alternative',
    positive: 9,
    negative: 3,
    precision: { share: 0.75, low: 0.467, high: 0.911 },
    recall: { audited: 30, missed: 2, share: 0.8, low: 0.6, high: 0.95 },
    audited: 30,
  },
  { id: 's2', text: 'People who complain', positive: 1, negative: 1, precision: null, recall: null, audited: 4 },
]

const COVERAGE: Coverage = {
  from: '2026-11-18T23:00:00.000Z',
  to: '2026-11-21T12:00:00.000Z',
  known_since: null,
  sources: [
    {
      platform: 'hackernews',
      source: '',
      name: 'Hacker News',
      listened: [{ from: '2026-11-19T00:00:00.000Z', to: '2026-11-21T12:00:00.000Z' }],
      blind: [
        {
          from: '2026-11-20T00:00:00.000Z',
          to: '2026-11-20T03:20:00.000Z',
          outcome: 'lost',
          reason: 'It answered with 503.',
          recovered: 0,
        },
      ],
      listened_ms: 216_000_000,
      blind_ms: 12_000_000,
      lost_ms: 12_000_000,
      looks: 2,
      failed_looks: 1,
      captured: { drawn: 412, share: 0.992, low: 0.977, high: 0.997 },
    },
  ],
  is_cut: false,
}

const ANSWERS: AnswerTimes = {
  found: 7,
  answered: 4,
  dismissed: 1,
  waiting: 2,
  median_ms: 12_000_000,
  slow_ms: 187_200_000,
  steps: [
    { within: '1 hour', leads: 1 },
    { within: '4 hours', leads: 2 },
    { within: null, leads: 1 },
  ],
}

const CREDITS: CreditInsights = {
  total: 14,
  by_work: [{ work: 'monitoring', credits: 12 }],
  finding: 12,
  found: 7,
  kept: 6,
  per_kept_lead: 2,
  by_signal: [
    { id: 's1', text: 'People asking for an alternative', finding: 12, found: 6, kept: 5, per_kept_lead: 2.4 },
    { id: 's3', text: null, finding: 0, found: 1, kept: 0, per_kept_lead: null },
  ],
}

function stancesOf(asks: number[], complains: number[]): NameInsights['names'][number]['stances'] {
  const none = asks.map(() => 0)
  return STANCES.map((stance) => {
    const weeks = stance === 'asks' ? asks : stance === 'complains' ? complains : none
    return { stance, total: weeks.reduce((sum, one) => sum + one, 0), by_week: weeks }
  })
}

const NAMES: NameInsights = {
  weeks: [
    { from: '2026-11-08', to: '2026-11-14' },
    { from: '2026-11-15', to: '2026-11-21' },
  ],
  names: [
    {
      id: 'n1',
      text: 'Netscope',
      total: 9,
      share: 0.75,
      by_week: [3, 6],
      stances: stancesOf([1, 0], [1, 6]),
      unread: 1,
    },
    {
      id: 'n2',
      text: 'Rivalscope',
      total: 3,
      share: 0.25,
      by_week: [3, 0],
      stances: stancesOf([3, 0], [0, 0]),
      unread: 0,
    },
  ],
  spikes: [{ id: 'n1', text: 'Netscope', day: '2026-11-20', found: 6, usual: 0.44, most: 3 }],
}

function answers() {
  return {
    ...rosasAnswers(),
    [`GET ${API}/leads`]: LEADS,
    [`GET ${API}/quality`]: { signals: SIGNALS },
    [`GET ${API}/coverage`]: COVERAGE,
    [`GET ${API}/answers`]: ANSWERS,
    [`GET ${API}/credits`]: CREDITS,
    [`GET ${API}/names`]: NAMES,
  }
}

function card(name: string) {
  return screen.findByRole('region', { name })
}

describe('the figures of a project', () => {
  test('are in words beside their charts', async () => {
    fakeServer(answers())
    renderApp(PATH)
    expect(
      await within(await card('Leads found')).findByRole('figure', { name: '7 leads found on 3 days' }),
    ).toBeTruthy()
    expect(await within(await card('Good leads')).findByText('75 % (47–91)')).toBeTruthy()
    expect(within(await card('Good leads')).getByText('2 of 5 rated')).toBeTruthy()
    expect(await within(await card('Estimated misses')).findByText('20 % (5–40)')).toBeTruthy()
    expect(within(await card('Estimated misses')).getByText('4 of 10 looked at')).toBeTruthy()
    expect(await within(await card('Time to first answer')).findByText('3 h 20 min')).toBeTruthy()
    expect(await within(await card('Credits per lead')).findByText('2.4')).toBeTruthy()
    expect(within(await card('Credits per lead')).getByText('A signal that is gone')).toBeTruthy()
    expect(await within(await card('Coverage')).findByText('Blind 3 h 20 min, 3 h 20 min of it lost')).toBeTruthy()
  })

  test('tell no costs where nothing costs anything', async () => {
    const server = fakeServer({ ...answers(), 'GET /api/v1/instance': freeInstance() })
    renderApp(PATH)
    expect(await within(await card('Coverage')).findByText(/^Blind 3 h/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/credit/i)
    expect(server.of(`${API}/credits`)).toEqual([])
  })

  test('are requested for the days in the URL, in the reader’s time zone', async () => {
    const server = fakeServer(answers())
    renderApp(`${PATH}?from=2026-11-19&to=2026-11-21`)
    await card('Leads found')
    await waitFor(() => expect(server.of(`${API}/leads`)).toHaveLength(1))
    expect(Object.fromEntries(server.of(`${API}/leads`)[0]!.query)).toEqual({
      from: '2026-11-19',
      to: '2026-11-21',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  test('report immediate answers as less than a minute, and no more', async () => {
    const said = answers()
    const at = `GET ${API}/answers`
    fakeServer({ ...said, [at]: { ...(said[at] as object), median_ms: 4_000, slow_ms: 12_000_000 } })
    renderApp(PATH)
    const words = (await within(await card('Time to first answer')).findByText('less than a minute')).parentElement
    expect(words?.textContent).toMatch(
      /^less than a minute for half of \d+ answered, 3 h 20 min or less for nine in ten$/u,
    )
  })

  test('each have a table', async () => {
    fakeServer(answers())
    renderApp(PATH)
    for (const name of [
      'Leads found',
      'Good leads',
      'Estimated misses',
      'Time to first answer',
      'Credits per lead',
      'Coverage',
      'Names',
    ]) {
      await userEvent.click(await screen.findByRole('button', { name: `Show as table: ${name}` }))
    }
    const rowsOf = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rowsOf('Leads by day, by signal').slice(1)).toEqual([
      ['21 Nov 2026', '5', '4', '2'],
      ['20 Nov 2026', '0', '0', '0'],
      ['19 Nov 2026', '2', '2', '0'],
    ])
    expect(rowsOf('Share of good leads by signal')[1]).toEqual([
      'People asking for an alternative',
      '9',
      '3',
      '75 %',
      '47 % – 91 %',
    ])
    expect(rowsOf('Estimated share of misses by signal')[2]).toEqual(['People who complain', '4', '–', '–', '–'])
    expect(rowsOf('Leads by time to first answer').slice(1)).toEqual([
      ['Within 1 hour', '1'],
      ['1 hour to 4 hours', '2'],
      ['Later', '1'],
      ['Deleted without', expect.any(String)],
      ['Still waiting', '2'],
    ])
    expect(rowsOf('Credits per lead by signal')[1]).toEqual(['All', '12', '7', '6', '2'])
    const captured = '99.2 % (97.7–99.7), 412 drawn'
    expect(rowsOf('Coverage by source')[1]).toEqual([
      'Hacker News',
      '2 d 12 h',
      '3 h 20 min',
      '3 h 20 min',
      captured,
      '2',
      '1',
    ])
    expect(rowsOf('Mentions by name and stance').slice(1)).toEqual([
      ['Netscope', '9', '75 %', '1', '7', '0', '0', '0', '0'],
      ['Rivalscope', '3', '25 %', '3', '0', '0', '0', '0', '0'],
    ])
    expect(rowsOf('Blind times')[1]?.slice(3)).toEqual(['Lost', 'It answered with 503.'])
  })

  test('are shown by signal or by channel, day by day', async () => {
    fakeServer(answers())
    renderApp(PATH)
    const leads = await card('Leads found')
    const day = await within(leads).findByRole('slider', { name: 'Day' })
    fireEvent.change(day, { target: { value: '1' } })
    fireEvent.change(day, { target: { value: '3' } })
    expect(
      within(leads).getByText('21 Nov 2026: 5 leads (People asking for an alternative 4, People who complain 2)'),
    ).toBeTruthy()
    expect(leads.textContent).toContain('7 leads found, 1 deleted since')
    // Signals share a lead that both match: the bar is as high as the day's leads.
    const heights = [...leads.querySelectorAll<HTMLElement>('figure [style*="height"]')].map(
      ({ style }) => style.height,
    )
    const ofLastDay = heights.slice(-2).reduce((sum, height) => sum + Number.parseFloat(height), 0)
    expect(ofLastDay).toBeCloseTo((5 / 6) * 100)
    await userEvent.click(within(leads).getByRole('button', { name: 'By channel' }))
    expect(within(leads).getByText('21 Nov 2026: 5 leads')).toBeTruthy()
    expect(within(leads).getByRole('button', { name: 'By channel' }).getAttribute('aria-pressed')).toBe('true')
  })
})

test('names are shown by name and by stance, week by week, with the days that chance does not explain', async () => {
  fakeServer(answers())
  renderApp(PATH)
  const names = await card('Names')
  expect(await within(names).findByRole('figure', { name: '12 mentions in 2 weeks' })).toBeTruthy()
  expect(within(names).getByText('9 · 75 %')).toBeTruthy()
  expect(within(names).getByRole('region', { name: 'Unusual days' }).textContent).toContain(
    'Netscope on 20 Nov 2026: 6 posts, where 0.4 are usual and 3 the most by chance',
  )
  await userEvent.click(within(names).getByRole('button', { name: 'By stance' }))
  expect(within(names).getByText('7 · 58 %')).toBeTruthy()
  expect(within(names).getByText('Not read')).toBeTruthy()
  await userEvent.click(within(names).getByRole('button', { name: 'Show as table: Names' }))
  const rows = within(within(names).getByRole('table', { name: 'Mentions by week and stance' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent)).slice(1)).toEqual([
    ['15 Nov 2026 – 21 Nov 2026', '0', '6', '0', '0', '0', '0', '0'],
    ['8 Nov 2026 – 14 Nov 2026', '4', '1', '0', '0', '0', '0', '1'],
  ])
})

test('a figure that cannot be loaded says so and can be retried, and the others show', async () => {
  const server = fakeServer({ ...answers(), [`GET ${API}/answers`]: problem(422, 'It is being repaired.') })
  renderApp(PATH)
  const answersCard = await card('Time to first answer')
  expect(await within(answersCard).findByText('It is being repaired.')).toBeTruthy()
  expect(await within(await card('Leads found')).findByRole('figure')).toBeTruthy()
  server.answers[`GET ${API}/answers`] = ANSWERS
  await userEvent.click(within(answersCard).getByRole('button', { name: 'Try again' }))
  expect(await within(answersCard).findByText('3 h 20 min')).toBeTruthy()
})

test('figures without data say what is missing', async () => {
  fakeServer({
    ...answers(),
    [`GET ${API}/leads`]: { ...LEADS, leads: { total: 0, by_day: [0, 0, 0] }, by_signal: [], by_channel: [] },
    [`GET ${API}/quality`]: { signals: [] },
    [`GET ${API}/coverage`]: { ...COVERAGE, sources: [] },
    [`GET ${API}/answers`]: { ...ANSWERS, found: 0 },
    [`GET ${API}/credits`]: { ...CREDITS, total: 0, found: 0 },
    [`GET ${API}/names`]: { ...NAMES, names: [], spikes: [] },
  })
  renderApp(PATH)
  expect(await screen.findAllByText('No lead was found on these days.')).toHaveLength(2)
  expect(await screen.findAllByText('The project has no signals yet.')).toHaveLength(2)
  expect(await screen.findByText('No names are watched in this project.')).toBeTruthy()
  expect(await screen.findByText(/^Nothing was listened to or searched/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show as table/ })).toBeNull()
})

test('a guest can read the figures but not save files', async () => {
  const membership = { organization_id: 'o', role: 'GUEST' as const }
  fakeServer({ ...answers(), 'GET /users_info/me': rosa({ organization_membership: membership }) })
  renderApp(PATH)
  expect(await screen.findByRole('button', { name: 'Show as table: Leads found' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save as CSV/ })).toBeNull()
})
