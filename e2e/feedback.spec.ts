import type { Lead, LeadRow } from '@leadlight/contract/leads'
import type { IntentSignal } from '@leadlight/contract/signals'
import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import type { Member } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = {
  text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  days: 90,
}

let member: Member
let projectId: string

test.beforeAll(async ({ installation }) => {
  member = await createMember(installation)
  projectId = await createProject(member)
  await searchFor(member, projectId, SIGNAL)
  await waitForSearches(member, projectId)
  expect((await scores()).size).toBeGreaterThan(7)
})

function signals(): Promise<IntentSignal[]> {
  return ask<IntentSignal[]>(member, `GET /api/v1/intent_signals/${projectId}`)
}

async function scores(): Promise<Map<string, number>> {
  const path = `GET /api/v1/leads/${projectId}?limit=200&sort_by=score`
  const { items } = await ask<{ items: LeadRow[] }>(member, path)
  return new Map(items.map(({ id, score }) => [id, score ?? -1]))
}

test('poor feedback lowers similar leads at once, which say so, and withdrawing it restores them', async ({
  browser,
}) => {
  const before = await scores()
  const [best = '', second = ''] = before.keys()
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/posts/${best}`)
  await expect(pane(page).getByRole('heading', { name: 'Why it matched' })).toBeVisible()
  await pane(page).getByRole('button', { name: 'Poor lead', exact: true }).click()
  await expect(pane(page).getByText(/^Lowered by your feedback on similar posts/u)).toBeVisible()
  await page.keyboard.press('Escape')
  await pane(page).getByRole('button', { name: 'Correct' }).click()
  await expect(page.getByRole('dialog', { name: 'Signals this lead matches' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a lead that was lowered, and its correction')
  await page.keyboard.press('Escape')
  const after = await scores()
  expect(after.get(best)).toBeLessThan(before.get(best) ?? 0)
  const { matches } = await ask<Lead>(member, `GET /api/v1/leads/${projectId}/lead/${second}`)
  expect(matches[0]?.learned).toMatch(/^(Lowered|Raised) by your feedback/u)
  await pane(page).getByRole('button', { name: 'Poor lead', exact: true }).click()
  await expect(pane(page).getByText(/by your feedback on similar posts/u)).toBeHidden()
  await expect.poll(async () => [...(await scores())]).toEqual([...before])
  await page.context().close()
})

test('rejected posts are answered by keyboard, and the signal shows how much it finds', async ({ browser }) => {
  for (const id of [...(await scores()).keys()].slice(0, 5)) {
    const path = `PATCH /api/v1/leads/${projectId}/lead/${id}/feedback`
    await ask(member, path, { feedback: 'positive' })
  }
  await expect.poll(async () => (await signals())[0]?.audit.waiting).toBeGreaterThan(9)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/signals/${(await signals())[0]?.id}`)
  await expect(page.getByText(/^Of 5 leads you rated, 5 were right/u)).toBeVisible()
  await page.getByRole('link', { name: /^Look at \d+ passed-over posts$/u }).click()
  const card = page.getByRole('article', { name: 'Passed-over post' })
  await expect(card).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'passed over')
  const count = (await signals())[0]?.audit.waiting ?? 0
  await page.keyboard.press('s')
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: /^Skip/u })).toHaveAttribute('aria-pressed', 'true')
  for (let at = 0; at < count; at += 1) {
    await expect(page.getByText(`${at + 1} of ${count}`)).toBeVisible()
    await page.keyboard.press('n')
  }
  await expect(page.getByRole('heading', { name: 'That was all for this week' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'passed over, through')
  await page.getByRole('link', { name: 'Back to the signal' }).click()
  await expect(page.getByText(/^Of \d+ passed-over posts you looked at, none was one/u)).toBeVisible()
  await page.getByRole('button', { name: 'Refine' }).first().click()
  await expect(page.getByRole('region', { name: 'Proposed wording' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a signal with its quality and a proposal')
  await page.context().close()
})

test('a post that was missed is found by its address, says why, and is kept as a lead', async ({ browser }) => {
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/signals/${(await signals())[0]?.id}`)
  await page.getByRole('link', { name: 'See why a post was missed' }).click()
  const posts = page.getByRole('list', { name: 'Passed-over posts' }).getByRole('article')
  await expect(posts.first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'posts passed over')
  const address = (await posts.first().getByRole('link').first().getAttribute('href')) ?? ''
  await page.goto(`/projects/${projectId}/posts`)
  await page.getByRole('searchbox').first().fill(address)
  await page.getByRole('link', { name: 'Look among posts passed over' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a passed-over post' })).toHaveValue(address)
  await expect(posts).toHaveCount(1)
  await posts.getByRole('button', { name: /^Why/u }).click()
  const verdict = posts.getByRole('region', { name: /^Passed over by: / })
  await expect(verdict).toContainText(/It scored \d+, and posts are kept from 22\./u)
  await expect(verdict.getByRole('list', { name: 'Conditions of the signal' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'why a post was passed over')
  await posts.getByRole('button', { name: 'Yes, keep it as a lead' }).click()
  const kept = posts.getByText('Kept as a lead. The signal learns from it.')
  await expect(kept).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a passed-over post that was kept')
  await posts.getByRole('button', { name: 'Undo' }).click()
  await expect(kept).toBeHidden()
  await expect(posts.getByRole('button', { name: /^Why/u })).toBeFocused()
  await posts.getByRole('button', { name: 'Yes, keep it as a lead' }).click()
  await posts.getByRole('link', { name: 'Open it' }).click()
  await expect(pane(page).getByText(/^Added by /u)).toBeVisible()
  await expect(page.getByText(`${(await scores()).size} leads`, { exact: true })).toBeVisible()
  await pane(page).getByRole('button', { name: 'History' }).click()
  await expect(pane(page).getByRole('region', { name: 'History' })).toContainText('Kept by hand for')
  await page.goto(`/projects/${projectId}/passed-over?search=${encodeURIComponent(address)}`)
  await expect(page.getByRole('heading', { name: 'No passed-over post has this address' })).toBeVisible()
  await page.context().close()
})

test('rejected posts that cannot be loaded or do not exist yet say so', async ({ browser }) => {
  const [signal] = await signals()
  const address = `/projects/${projectId}/passed-over/${signal?.id}`
  const page = await openAs(browser, member)
  const answered = '**/audit'
  const FAILING = { status: 400, contentType: 'application/problem+json', body: '{"detail":"Not now."}' }
  await page.route(answered, (route) => route.fulfill(FAILING))
  await page.goto(address)
  await expect(page.getByText('The posts could not be loaded')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'passed over, error')
  await page.unroute(answered)
  const deck = { week: null, intent_signal: SIGNAL.text, posts: [] }
  await page.route(answered, (route) => route.fulfill({ json: deck }))
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Nothing to look at yet' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'passed over, nothing')
  await page.context().close()
})
