import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  giveElementsHeight,
  leadAnswers,
  leadId,
  LEADS,
  list,
  POSTS,
  rows,
  smartColumns,
  SIGNAL_ID,
} from './testing/leads-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const feed = () => screen.findByRole('feed', { name: 'Leads' })
const row = async (name: string) => screen.findByRole('article', { name })
const unreadChip = () => screen.getByRole('button', { name: /^Unread/ })

describe('a URL', () => {
  test('sorted by a deleted smart column offers the default order', async () => {
    fakeServer({
      ...leadAnswers(rows(1)),
      [`GET ${LEADS}`]: ({ query }) =>
        query.has('sort_by') ? problem(404, 'That smart column does not exist.', 'column_not_found') : list(rows(1)),
    })
    const app = renderApp(`${POSTS}?sort_by=column:${leadId(900)}`)
    expect((await screen.findByRole('alert')).textContent).toContain('a smart column that no longer exists')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Sort by newest posts' }))
    expect(await row('Lead 1')).toBeTruthy()
    expect(app.path()).toBe(POSTS)
  })

  test('filtered by smart columns, one of them deleted, offers the list without that one', async () => {
    const [column] = smartColumns()
    const [there, gone] = [column!.id, leadId(901)]
    const filter = (column_id: string) => ({ column_id, operator: 'equals', bool_value: true })
    const server = fakeServer({
      ...leadAnswers(rows(1)),
      [`GET ${LEADS}/smart_columns`]: [column!],
      [`GET ${LEADS}`]: ({ query }) =>
        query.get('smart_column_values')?.includes(gone)
          ? problem(404, 'That smart column does not exist.', 'column_not_found')
          : list(rows(1)),
    })
    const columnFilters = encodeURIComponent(JSON.stringify([filter(there), filter(gone)]))
    renderApp(`${POSTS}?smart_column_values=${columnFilters}`)
    expect((await screen.findByRole('alert')).textContent).toContain('filtered by a smart column that no longer exists')
    await userEvent.click(screen.getByRole('button', { name: 'Show without that filter' }))
    expect(await row('Lead 1')).toBeTruthy()
    expect(JSON.parse(server.of(LEADS).at(-1)?.query.get('smart_column_values') ?? '')).toEqual([filter(there)])
  })

  test('goes back filter by filter, but not letter by letter', async () => {
    const server = fakeServer(leadAnswers(rows(2)))
    const { router } = renderApp(POSTS)
    await feed()
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'nagios')
    await waitFor(() => expect(router.state.location.search).toContain('search_text=nagios'))
    // The URL changes a moment before the rendered page, which makes the requests.
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('search_text')).toBe('nagios'))
    await act(async () => router.navigate(-1))
    expect(router.state.location.search).toBe('')
    // The render follows the URL.
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search leads' })
    await waitFor(() => expect([unreadChip().getAttribute('aria-pressed'), box.value]).toEqual(['false', '']))
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
  })

  test('is the base of a choice made after going back', async () => {
    fakeServer(leadAnswers(rows(2)))
    const { router } = renderApp(POSTS)
    await feed()
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
    await userEvent.click(screen.getByRole('button', { name: 'Any signal' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Looking for a monitoring tool/ }))
    await waitFor(() => expect(router.state.location.search).toBe(`?intent_signals=${SIGNAL_ID}&read=false`))
    await userEvent.keyboard('{Escape}')
    await act(async () => router.navigate(-1))
    expect(await screen.findByRole('button', { name: 'Any signal' })).toBeTruthy()
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
})
