import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import {
  bodiesOf,
  giveElementsHeight,
  leadAnswers,
  leadId,
  leadOf,
  LEADS,
  list,
  noContent,
  POSTS,
  rows,
} from './testing/leads-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const feed = () => screen.findByRole('feed', { name: 'Leads' })
const titles = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'))
const row = async (name: string) => screen.findByRole('article', { name })
const unreadChip = () => screen.getByRole('button', { name: /^Unread/ })

describe('the list', () => {
  test('shows each lead with its evidence marked, its score in a word, its signal and age', async () => {
    fakeServer(leadAnswers(rows(2)))
    renderApp(POSTS)
    const first = within(await row('Lead 1'))
    expect(first.getByText('We need something that finds new hosts on its own').tagName).toBe('MARK')
    expect(first.getByText('Strong').textContent).toBe('94Strong')
    expect(first.getByText('Looking for a monitoring tool')).toBeTruthy()
    expect(first.getByText('Unread')).toBeTruthy()
  })

  test('loads further pages by cursor before its end is reached, and reports a failure', async () => {
    const all = rows(60)
    const server = fakeServer({
      ...leadAnswers(all),
      [`GET ${LEADS}`]: ({ query }) =>
        query.get('cursor')
          ? problem(503, 'The database is busy.')
          : list(all.slice(0, 30), { total: 60, next_cursor: 'c1' }),
    })
    renderApp(POSTS)
    await feed()
    await waitFor(() => expect(server.of(LEADS).map(({ query }) => query.get('cursor'))).toEqual([null, 'c1']))
    expect((await row('Lead 1')).getAttribute('aria-setsize')).toBe('60')
    expect(screen.queryByRole('article', { name: 'Lead 30' })).toBeNull()
  })

  test.each([
    ['nothing matches', '?search_text=zzz', list([]), 'No leads match these filters'],
    ['there are none at all', '', list([]), 'No leads yet'],
  ])('says when %s', async (_case, search, answer, heading) => {
    fakeServer({ ...leadAnswers([]), [`GET ${LEADS}`]: answer })
    renderApp(POSTS + search)
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  })

  test('says why there are none only once the signals are known, and is busy until then', async () => {
    let answerSignals: (answer: object) => void = () => undefined
    fakeServer({
      ...leadAnswers([]),
      [`GET ${LEADS}`]: list([]),
      [`GET /api/v1/intent_signals/${NETSCOPE}`]: () => new Promise((done) => (answerSignals = done)),
    })
    renderApp(POSTS)
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('Loading the leads'))
    expect(screen.queryByRole('link', { name: 'Write your first signal' })).toBeNull()
    answerSignals([])
    expect(await screen.findByRole('link', { name: 'Write your first signal' })).toBeTruthy()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
  })

  test('says why it could not be loaded, and retries on request', async () => {
    const server = fakeServer({ ...leadAnswers(rows(1)), [`GET ${LEADS}`]: problem(422, 'The filter is too old.') })
    renderApp(POSTS)
    expect((await screen.findByRole('alert')).textContent).toContain('The filter is too old.')
    server.answers[`GET ${LEADS}`] = list(rows(1))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row('Lead 1')).toBeTruthy()
  })
})

