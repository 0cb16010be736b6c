import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { installationUrl } from './support/addresses.ts'
import { ask, createMember, openAs } from './support/member.ts'
import type { Member } from './support/member.ts'
import { rows } from './support/posts-screen.ts'
import { createProject, searchFor, untilSearched } from './support/project.ts'

const LEADS = 100
const KEYS_A_LEAD_MAX = 2
const SIGNALS = [
  'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  'People asking which software to use',
  'People looking for an alternative to a tool they use',
]

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

/** What is done with every fifth lead, by which keys; each of them ends at the next lead. */
const DECISIONS: readonly { keys: readonly string[]; outcome: (statusIds: readonly string[]) => Partial<Outcome> }[] = [
  { keys: ['1'], outcome: ([first]) => ({ statusId: first ?? null }) },
  { keys: ['#'], outcome: () => ({ isDeleted: true }) },
  { keys: ['s', 'j'], outcome: () => ({ isStarred: true }) },
  { keys: ['j'], outcome: () => ({}) },
  { keys: ['4'], outcome: (statusIds) => ({ statusId: statusIds[3] ?? null }) },
]

let member: Member
let projectId: string

test.beforeAll(async () => {
  member = await createMember()
  projectId = await createProject(member, 'larkbill.example')
  for (const text of SIGNALS) await searchFor(member, projectId, { text, days: 365 })
  await expect.poll(() => listed(`limit=${LEADS}`).then(({ length }) => length), { timeout: 180_000 }).toBe(LEADS)
  // What is found from here on would only push the first hundred down.
  const base = `/api/v1/intent_signals/${projectId}`
  const searches = await ask<{ intent_signal_id: string; state: string }[]>(member.token, `GET ${base}/searches`)
  const underWay = searches.filter(({ state }) => state === 'running' || state === 'queued')
  for (const { intent_signal_id: id } of underWay) await ask(member.token, `POST ${base}/${id}/stop_search`)
  await untilSearched(member, projectId)
})

test('a hundred leads are triaged by the keyboard alone, in at most two keys a lead', async ({ browser }) => {
  const statuses = await ask<{ id: string }[]>(member.token, `GET /api/v1/lead-status-configs/project/${projectId}`)
  const statusIds = statuses.map(({ id }) => id)
  expect(statusIds.length).toBeGreaterThanOrEqual(4)
  const leads = await listed(`limit=${LEADS}`)

  const page = await openAs(browser, member)
  await page.goto(`${installationUrl()}/projects/${projectId}/posts`)
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

  const wanted = Object.fromEntries(
    leads.map(({ id }, index) => [
      id,
      {
        statusId: null,
        isStarred: false,
        isDeleted: false,
        ...DECISIONS[index % DECISIONS.length]!.outcome(statusIds),
      },
    ]),
  )
  await expect.poll(() => outcomes(leads.map(({ id }) => id))).toEqual(wanted)
  await page.context().close()
})

function listed(query: string): Promise<Row[]> {
  const path = `/api/v1/leads/${projectId}?${query}`
  return ask<{ items: Row[] }>(member.token, `GET ${path}`).then(({ items }) => items)
}

/** What the server has of these leads now. */
async function outcomes(ids: readonly string[]): Promise<Record<string, Outcome>> {
  const named = ids.map((id) => `lead_ids=${id}`).join('&')
  const read = async (isDeleted: boolean) =>
    (await listed(`deleted=${isDeleted}&limit=${LEADS}&${named}`)).map(
      ({ id, status_config_id: statusId, starred: isStarred }) => [id, { statusId, isStarred, isDeleted }] as const,
    )
  return Object.fromEntries([...(await read(false)), ...(await read(true))])
}

/** The lead's row has the focus and can be seen. */
async function expectAt(page: Page, { id }: Row): Promise<void> {
  const row = page.locator(`[data-lead-id="${id}"]`)
  await expect(row.locator('a:focus')).toHaveCount(1)
  await expect(row).toBeInViewport()
}

/** Counts every key and every press of a pointer that reaches the page from here on. */
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
