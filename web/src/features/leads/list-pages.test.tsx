import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
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

test('a lead that a search was unsure of says so', async () => {
  const [row] = rows(1, { score: 19, level: 'unsure' })
  fakeServer(leadAnswers(row ? [row] : []))
  renderApp(POSTS)
  const feed = within(await screen.findByRole('feed', { name: 'Leads' }))
  expect((await feed.findByText('Unsure')).textContent).toBe('19Unsure')
})
