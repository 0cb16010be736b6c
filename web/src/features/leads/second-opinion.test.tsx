import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { loadPane } from './testing/load-pane.ts'
import { LEADS, list, rows } from './testing/leads-story.ts'
import { PANE, paneAnswers, paneLead } from './testing/pane-story.ts'
import { signInForEachTest } from './testing/posts-screen.ts'

signInForEachTest()
beforeAll(loadPane, 60_000)

async function matchOf(second_opinion: ReturnType<typeof paneLead>['matches'][number]['second_opinion']) {
  const lead = paneLead({ matches: paneLead().matches.map((match) => ({ ...match, second_opinion })) })
  fakeServer({ ...paneAnswers(lead), [`GET ${LEADS}`]: list(rows(1, { read: true })) })
  renderApp(PANE)
  const pane = within(await screen.findByRole('region', { name: 'Reading pane' }))
  const [match] = lead.matches
  return within(await pane.findByRole('region', { name: `Match: ${match?.intent_signal}` }))
}

test.each([
  { state: 'given' as const, note: 'gpt-5-mini read this post too and moved the score from 58 to 72.' },
  {
    state: 'waiting' as const,
    note: 'Judged by the built-in model; OpenAI could not be asked. It is asked again.',
  },
  { state: 'missing' as const, note: 'Judged by the built-in model; OpenAI could not be asked.' },
])('a match shows the state of a large model’s second opinion: $state', async (opinion) => {
  expect((await matchOf(opinion)).getByText(opinion.note)).toBeTruthy()
})

test('a match that the built-in model was sure of shows none', async () => {
  expect((await matchOf(null)).queryByText(/built-in model|read this post too/u)).toBeNull()
})
