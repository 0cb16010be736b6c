import type { View } from '@leadlight/contract/lead-work'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  giveElementsHeight,
  leadAnswers,
  leadId,
  LEADS,
  POSTS,
  rows,
  signal,
  SIGNAL_ID,
} from '../../features/leads/testing/leads-story.ts'
import { company, page, person } from '../../features/prospects/testing/prospects-story.ts'
import { registerCommands } from '../../lib/commands.ts'
import { showOverlay } from '../../lib/overlay.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, QUIETPAGER, rosa } from '../../testing/rosas-story.ts'

const BUSINESS = `/projects/${NETSCOPE}/settings/business`
const VIEW: View = {
  id: 'v',
  name: 'Strong and unread',
  query: 'unread=1&level=strong',
  is_shared: true,
  is_mine: true,
}

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  act(() => showOverlay(null))
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const PEOPLE = `GET /api/v1/prospects/people/${NETSCOPE}`
const COMPANIES = `GET /api/v1/prospects/companies/${NETSCOPE}`
const LEAD_LIST = `GET ${LEADS}`
const NOTHING_FOUND: Answers = {
  [LEAD_LIST]: leadAnswers([])[LEAD_LIST]!,
  [PEOPLE]: page([]),
  [COMPANIES]: page([]),
}

async function start(answers: Answers = {}) {
  const server = fakeServer({ ...leadAnswers(rows(2)), [`GET /api/v1/leads/${NETSCOPE}/views`]: [VIEW], ...answers })
  const app = renderApp(BUSINESS)
  await screen.findByLabelText('Business name')
  return { server, app }
}

async function open() {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Command palette' })
}

const offered = () => screen.getAllByRole('option').map((option) => option.firstChild?.textContent)
const activeName = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  const option = document.querySelector(`[id="${id}"]`)
  expect(option?.getAttribute('aria-selected')).toBe('true')
  return option?.firstChild?.textContent
}

