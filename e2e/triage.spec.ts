import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ask, openAs } from './support/member.ts'
import type { Member } from './support/member.ts'
import { rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'

const LEADS = 100
const KEYS_A_LEAD_MAX = 2

interface Row {
  id: string
  status_config_id: string | null
  starred: boolean
}

interface Outcome {
  statusId: string | null
  isStarred: boolean
  isDeleted: boolean
}

/** The actions on every five leads and their keys; each ends at the next lead. */
const DECISIONS: readonly {
  keys: readonly string[]
  outcome: (statusIds: readonly string[], lead: Row) => Partial<Outcome>
}[] = [
  { keys: ['1'], outcome: ([first]) => ({ statusId: first ?? null }) },
  { keys: ['#'], outcome: () => ({ isDeleted: true }) },
  { keys: ['s', 'j'], outcome: (_, lead) => ({ isStarred: !lead.starred }) },
  { keys: ['j'], outcome: () => ({}) },
  { keys: ['4'], outcome: (statusIds) => ({ statusId: statusIds[3] ?? null }) },
]

let member: Member
let projectId: string

test.beforeAll(({ workspace: { rosa, projects } }) => {
  member = rosa
  projectId = projects.Triage.id
})

test('a hundred leads are triaged by keyboard alone, in at most two keys a lead', async ({ browser }) => {
  const statuses = await ask<{ id: string }[]>(member, `GET /api/v1/lead-status-configs/project/${projectId}`)
  const statusIds = statuses.map(({ id }) => id)
  expect(statusIds.length).toBeGreaterThanOrEqual(4)
  const leads = await listed(`limit=${LEADS}`)

  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/posts`)
  await expect(rows(page).first()).toBeVisible()
  const input = await countInput(page)
  await page.keyboard.press('j')
  await expectAt(page, leads[0]!)
  for (const [index, lead] of leads.entries()) {
    await expectAt(page, lead)
    for (const key of DECISIONS[index % DECISIONS.length]!.keys) await page.keyboard.press(key)
  }
  const { keys, pointers } = await input()
  expect(keys).toBeGreaterThan(LEADS)
  expect(keys).toBeLessThanOrEqual(KEYS_A_LEAD_MAX * LEADS)
  expect(pointers).toBe(0)

  const expected = Object.fromEntries(
    leads.map((lead, index) => [
      lead.id,
      {
        statusId: null,
        isStarred: lead.starred,
        isDeleted: false,
        ...DECISIONS[index % DECISIONS.length]!.outcome(statusIds, lead),
      },
    ]),
  )
  await expect.poll(() => outcomes(leads.map(({ id }) => id))).toEqual(expected)
  await page.context().close()
})

function listed(query: string): Promise<Row[]> {
  const path = `/api/v1/leads/${projectId}?${query}`
  return ask<{ items: Row[] }>(member, `GET ${path}`).then(({ items }) => items)
}

/** The server's state of these leads. */
async function outcomes(ids: readonly string[]): Promise<Record<string, Outcome>> {
  const named = ids.map((id) => `lead_ids=${id}`).join('&')
  const read = async (isDeleted: boolean) =>
    (await listed(`deleted=${isDeleted}&limit=${LEADS}&${named}`)).map(
      ({ id, status_config_id: statusId, starred: isStarred }) => [id, { statusId, isStarred, isDeleted }] as const,
    )
  return Object.fromEntries([...(await read(false)), ...(await read(true))])
}

/** Expects the lead's row to be focused and visible. */
async function expectAt(page: Page, { id }: Row): Promise<void> {
  const row = page.locator(`[data-row-id="${id}"]`)
  await expect(row.locator('a:focus')).toHaveCount(1)
  await expect(row).toBeInViewport()
}

/** Counts every key and pointer press on the page from here on. */
async function countInput(page: Page): Promise<() => Promise<{ keys: number; pointers: number }>> {
  const seen = await page.evaluateHandle(() => {
    const counts = { keys: 0, pointers: 0 }
    document.addEventListener('keydown', () => (counts.keys += 1), { capture: true })
    for (const name of ['pointerdown', 'mousedown', 'touchstart'])
      document.addEventListener(name, () => (counts.pointers += 1), { capture: true })
    return counts
  })
  return () => seen.jsonValue()
}
