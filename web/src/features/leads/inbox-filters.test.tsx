import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { giveElementsHeight, leadAnswers, LEADS, POSTS, rows, SIGNAL_ID } from './testing/leads-story.ts'

beforeAll(giveElementsHeight)
beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const feed = () => screen.findByRole('feed', { name: 'Leads' })
const unreadChip = () => screen.getByRole('button', { name: /^Unread/ })

describe('filters', () => {
  test('are read from the URL and sent, empty ones left out, days as instants', async () => {
    const server = fakeServer(leadAnswers(rows(1)))
    renderApp(
      `${POSTS}?intent_signals=${SIGNAL_ID}&data_source_filters=all&read=false&search_text=&sort_by=score&date_from=2026-11-01T00:00:00.000Z`,
    )
    await feed()
    expect(Object.fromEntries(server.of(LEADS)[0]!.query)).toEqual({
      intent_signals: SIGNAL_ID,
      read: 'false',
      date_from: '2026-11-01T00:00:00.000Z',
      sort_by: 'score',
      sort_order: 'desc',
      limit: '100',
    })
  })

  test('are written to the URL when chosen', async () => {
    fakeServer(leadAnswers(rows(2)))
    const { router } = renderApp(POSTS)
    await feed()
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe('?read=false'))
    await userEvent.click(screen.getByRole('button', { name: 'Any signal' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Looking for a monitoring tool/ }))
    await waitFor(() => expect(router.state.location.search).toBe(`?intent_signals=${SIGNAL_ID}&read=false`))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(unreadChip())
    await waitFor(() => expect(router.state.location.search).toBe(`?intent_signals=${SIGNAL_ID}`))
  })

  test('apply the search text after a pause in typing', async () => {
    const server = fakeServer(leadAnswers(rows(2)))
    renderApp(POSTS)
    await feed()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'nagios')
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('search_text')).toBe('nagios'))
    expect(server.of(LEADS)).toHaveLength(2)
  })

  test.each([
    ['the whole of a long address', `https://posts.example/t/1?${'shared='.repeat(80)}`, 586],
    ['of words as many as a search takes', 'nagios '.repeat(50), 200],
  ])('take %s', async (_, pasted, length) => {
    const server = fakeServer(leadAnswers(rows(2)))
    renderApp(POSTS)
    await feed()
    await userEvent.click(screen.getByRole('searchbox', { name: 'Search leads' }))
    await userEvent.paste(pasted)
    await waitFor(() => expect(server.of(LEADS).at(-1)?.query.get('search_text')).toBe(pasted.slice(0, length).trim()))
  })
})
