import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { loadPane } from './testing/load-pane.ts'
import { LEADS, list, rows } from './testing/leads-story.ts'
import { LEAD_PATH, note, PANE, paneAnswers, paneLead } from './testing/pane-story.ts'
import { signInForEachTest } from './testing/posts-screen.ts'

const GONE = {
  title: null,
  author: null,
  excerpt: { text: '', evidence: [] },
  source_deleted_at: '2026-11-21T08:00:00.000Z',
}

signInForEachTest()
beforeAll(loadPane, 60_000)

test('a lead whose post was deleted at its source says so, in list and pane, and keeps the team’s work', async () => {
  const matches = paneLead().matches.map((match) => ({ ...match, evidence: [] }))
  const gone = paneLead({ ...GONE, text: '', body_start: 0, author_url: null, matches })
  const [row] = rows(1, { read: true, ...GONE })
  fakeServer({ ...paneAnswers(gone, [note({ text: 'They have moved on.' })]), [`GET ${LEADS}`]: list([row!]) })
  renderApp(PANE)

  const article = within(await screen.findByRole('article', { name: 'Deleted at the source' }))
  expect(article.getByRole('checkbox', { name: 'Select: Deleted at the source' })).toBeTruthy()
  const pane = within(await screen.findByRole('region', { name: 'Reading pane' }))
  expect(await pane.findByRole('heading', { level: 1, name: 'Deleted at the source' })).toBeTruthy()
  expect(pane.getByText(/^The post is no longer on Reddit/u)).toBeTruthy()
  expect(await pane.findByText('They have moved on.')).toBeTruthy()
  expect(pane.getByRole('link', { name: /^Open the thread/u }).getAttribute('href')).toBe(gone.url)
  expect(pane.queryByRole('region', { name: 'Drafts' })).toBeNull()
  expect(LEAD_PATH).toContain(gone.id)
})