describe('the reading pane', () => {
  test('shows the whole text with evidence for and against, and marks the lead as read', async () => {
    const server = fakeServer(leadAnswers(rows(2)))
    const app = renderApp(POSTS)
    await feed()
    await waitFor(() => expect(unreadChip().textContent).toBe('Unread 47'))
    await userEvent.click(screen.getByRole('link', { name: 'Lead 1' }))
    const pane = within(screen.getByRole('region', { name: 'Reading pane' }))
    const against = await pane.findByText('Open source would be nice')
    expect([against.tagName, against.dataset.kind]).toEqual(['MARK', 'against'])
    expect(pane.getByText('The author asks peers for a tool.')).toBeTruthy()
    expect(pane.getByRole('link', { name: 'Open thread' }).getAttribute('rel')).toContain('noopener')
    expect(app.path()).toBe(`${POSTS}/${leadId(1)}`)
    await waitFor(() => expect(server.of(`${LEADS}/lead/${leadId(1)}/read`)).toHaveLength(1))
    expect(unreadChip().textContent).toBe('Unread 46')
    expect(within(await row('Lead 1')).queryByText('Unread')).toBeNull()
  })

  test('opens from a link alone, and says if the lead does not exist', async () => {
    fakeServer({
      ...leadAnswers(rows(1)),
      [`GET ${LEADS}/lead/${leadId(9)}`]: problem(404, 'That lead does not exist.'),
    })
    renderApp(`${POSTS}/${leadId(9)}`)
    expect(await screen.findByRole('heading', { name: 'This lead does not exist' })).toBeTruthy()
  })

  test('highlights one signal while it is pointed at', async () => {
    const [first] = rows(1)
    const lead = leadOf(first!)
    const other = { ...lead.matches[0]!, intent_signal_id: leadId(77), intent_signal: 'Leaving Nagios', score: 61 }
    other.evidence = [{ start: 0, end: 4, kind: 'for', label: 'names it' }]
    fakeServer({
      ...leadAnswers([first!]),
      [`GET ${LEADS}/lead/${leadId(1)}`]: { ...lead, matches: [...lead.matches, other] },
    })
    renderApp(`${POSTS}/${leadId(1)}`)
    const button = await screen.findByRole('button', { name: /Leaving Nagios/ })
    const pane = within(screen.getByRole('region', { name: 'Reading pane' }))
    const words = pane.getByText('We need something that finds new hosts on its own')
    expect(words.dataset.kind).toBe('for')
    button.focus()
    await waitFor(() => expect(words.dataset.kind).toBe('faded'))
    button.blur()
    await waitFor(() => expect(words.dataset.kind).toBe('for'))
  })
})

