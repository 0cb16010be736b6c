import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { NETSCOPE } from '../../testing/rosas-story.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { leadAnswers, LEADS, list, POSTS, rows } from './testing/leads-story.ts'
import { signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()

test('the list loads enough pages to reach well beyond the visible rows', async () => {
  const all = rows(60)
  const server = fakeServer({
    ...leadAnswers(all),
    [`GET ${LEADS}`]: ({ query }) => {
      const from = Number(query.get('cursor') ?? 0)
      return list(all.slice(from, from + 10), { total: 60, next_cursor: from < 50 ? String(from + 10) : null })
    },
  })
  renderApp(POSTS)
  await screen.findByRole('feed', { name: 'Leads' })
  await waitFor(() => expect(server.of(LEADS).map(({ query }) => query.get('cursor'))).toContain('40'))
})

test.each(['cards', 'table'])('after the last lead, as %s, the list leads to what was passed over', async (mode) => {
  const all = rows(12)
  const more = Promise.withResolvers<object>()
  fakeServer({
    ...leadAnswers(all),
    [`GET ${LEADS}`]: ({ query }) =>
      query.has('cursor') ? more.promise : list(all.slice(0, 10), { total: 12, next_cursor: '10' }),
  })
  renderApp(`${POSTS}?search_text=zabbix`)
  await screen.findByRole('feed', { name: 'Leads' })
  if (mode === 'table') {
    await userEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
    await screen.findByRole('table', { name: 'Leads' })
  }
  expect(screen.queryByRole('link', { name: 'See what was passed over' })).toBeNull()
  more.resolve(list(all.slice(10), { total: 12 }))
  const link = await screen.findByRole('link', { name: 'See what was passed over' })
  expect(link.getAttribute('href')).toBe(`/projects/${NETSCOPE}/passed-over?search=zabbix`)
})

test('a lead that a search was unsure of says so', async () => {
  const [row] = rows(1, { score: 19, level: 'unsure' })
  fakeServer(leadAnswers(row ? [row] : []))
  renderApp(POSTS)
  const feed = within(await screen.findByRole('feed', { name: 'Leads' }))
  expect((await feed.findByText('Unsure')).textContent).toBe('19Unsure')
})

test('the first rows wait for six calls, and everything beside them for the rows', async () => {
  const answer = Promise.withResolvers<object>()
  const server = fakeServer({ ...leadAnswers(rows(1)), [`GET ${LEADS}`]: () => answer.promise })
  renderApp(POSTS)
  expect(await screen.findByText('Loading the leads')).toBeTruthy()
  const first = server.requests.map(({ path }) => path)
  expect(first.toSorted()).toEqual(
    [
      '/users_info/me',
      '/api/v1/organization',
      '/api/v1/project',
      `/api/v1/lead-status-configs/project/${NETSCOPE}`,
      `${LEADS}/smart_columns`,
      LEADS,
    ].toSorted(),
  )
  answer.resolve(list(rows(1)))
  await screen.findByRole('feed', { name: 'Leads' })
  const later = ['/api/v1/organization/credits', `${LEADS}/unread_count`, `/api/v1/events/${NETSCOPE}`]
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(later)))
})
