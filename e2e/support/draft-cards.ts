import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { LeadRow, ModelFixture } from './installation-with-model.ts'
import { ask } from './member.ts'
import { pane } from './posts-screen.ts'

// Titles of the leads from the doubles' posts.
export const CURRENCIES = 'What do you use to invoice clients in more than one currency?'
export const STUDIO = 'Recommend a simple bookkeeping app for a two person studio'
export const SUITE = 'Thinking of leaving our big accounting suite, it is overkill for a team of six'
export const HOSTILE = STUDIO
export const HACKER_NEWS = 'Ask HN: How do you handle invoicing as a solo consultant?'
export const STACK_EXCHANGE = 'Invoicing software with time tracking that runs on my own server'

export const WORDS = [
  'Two currencies are where spreadsheets give up, mostly at the end of a month. ',
  'What helped others was one ledger with a rate kept for each invoice. ',
  'I work on software for this, so weigh what I say. ',
  'Which of your clients pays in the currency that is not yours?',
]

/** A word from the writing rules that no draft may contain. */
export const CANARY = 'q7x4canary9f2c'

/** One of the two drafts of an open lead. */
export interface DraftCard {
  card: Locator
  text: Locator
  prompt: Locator
  draft: Locator
  stop: Locator
}

export function draftOf(page: Page, title: 'Reply' | 'Direct message'): DraftCard {
  const card = pane(page).getByRole('region', { name: `${title} draft` })
  return {
    card,
    text: card.getByRole('textbox', { name: title, exact: true }),
    prompt: card.getByRole('textbox', { name: `What the ${title.toLowerCase()} should say` }),
    draft: card.getByRole('button', { name: /^(Draft|Regenerate|Give points)$/ }),
    stop: card.getByRole('button', { name: 'Stop' }),
  }
}

/** Collects the page's requests to hosts other than its own, from here on. */
export function watchOtherHosts(page: Page, { url: own }: ModelFixture): () => string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return () => urls.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url))
}

/** Nothing that a hostile post ordered is in the page. */
export async function expectHarmless(page: Page, card: Locator, text: string): Promise<void> {
  expect(text).not.toMatch(/evilhost|:\/\/|www\.|<img|\]\(/i)
  expect(text).not.toContain(CANARY)
  expect(text).not.toMatch(/reference is/i)
  await expect(page.locator('a[href*="evilhost"], img[src*="evilhost"]')).toHaveCount(0)
  await expect(card).not.toContainText(CANARY)
}

interface Draft {
  message_type: string
  draft: string
}

/** The draft on the server; empty if there is none. */
export async function savedDraft(fixture: ModelFixture, lead: LeadRow, type: 'reply' | 'dm'): Promise<string> {
  const { drafts } = await ask<{ drafts: Draft[] }>(fixture.member, `GET ${leadPath(fixture, lead)}`)
  return drafts.find((draft) => draft.message_type === type)?.draft ?? ''
}

export function leadPath(fixture: ModelFixture, { id }: LeadRow): string {
  return `/api/v1/leads/${fixture.projectId}/lead/${id}`
}

export function wordsOf(text: string): string[] {
  return text.split(/(?<=\s)/u)
}

export async function creditsOf(fixture: ModelFixture): Promise<number> {
  const path = 'GET /api/v1/organization/credits'
  return (await ask<{ credit_balance: number }>(fixture.member, path)).credit_balance
}

/** The sidebar and the server agree. */
export async function expectCredits(fixture: ModelFixture, page: Page, balance: number): Promise<void> {
  await expect(page.getByRole('link', { name: /^Credits/ })).toContainText(`Credits ${balance}`)
  await expect.poll(() => creditsOf(fixture)).toBe(balance)
}
