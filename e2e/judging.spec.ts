import { expect } from '@playwright/test'
import { giveReadingByWords, readAskedReading } from '@leadlight/testing/doubles/reading-model'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { createModelFixture, MONTHLY, READING_PRICE as PRICE } from './support/installation-with-model.ts'
import type { ModelFixture } from './support/installation-with-model.ts'
import { ask, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { test } from './support/test.ts'

interface Whole {
  id: string
  title: string | null
  text: string
  matches: { score: number; second_opinion: { state: string; note: string } | null }[]
}

let fixture: ModelFixture
let leads: Whole[]
let read = 0

test.beforeAll(async ({ modelled }) => {
  // What it declines, it declines for whichever signal and however often it is asked, and in whatever order.
  fixture = await createModelFixture(modelled, (request) => {
    if (readAskedReading(request).text.startsWith('Ask HN: ')) return { kind: 'garbage' }
    read += 1
    return giveReadingByWords(request, { score: 85 })
  })
  leads = await Promise.all(
    fixture.leads.map(({ id }) => ask<Whole>(fixture.member, `GET /api/v1/leads/${fixture.projectId}/lead/${id}`)),
  )
})
function leadWhere(state: 'given' | 'waiting' | null): Whole {
  const found = leads.find(({ matches }) => {
    const states = matches.flatMap(({ second_opinion: opinion }) => opinion?.state ?? [])
    return state === null ? states.length === 0 : states.includes(state) && new Set(states).size === 1
  })
  if (!found) throw new Error(`No lead has a second opinion that is ${state}.`)
  return found
}

for (const [state, note] of [
  ['given', /^double-1 read this post too and (moved the score from \d+ to \d+|left the score at \d+)\.$/],
  ['waiting', 'Judged by the built-in model; double-1 could not be asked. It is asked again.'],
] as const) {
  test(`a lead shows the state of a large model’s second opinion: ${state}`, async ({ browser }) => {
    const lead = leadWhere(state)
    const page = await openAs(browser, fixture.member)
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport)
      await page.goto(`/projects/${fixture.projectId}/posts/${lead.id}`)
      await expect(pane(page).getByText(note).first()).toBeVisible()
      await expectNoViolations(page, `second opinion ${state}`)
    }
    await page.context().close()
  })
}

test('a lead that the built-in model was sure of shows none, and only actual readings were charged', async ({
  browser,
}) => {
  const lead = leadWhere(null)
  const page = await openAs(browser, fixture.member)
  await page.goto(`/projects/${fixture.projectId}/posts/${lead.id}`)
  await expect(
    pane(page)
      .getByRole('region', { name: /^Match: / })
      .first(),
  ).toBeVisible()
  await expect(pane(page).getByText(/read this post too|could not be asked/)).toHaveCount(0)
  const { credit_balance: credits } = await ask<{ credit_balance: number }>(
    fixture.member,
    'GET /api/v1/organization/credits',
  )
  const spent = MONTHLY - credits
  expect(spent).toBeGreaterThan(0)
  expect(spent % PRICE).toBe(0)
  expect(spent / PRICE).toBeLessThanOrEqual(read)
  await page.context().close()
})