test('Ctrl+K opens it from inside a field, and pressed again closes it', async () => {
  await start()
  screen.getByLabelText('Business name').focus()
  const field = await open()
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test.each([
  ['Escape', '{Escape}'],
  ['its own key', '{Control>}k{/Control}'],
])('closing by %s returns the focus', async (_, keys) => {
  await start()
  const before = screen.getByLabelText('Business name')
  before.focus()
  await open()
  await userEvent.keyboard(keys)
  await waitFor(() => expect(document.activeElement).toBe(before))
})

test('a few letters find a screen, and Enter goes there', async () => {
  const { app } = await start()
  await userEvent.type(await open(), 'team')
  expect(activeName()).toBe('Team')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(app.path()).toBe('/org/team'))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('arrow keys wrap around the results, and their number is announced', async () => {
  await start(NOTHING_FOUND)
  const field = await open()
  const all = offered()
  expect(activeName()).toBe(all[0])
  await userEvent.keyboard('{ArrowUp}')
  expect(activeName()).toBe(all.at(-1))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeName()).toBe(all[1])
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe(`${all.length} results`)
  await userEvent.type(field, 'ж')
  expect(await screen.findByText('Nothing fits “ж”.')).toBeTruthy()
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('a used command is offered first the next time', async () => {
  const { app } = await start()
  await userEvent.type(await open(), 'insights{Enter}')
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/insights`))
  await open()
  expect(offered()[0]).toBe('Insights')
  expect(within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option')).toHaveLength(1)
})

describe('what the project holds is found by its words', () => {
  const ADA = person({ id: leadId(801), name: 'Ada Pager' })
  const ACME = company({ id: leadId(802), name: 'Pager Works' })

  test('leads, people, companies and signals, the newest five of each, after a pause in typing', async () => {
    const { server, app } = await start({
      [PEOPLE]: page([ADA]),
      [COMPANIES]: page([ACME]),
      [`GET /api/v1/intent_signals/${NETSCOPE}`]: [signal({ intent_signal: 'Teams tired of their pager' })],
    })
    await userEvent.type(await open(), 'pager')
    const group = async (name: string) => within(await screen.findByRole('group', { name }))
    expect((await group('Leads')).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Lead 1',
      'Lead 2',
    ])
    expect((await group('People')).getByRole('option', { name: 'Ada Pager' })).toBeTruthy()
    expect((await group('Signals')).getByRole('option', { name: 'Teams tired of their pager' })).toBeTruthy()
    expect(server.of(LEADS).map(({ query }) => query.toString())).toEqual(['search_text=pager&limit=5'])
    await userEvent.click((await group('Companies')).getByRole('option', { name: 'Pager Works' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/prospects/companies/${ACME.id}`))
  })

  test('one letter is not searched for', async () => {
    const { server } = await start()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    const field = await open()
    await user.type(field, 'p')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await user.type(field, 'a')
    expect(await screen.findByRole('group', { name: 'Leads' })).toBeTruthy()
    expect(server.of(LEADS).map(({ query }) => query.get('search_text'))).toEqual(['pa'])
  })

  test('words that no lead has lead to the posts that were passed over', async () => {
    const { app } = await start(NOTHING_FOUND)
    await userEvent.type(await open(), 'zzzz')
    const group = within(await screen.findByRole('group', { name: 'No lead has these words' }))
    await userEvent.click(group.getByRole('option', { name: 'Look among posts passed over' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/passed-over`))
    expect(app.router.state.location.search).toBe('?search=zzzz')
  })

  test('a search that fails says so instead of finding nothing', async () => {
    await start({ ...NOTHING_FOUND, [PEOPLE]: problem(422, 'No.') })
    await userEvent.type(await open(), 'zzzz')
    expect(await screen.findByText('Leads, people and companies could not be searched.')).toBeTruthy()
    expect(screen.queryByText(/Nothing fits/u)).toBeNull()
  })
})

test('a setting is found by what it holds', async () => {
  const { app } = await start()
  await userEvent.type(await open(), 'quiet hours{Enter}')
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/settings/notifications`))
})

test('a search of one signal can be run', async () => {
  const run = `/api/v1/intent_signals/${NETSCOPE}/${SIGNAL_ID}/run_search`
  const { server } = await start({
    [`POST ${run}`]: { search_id: leadId(901) },
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [signal()],
  })
  await userEvent.type(await open(), 'monitoring tool')
  const search = await screen.findByRole('option', { name: /Looking for a monitoring tool.*Run search/ })
  // Enter runs what comes first, and that must not cost anything.
  const signals = await screen.findByRole('group', { name: 'Signals' })
  expect(signals.compareDocumentPosition(search)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(search)
  await waitFor(() => expect(server.of(run)).toHaveLength(1))
})

test('a saved view opens with its filters', async () => {
  const { app } = await start()
  await open()
  await screen.findByRole('option', { name: 'Strong and unread' })
  await userEvent.keyboard('strong{Enter}')
  await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  expect(app.router.state.location.search).toContain('level=strong')
})

test('it switches projects, and does not offer the open one', async () => {
  const { app } = await start()
  await userEvent.type(await open(), 'netscope')
  expect(screen.queryByRole('option', { name: /^Netscope/ })).toBeNull()
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.keyboard('quiet{Enter}')
  await waitFor(() => expect(app.path()).toBe(`/projects/${QUIETPAGER}/posts`))
})

test('features register their own commands, evaluated when it opens', async () => {
  await start()
  const ran: string[] = []
  const unregister = registerCommands(() => [
    { id: 'lead-star', group: 'This lead', name: 'Star', keys: ['s'], run: () => ran.push('star') },
  ])
  await open()
  expect(offered()[0]).toBe('Star')
  await userEvent.click(screen.getByRole('option', { name: /^Star/ }))
  expect(ran).toEqual(['star'])
  unregister()
  await open()
  expect(within(screen.getByRole('listbox')).queryByRole('group', { name: 'This lead' })).toBeNull()
})

test('a guest is offered only what a guest may do', async () => {
  await start({
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  await open()
  expect(offered()).not.toContain('New project')
  expect(screen.queryByRole('group', { name: 'Run search' })).toBeNull()
  expect(screen.getByRole('option', { name: /^Signals/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /^(Sources|New signal|Audit log)/ })).toBeNull()
})

test('no key leads a guest to the sources, and none is listed', async () => {
  const { app } = await start({
    'GET /users_info/me': rosa({ organization_membership: { organization_id: 'o', role: 'GUEST' } }),
  })
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await userEvent.keyboard('?')
  const goTo = within(await screen.findByRole('region', { name: 'Go to' }))
  expect(goTo.getByText('Signals')).toBeTruthy()
  expect(goTo.queryByText('Sources')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  const headedFor = new Set<string>()
  app.router.subscribe(({ location, navigation }) => headedFor.add((navigation.location ?? location).pathname))
  await userEvent.keyboard('gogn')
  const signals = `/projects/${NETSCOPE}/signals`
  await waitFor(() => expect(app.path()).toBe(signals))
  expect([...headedFor]).toEqual([signals])
})

test('the theme can be chosen', async () => {
  await start()
  await userEvent.type(await open(), 'dark theme{Enter}')
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('g and a letter go to a screen, and the letter alone does nothing', async () => {
  const { app } = await start()
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await userEvent.keyboard('gt')
  await waitFor(() => expect(app.path()).toBe('/org/team'))
  await userEvent.keyboard('g?')
  await expect(screen.findByRole('dialog', {}, { timeout: 300 })).rejects.toThrow('Unable to find')
})

test('? lists all shortcuts of the product in groups, with a search', async () => {
  await start()
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getAllByRole('region').map((group) => group.getAttribute('aria-label'))).toEqual([
    // The scrolling region around the groups.
    'Shortcuts',
    'Anywhere',
    'Go to',
    'Through the posts',
    'The selected leads, or the one you are at',
    'People and companies',
  ])
  await userEvent.type(dialog.getByRole('searchbox'), 'undo')
  const undo = 'Undo the last change'
  expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual([undo, undo])
  await userEvent.clear(dialog.getByRole('searchbox'))
  await userEvent.type(dialog.getByRole('searchbox'), 'nothing like it')
  expect(dialog.getByText('No shortcut fits.')).toBeTruthy()
})

describe('on the posts screen', () => {
  beforeEach(giveElementsHeight)

  async function startAt(path: string, answers: Answers = {}) {
    const server = fakeServer({
      ...leadAnswers(rows(2)),
      [`GET /api/v1/leads/${NETSCOPE}/views`]: [],
      [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: [
        { id: leadId(71), name: 'Answered', color: 'blue', position: 0 },
      ],
      [`POST ${LEADS}/update_status`]: { updated: 1, undo_token: null },
      ...answers,
    })
    renderApp(path)
    await screen.findByRole('feed')
    return server
  }

  test('the open lead can be starred and given a status', async () => {
    const server = await startAt(`${POSTS}/${leadId(1)}`)
    await screen.findByRole('heading', { name: 'Lead 1', level: 1 })
    await userEvent.type(await open(), 'status answered')
    expect(activeName()).toBe('Status: Answered')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(server.of(`${LEADS}/update_status`)[0]?.body).toEqual({
        status_config_id: leadId(71),
        lead_ids: [leadId(1)],
      }),
    )
    await userEvent.type(await open(), 'star{Enter}')
    await waitFor(() => expect(server.of(`${LEADS}/lead/${leadId(1)}/star`)[0]?.body).toEqual({ starred: true }))
  })

  test('a lead that is only focused is named, since none is open', async () => {
    await startAt(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 2' })).focus()
    await open()
    expect(screen.getByRole('group', { name: 'Lead: Lead 2' })).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'This lead' })).toBeNull()
  })

  test('without a target lead there are no lead commands', async () => {
    await startAt(POSTS)
    await open()
    expect(screen.queryByRole('group', { name: 'This lead' })).toBeNull()
  })
})
