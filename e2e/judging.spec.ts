import { expect, test } from '@playwright/test'
import { giveReadingByWords } from '@leadlight/server/testing/doubles/reading-model'
import { installationUrl } from './support/addresses.ts'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { startWithModel } from './support/installation-with-model.ts'
import type { InstallationWithModel } from './support/installation-with-model.ts'
import { ask, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'

const PRICE = 2
const MONTHLY = 500

interface Whole {
  id: string
  title: string | null
  text: string
  matches: { score: number; second_opinion: { state: string; note: string } | null }[]
}

let stand: InstallationWithModel
let leads: Whole[]
let read = 0

test.beforeAll(async () => {
  const environment = { MODEL_JUDGED_POST_PRICE: String(PRICE), MONTHLY_CREDITS: String(MONTHLY) }
  let asked = 0
  // Every second post it does not read.
  stand = await startWithModel(environment, (request) => {
    asked += 1
    if (asked % 2 === 0) return { kind: 'garbage' }
    read += 1
    return giveReadingByWords(request, { score: 85 })
  })
  leads = await Promise.all(
    stand.leads.map(({ id }) => ask<Whole>(stand.member.token, `GET /api/v1/leads/${stand.projectId}/lead/${id}`)),
  )
})
test.afterAll(() => stand.stop())

function leadWhere(state: 'given' | 'waiting' | null): Whole {
  const found = leads.find(
    ({ title, matches }) => title !== null && matches.every((match) => (match.second_opinion?.state ?? null) === state),
  )
  if (!found) throw new Error(`No lead has a second opinion that is ${state}.`)
  return found
}

for (const [state, note] of [
  ['given', /^double-1 read this post too and (moved the score from \d+ to \d+|left the score at \d+)\.$/],
  ['waiting', 'Judged by the built-in model; double-1 could not be asked. It is asked again.'],
] as const) {
  test(`a lead says what became of a large model's opinion of it: ${state}`, async ({ browser }) => {
    const lead = leadWhere(state)
    const page = await openAs(browser, stand.member)
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport)
      await page.goto(`${installationUrl()}/projects/${stand.projectId}/posts/${lead.id}`)
      await expect(pane(page).getByText(note).first()).toBeVisible()
      await expectNoViolations(page, `second opinion ${state}`)
    }
    await page.context().close()
  })
}

test('a lead that the built-in model was sure of says nothing of another, and only what was read was paid for', async ({
  browser,
}) => {
  const lead = leadWhere(null)
  const page = await openAs(browser, stand.member)
  await page.goto(`${installationUrl()}/projects/${stand.projectId}/posts/${lead.id}`)
  await expect(
    pane(page)
      .getByRole('region', { name: /^Match: / })
      .first(),
  ).toBeVisible()
  await expect(pane(page).getByText(/read this post too|could not be asked/)).toHaveCount(0)
  const { credit_balance: credits } = await ask<{ credit_balance: number }>(
    stand.member.token,
    'GET /api/v1/organization/credits',
  )
  const spent = MONTHLY - credits
  expect(spent).toBeGreaterThan(0)
  expect(spent % PRICE).toBe(0)
  expect(spent / PRICE).toBeLessThanOrEqual(read)
  await page.context().close()
})