describe('a change', () => {
  test('refused by the server is reverted, with a toast', async () => {
    fakeServer({ ...leadAnswers(rows(1)), [`POST ${LEADS}/lead/${leadId(1)}/star`]: problem(503, 'Try again later.') })
    renderApp(POSTS)
    const lead = within(await row('Lead 1'))
    await userEvent.click(lead.getByRole('button', { name: 'Star' }))
    expect((await screen.findByText(/The lead could not be starred/)).textContent).toContain('Try again later.')
    expect(lead.getByRole('button', { name: 'Star' }).getAttribute('aria-pressed')).toBe('false')
  })

  test('shows at once', async () => {
    fakeServer({
      ...leadAnswers(rows(1)),
      [`POST ${LEADS}/lead/${leadId(1)}/star`]: () => new Promise(() => undefined),
    })
    renderApp(POSTS)
    const lead = within(await row('Lead 1'))
    await userEvent.click(lead.getByRole('button', { name: 'Star' }))
    expect(lead.getByRole('button', { name: 'Take the star away' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('of deletion goes on to the next lead, and Undo brings the lead back', async () => {
    const token = leadId(500)
    const server = fakeServer({
      ...leadAnswers(rows(3)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1, undo_token: token },
      [`POST ${LEADS}/undo`]: { updated: 1 },
    })
    const app = renderApp(`${POSTS}/${leadId(2)}`)
    await row('Lead 2')
    const pane = within(screen.getByRole('region', { name: 'Reading pane' }))
    await userEvent.click(await pane.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(3)}`))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Lead 2' })).toBeNull())
    expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_deleted`)).toEqual([{ lead_ids: [leadId(2)] }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await row('Lead 2')).toBeTruthy()
    expect(bodiesOf(server.requests, `${LEADS}/undo`)).toEqual([{ undo_token: token }])
  })

  test('that cannot be undone says so, and the list is read again', async () => {
    const server = fakeServer({
      ...leadAnswers(rows(2)),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1, undo_token: leadId(500) },
      [`POST ${LEADS}/undo`]: problem(410, 'Ten minutes have passed.', 'undo_expired'),
    })
    renderApp(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('#')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Lead 1' })).toBeNull())
    await screen.findByRole('button', { name: 'Undo' })
    server.answers[`GET ${LEADS}`] = list(rows(2).slice(1))
    await userEvent.keyboard('z')
    expect((await screen.findByText(/could not be undone/)).textContent).toContain('Ten minutes have passed.')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Lead 1' })).toBeNull())
  })
})

describe('a selection', () => {
  test('grows by x and Shift, and is changed as one', async () => {
    const server = fakeServer({
      ...leadAnswers(rows(5)),
      [`POST ${LEADS}/mark_leads_as_read`]: { updated: 3, undo_token: leadId(500) },
    })
    renderApp(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 2' })).focus()
    await userEvent.keyboard('x')
    const user = userEvent.setup()
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('link', { name: 'Lead 4' }))
    await user.keyboard('{/Shift}')
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected leads' }))
    expect(bar.getByRole('status').textContent).toBe('3 leads selected')
    await user.click(bar.getByRole('button', { name: 'Mark as read' }))
    expect(await screen.findByText('Marked 3 leads as read')).toBeTruthy()
    expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_read`)).toEqual([{ lead_ids: [2, 3, 4].map(leadId) }])
    expect(bar.getByRole('status').textContent).toBe('3 leads selected')
    expect(within(await row('Lead 3')).queryByText('Unread')).toBeNull()
  })

  test('of all matches is sent as the filter', async () => {
    const server = fakeServer({
      ...leadAnswers(rows(3)),
      [`GET ${LEADS}`]: list(rows(3), { total: 1284, next_cursor: null }),
      [`POST ${LEADS}/mark_leads_as_deleted`]: { updated: 1284, undo_token: leadId(500) },
    })
    renderApp(`${POSTS}?read=false&search_text=nagios`)
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('x')
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 1,284 that match' }))
    server.answers[`GET ${LEADS}`] = list([])
    await userEvent.keyboard('#')
    expect(await screen.findByText('Deleted 1,284 leads')).toBeTruthy()
    expect(bodiesOf(server.requests, `${LEADS}/mark_leads_as_deleted`)).toEqual([
      { filter: { read: false, search_text: 'nagios' } },
    ])
    expect(await screen.findByRole('heading', { name: 'No leads match these filters' })).toBeTruthy()
  })
})

describe('keys', () => {
  test('move through the list, open, star and go back', async () => {
    const server = fakeServer(leadAnswers(rows(3)))
    const app = renderApp(POSTS)
    await feed()
    await userEvent.keyboard('jj')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 2'))
    await userEvent.keyboard('k')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 1'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(1)}`))
    await userEvent.keyboard('j')
    await waitFor(() => expect(app.path()).toBe(`${POSTS}/${leadId(2)}`))
    await userEvent.keyboard('s')
    await waitFor(() =>
      expect(bodiesOf(server.requests, `${LEADS}/lead/${leadId(2)}/star`)).toEqual([{ starred: true }]),
    )
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(app.path()).toBe(POSTS))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lead 2'))
    expect(titles()).toEqual(['Lead 1', 'Lead 2', 'Lead 3'])
  })

  test('each count, however fast they are pressed', async () => {
    fakeServer(leadAnswers(rows(3)))
    renderApp(`${POSTS}/${leadId(1)}`)
    await row('Lead 1')
    await userEvent.setup({ delay: null }).keyboard('jx')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select: Lead 2' }).checked).toBe(true)
  })

  test('do nothing during typing; / goes to the search', async () => {
    const server = fakeServer(leadAnswers(rows(2)))
    renderApp(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('/s#')
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search leads' })
    expect(search.value).toBe('s#')
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('are listed by ? and can be switched off', async () => {
    const server = fakeServer({ ...leadAnswers(rows(2)), [`POST ${LEADS}/mark_leads_as_unread`]: noContent() })
    renderApp(POSTS)
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getAllByText('Undo the last change')).toHaveLength(2)
    const selected = within(dialog.getByRole('region', { name: 'The selected leads, or the one you are at' }))
    const keyOf = (words: string) => selected.getByText(words).nextElementSibling?.textContent
    expect(['To answer', 'Answered', 'Won'].map((name) => keyOf(`Status: ${name}`))).toEqual(['1', '2', '3'])
    await userEvent.click(dialog.getByRole('switch', { name: 'Single keys act as shortcuts' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await screen.findByRole('link', { name: 'Lead 1' })).focus()
    await userEvent.keyboard('s#u')
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })
})
