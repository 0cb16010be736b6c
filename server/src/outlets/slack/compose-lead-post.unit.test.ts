import { NO_SCORE } from '@leadlight/domain/scoring'
import { expect, test } from 'vitest'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'
import { composeLeadPost } from './compose-lead-post.ts'

const AT = new Date('2026-11-20T09:00:00Z')
const QUOTE = 'any **self-hosted** one'
const LEAD: DescribedLead = {
  id: 'l',
  url: 'https://github.example/acme/books/issues/1',
  platform: 'GitHub',
  community: 'acme/books',
  author: 'grace',
  authorUrl: null,
  title: '`books` is too **big** for us',
  text: `## What we need\nIs there ${QUOTE}? See [our list](https://x.example).`,
  score: 90,
  status: null,
  matches: [{ signalId: 's', signal: 'Asking', score: 90, reason: 'Asks.', evidence: [{ kind: 'for', quote: QUOTE }] }],
  isRead: false,
  isStarred: false,
  isDeleted: false,
  postedAt: AT,
  collectedAt: AT,
}

function wordsOf(lead: DescribedLead): string {
  const parts = { publicUrl: 'https://l.example', projectId: 'p', leadId: 'l', messageId: 'm', statuses: [] }
  return JSON.stringify(composeLeadPost({ ...parts, lead }))
}

test('Slack gets a lead without Markdown, and its evidence word for word', () => {
  const words = wordsOf(LEAD)
  expect(words).toContain('books is too big for us')
  expect(words).toContain('What we need Is there any self-hosted one? See our list.')
  expect(words).toContain(`>${QUOTE}`)
})

test('a lead without a title is named by its first words', () => {
  expect(wordsOf({ ...LEAD, title: null })).toContain('Strong lead (90): What we need')
})

test('a lead without a score says the watched name in its place', () => {
  const match = {
    signalId: 's',
    signal: 'NOT jobs "Acme *Books*" OR acme.example',
    score: NO_SCORE,
    reason: 'It names it.',
  }
  const words = wordsOf({ ...LEAD, score: NO_SCORE, matches: [{ ...match, evidence: [] }] })
  expect(words).toContain('Mention of Acme')
  expect(words).toContain('*Mention* · Acme')
  expect(words).not.toContain('-1')
  const evidence = [{ kind: 'for', quote: 'Acme.Example', label: 'Names acme.example' }]
  const found = wordsOf({ ...LEAD, score: NO_SCORE, matches: [{ ...match, evidence }] })
  expect(found).toContain('Mention of acme.example')
  expect(found).toContain('*Mention* · acme.example')
})
