import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  COLUMN_IDS,
  leadAnswers,
  leadId,
  LEADS,
  list,
  POSTS,
  rows,
  SIGNAL_ID,
  smartColumns,
  STATUS_IDS,
} from './testing/leads-story.ts'
import { choose, press, signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()

const [TO_ANSWER, ANSWERED] = STATUS_IDS

const counts = {
  statuses: [
    { id: TO_ANSWER, count: 12 },
    { id: ANSWERED, count: 10_000 },
    { id: 'none', count: 0 },
  ],
  channels: [{ id: 'hacker_news', count: 3 }],
  intent_signals: [{ id: SIGNAL_ID, count: 7 }],
  github_issue_states: [{ id: 'OPEN', count: 5 }],
  unread: 47,
  starred: 2,
  capped_at: 10_000,
}

function start(search = '') {
  const server = fakeServer({
    ...leadAnswers(rows(2)),
    [`GET ${LEADS}/counts`]: counts,
    [`GET ${LEADS}/smart_columns`]: smartColumns(),
  })
  return { server, ...renderApp(POSTS + search) }
}

describe('the filter bar', () => {
  test('shows how many leads each choice would show, once the menu opens', async () => {
    const { server } = start('?read=false')
    await screen.findByRole('feed')
    expect(server.of(`${LEADS}/counts`)).toEqual([])
    await press('Any status')
    const menu = within(await screen.findByRole('menu'))
    await waitFor(() =>
      expect(menu.getAllByRole('menuitemcheckbox').map((item) => item.textContent)).toEqual([
        'To answer12',
        'Answered10,000+',
        'Won0',
        'No status0',
      ]),
    )
    expect(Object.fromEntries(server.of(`${LEADS}/counts`)[0]!.query)).toEqual({ read: 'false' })
  })

  test('takes several statuses and "No status", by the contract’s names', async () => {
    const { server, router } = start()
    await press('Any status')
    await choose('menuitemcheckbox', /^Answered/)
    await choose('menuitemcheckbox', /^No status/)
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.getAll('status_config_id')).toEqual([ANSWERED, 'none']))
    expect(router.state.location.search).toBe(`?status_config_id=${ANSWERED}&status_config_id=none`)
  })

  test('narrows by GitHub state, stars, deleted leads and a period', async () => {
    const { server, router } = start()
    await press('Any date')
    const dates = within(await screen.findByRole('dialog', { name: 'Posted' }))
    await userEvent.click(dates.getByRole('button', { name: 'Last 7 days' }))
    expect(await screen.findByRole('button', { name: 'Last 7 days', expanded: true })).toBeTruthy()
    await press('More')
    const panel = within(await screen.findByRole('dialog', { name: 'More filters' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Open' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Starred only' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Deleted leads' }))
    await waitFor(() =>
      expect(router.state.location.search).toBe('?github_issue_states=OPEN&starred=true&deleted=true&period=7d'),
    )
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('date_from')).toMatch(/T\d\d:\d\d:00\.000Z$/))
    expect(Object.fromEntries(server.of(LEADS).at(-1)!.query)).toMatchObject({
      github_issue_states: 'OPEN',
      starred: 'true',
      deleted: 'true',
    })
  })

  test.each([
    ['', false],
    ['?github_issue_states=CLOSED', true],
  ])('offers no GitHub state where no lead has one, unless one is chosen: %s', async (search, isOffered) => {
    const { server } = start(search)
    server.answers[`GET ${LEADS}/counts`] = { ...counts, github_issue_states: [] }
    await press(/^More( \d+)?$/)
    const panel = within(await screen.findByRole('dialog', { name: 'More filters' }))
    expect(await panel.findByText('47')).toBeTruthy()
    expect(panel.queryByRole('group', { name: 'On GitHub' }) !== null).toBe(isOffered)
  })

  test('shows the days in the URL, and takes others', async () => {
    const { router } = start('?date_from=2026-11-01&date_to=2026-11-02')
    await press('1 Nov – 2 Nov 2026')
    const panel = within(await screen.findByRole('dialog', { name: 'Posted' }))
    const [from, to] = ['Posted from', 'Posted to'].map((name) => panel.getByLabelText<HTMLInputElement>(name))
    expect([from!.value, to!.value]).toEqual(['2026-11-01', '2026-11-02'])
    fireEvent.change(to!, { target: { value: '' } })
    fireEvent.blur(to!)
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('date_to')).toBeNull())
    await waitFor(() => expect(to!.value).toBe(''))
  })

  test.each([
    ['?period=30d', 'Last 30 days'],
    ['?date_from=2026-11-01', 'From 1 Nov 2026'],
    ['?date_to=2026-11-02', 'To 2 Nov 2026'],
    ['?date_from=2026-11-02&date_to=2026-11-02', '2 Nov 2026'],
    ['?date_from=2026-11-01&date_to=2026-11-02', '1 Nov – 2 Nov 2026'],
    ['?date_from=2025-12-31&date_to=2026-01-01', '31 Dec 2025 – 1 Jan 2026'],
  ])('says the dates %s in one chip, and takes them away at once', async (search, words) => {
    const { router } = start(search)
    expect(await screen.findByRole('button', { name: words })).toBeTruthy()
    const set = within(await screen.findByRole('list', { name: 'Filters that are set' }))
    expect(set.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([words, 'Clear all'])
    await userEvent.click(set.getByRole('button', { name: `Take away: ${words}` }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(await screen.findByRole('button', { name: 'Any date' })).toBeTruthy()
  })

  test('offers periods from the latest to the longest', async () => {
    start()
    await press('Any date')
    const panel = within(await screen.findByRole('dialog', { name: 'Posted' }))
    const periods = within(panel.getByRole('group', { name: 'Posted' })).getAllByRole('button')
    const words = ['Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'Last 90 days']
    expect(periods.map(({ textContent }) => textContent)).toEqual(words)
  })

  test('waits for a whole year while a day is typed, and offers yesterday', async () => {
    const { router } = start()
    const search = (name: string) => new URLSearchParams(router.state.location.search).get(name)
    await press('Any date')
    const panel = within(await screen.findByRole('dialog', { name: 'Posted' }))
    const from = panel.getByLabelText<HTMLInputElement>('Posted from')
    for (const value of ['0002-11-26', '0020-11-26', '0202-11-26']) fireEvent.change(from, { target: { value } })
    expect([search('date_from'), from.value]).toEqual([null, '0202-11-26'])
    fireEvent.change(from, { target: { value: '2026-11-26' } })
    await waitFor(() => expect(search('date_from')).not.toBeNull())
    await userEvent.click(panel.getByRole('button', { name: 'Yesterday' }))
    const at = new Date()
    const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate())
    await waitFor(() => expect(search('date_to')).toBe(new Date(midnight.getTime() - 1).toISOString()))
  })

  test('narrows by smart columns: yes or no, and an operator with a text', async () => {
    const { server } = start()
    await press('More')
    const panel = within(await screen.findByRole('dialog', { name: 'More filters' }))
    await userEvent.click(await panel.findByRole('combobox', { name: 'Budget' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Yes' }))
    await userEvent.click(panel.getByRole('combobox', { name: 'Tool' }))
    await userEvent.click(await screen.findByRole('option', { name: 'does not contain' }))
    await userEvent.type(await panel.findByRole('textbox', { name: 'Tool: words' }), 'nagios')
    const wanted = [
      { column_id: COLUMN_IDS.budget, operator: 'equals', bool_value: true },
      { column_id: COLUMN_IDS.tool, operator: 'not_contains', text_value: 'nagios' },
    ]
    await waitFor(() =>
      expect(JSON.parse(server.of(LEADS).at(-1)?.query.get('smart_column_values') ?? '[]')).toEqual(wanted),
    )
  })

  test('shows the smart columns in the URL', async () => {
    const wanted = [
      { column_id: COLUMN_IDS.budget, operator: 'equals', bool_value: false },
      { column_id: COLUMN_IDS.tool, operator: 'not_contains', text_value: 'nagios' },
    ]
    start(`?smart_column_values=${encodeURIComponent(JSON.stringify(wanted))}`)
    await press(/^More( \d+)?$/)
    const panel = within(await screen.findByRole('dialog', { name: 'More filters' }))
    expect((await panel.findByRole('combobox', { name: 'Budget' })).textContent).toBe('No')
    expect(panel.getByRole('combobox', { name: 'Tool' }).textContent).toBe('does not contain')
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Tool: words' }).value).toBe('nagios')
  })

  test('applies a smart column’s text if its panel closes during typing', async () => {
    const { router } = start()
    await screen.findByRole('feed')
    await press('More')
    const panel = within(await screen.findByRole('dialog', { name: 'More filters' }))
    await userEvent.click(await panel.findByRole('combobox', { name: 'Tool' }))
    await userEvent.click(await screen.findByRole('option', { name: 'contains' }))
    await userEvent.type(await panel.findByRole('textbox', { name: 'Tool: words' }), 'nagios{Escape}')
    expect(screen.queryByRole('dialog', { name: 'More filters' })).toBeNull()
    await waitFor(() => expect(router.state.location.search).toContain('nagios'))
  })

  test('shows the active filters, each removable, and clears all at once but the order', async () => {
    const columns = JSON.stringify([{ column_id: COLUMN_IDS.tool, operator: 'contains', text_value: 'nagios' }])
    const { router } = start(
      `?status_config_id=${TO_ANSWER}&lead_ids=${leadId(1)}&smart_column_values=${encodeURIComponent(columns)}&sort_by=score`,
    )
    const set = within(await screen.findByRole('list', { name: 'Filters that are set' }))
    await set.findByRole('button', { name: 'Take away: Tool contains "nagios"' })
    expect(set.getByRole('button', { name: 'Take away: 1 chosen lead' })).toBeTruthy()
    await userEvent.click(set.getByRole('button', { name: 'Take away: To answer' }))
    await waitFor(() => expect(router.state.location.search).not.toContain('status_config_id'))
    await userEvent.click(set.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort_by=score&sort_order=desc'))
  })

  test('holds every filter in a sheet on small screens', async () => {
    const { server } = start()
    await press('Filters')
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(sheet.getByRole('checkbox', { name: 'To answer' }))
    await userEvent.click(sheet.getByRole('checkbox', { name: 'Looking for a monitoring tool' }))
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('intent_signals')).toBe(SIGNAL_ID))
    expect(server.of(LEADS).at(-1)?.query.get('status_config_id')).toBe(TO_ANSWER)
    await userEvent.click(sheet.getByRole('button', { name: 'Show leads' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
  })

  test('offers to clear the filters if no lead matches', async () => {
    const { server, router } = start('?starred=true')
    server.answers[`GET ${LEADS}`] = ({ query }) => list(query.has('starred') ? [] : rows(2))
    await press('Clear filters')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(await screen.findByRole('article', { name: 'Lead 1' })).toBeTruthy()
  })
})

describe('the order', () => {
  test('is chosen from a menu that includes smart columns, and goes into the URL', async () => {
    const { server, router } = start()
    await press('Order: Newest posts')
    await choose('menuitemradio', 'Tool: Z to A')
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('sort_by')).toBe(`column:${COLUMN_IDS.tool}`))
    expect(server.of(LEADS).at(-1)?.query.get('sort_order')).toBe('desc')
    await press('Order: Smart column')
    await choose('menuitemradio', 'Status')
    await waitFor(() => expect(router.state.location.search).toBe('?sort_by=status&sort_order=asc'))
  })
})

test('the URL opens the dialogs for statuses and smart columns', async () => {
  const { router } = start('?read=false')
  await press('More about this list')
  await choose('menuitem', 'Edit statuses…')
  await waitFor(() => expect(router.state.location.search).toBe('?read=false&manage=statuses'))
  expect(router.state.location.pathname).toBe(`/projects/${NETSCOPE}/posts`)
})

test('what was not kept is one step from the list, with the words looked for', async () => {
  const { router } = start('?search_text=nagios')
  await press('More about this list')
  await choose('menuitem', 'Passed-over posts')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/projects/${NETSCOPE}/passed-over`))
  expect(router.state.location.search).toBe('?search=nagios')
})

test('a post read elsewhere is added one step from the list', async () => {
  const { router } = start('')
  await press('More about this list')
  await choose('menuitem', 'Add a post you read elsewhere…')
  await waitFor(() => expect(router.state.location.pathname).toBe('/add'))
})
