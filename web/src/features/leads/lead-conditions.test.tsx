import type { Condition } from '@leadlight/contract/evidence'
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

async function matchWith(conditions: Condition[]) {
  const lead = paneLead({ matches: paneLead().matches.map((match) => ({ ...match, conditions })) })
  fakeServer({ ...paneAnswers(lead), [`GET ${LEADS}`]: list(rows(1, { read: true })) })
  renderApp(PANE)
  const pane = within(await screen.findByRole('region', { name: 'Reading pane' }))
  const match = within(await pane.findByRole('region', { name: `Match: ${lead.matches[0]?.intent_signal}` }))
  return { pane, match, text: lead.text }
}

test('a match lists its conditions in words, and quotes the sentence by which one fails', async () => {
  const { match, text } = await matchWith([
    { kind: 'who', text: 'small bakeries', state: 'met', at: { start: 0, end: 4 } },
    { kind: 'act', text: 'asks for a recommendation', state: 'met', at: null },
    { kind: 'topic', text: 'monitoring tool', state: 'not_met', at: { start: 5, end: 12 } },
    { kind: 'limit', text: 'under 50 dollars', state: 'not_said', at: null },
  ])
  const items = within(match.getByRole('list', { name: 'Conditions of the signal' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    `But not met — Subject: monitoring tool${text.slice(5, 12)}`,
    'Person: small bakeries — met',
    'What they do: asks for a recommendation — met',
    'Limit: under 50 dollars — not said',
  ])
  for (const item of items) expect(item.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

test('what is not plain is not called unsaid where the reason calls it probable, or finds some of the words', async () => {
  const { match } = await matchWith([
    { kind: 'who', text: 'small bakeries', state: 'not_said', at: null },
    { kind: 'act', text: 'asks for a recommendation', state: 'not_said', at: null },
    { kind: 'topic', text: 'monitoring tool', state: 'not_said', at: null },
  ])
  const items = within(match.getByRole('list', { name: 'Conditions of the signal' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Person: small bakeries — not said',
    'What they do: asks for a recommendation — not said plainly',
    'Subject: monitoring tool — not named',
  ])
})

test('a lead found before conditions were kept shows none', async () => {
  const { match } = await matchWith([])
  expect(match.queryByRole('list', { name: 'Conditions of the signal' })).toBeNull()
})

test('the post comes before why it matched, and one line above it says what is not met', async () => {
  const { pane, match, text } = await matchWith([
    { kind: 'topic', text: 'monitoring tool', state: 'met', at: null },
    { kind: 'limit', text: 'under 50 dollars', state: 'not_met', at: null },
  ])
  const inShort = pane.getByText(/, but not met: Limit: under 50 dollars$/u)
  const post = pane.getByText((_, element) => element?.tagName === 'P' && text.includes(element.textContent ?? '-'), {
    selector: '[dir="auto"]',
  })
  const reason = match.getByRole('list', { name: 'Conditions of the signal' })
  expect(inShort.compareDocumentPosition(post)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(post.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
