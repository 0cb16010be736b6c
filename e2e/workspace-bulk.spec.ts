import type { LeadRow } from '@leadlight/contract/leads'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { openPosts, rowOf, toast, undoBy } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls, Workspace } from './support/workspace.ts'

type State = Pick<LeadRow, 'status_config_id' | 'read' | 'deleted'>

let calls: ProjectCalls
let ids: string[]
let statusIds: string[]

test.beforeAll(async ({ workspace }) => {
  calls = createProjectCalls(workspace.rosa, workspace.projects.Bulk.id)
  ids = (await calls.leads()).map(({ id }) => id)
  statusIds = (await calls.statuses()).map(({ id }) => id)
  await calls.setStatus(every(3, 0), statusIds[0] ?? null)
  await calls.setStatus(every(3, 1), statusIds[3] ?? null)
  await calls.mark('read', every(2, 0))
})

function every(step: number, from: number): string[] {
  return ids.filter((_, index) => index % step === from)
}

/**
 * The server's state of every lead, deleted ones included. While leads move between the two lists, some may be missing.
 */
async function states(): Promise<Record<string, State>> {
  const all = [...(await calls.leads()), ...(await calls.leads('deleted=true'))]
  return Object.fromEntries(
    all.map(({ id, status_config_id, read, deleted }) => [id, { status_config_id, read, deleted }]),
  )
}

/** The same, of every lead: only while nothing moves. */
async function allStates(): Promise<Record<string, State>> {
  const all = await states()
  expect(Object.keys(all)).toHaveLength(ids.length)
  return all
}

function changed(before: Record<string, State>, which: readonly string[], to: Partial<State>): Record<string, State> {
  return { ...before, ...Object.fromEntries(which.map((id) => [id, { ...before[id]!, ...to }])) }
}

async function open(browser: Browser, { rosa, projects }: Workspace, at = ''): Promise<Page> {
  const page = await openPosts(browser, rosa, { projectId: projects.Bulk.id, at })
  await expect(rows(page).first()).toBeVisible()
  return page
}

function bar(page: Page) {
  return page.getByRole('toolbar', { name: 'Selected leads' })
}

async function select(page: Page, id: string, { shift = false } = {}): Promise<void> {
  await rowOf(page, id).hover()
  await rowOf(page, id)
    .getByRole('checkbox')
    .click(shift ? { modifiers: ['Shift'] } : {})
}

async function selectAllThatMatch(page: Page): Promise<void> {
  await select(page, ids[0]!)
  await bar(page)
    .getByRole('button', { name: `Select all ${ids.length} that match` })
    .click()
  await expect(bar(page)).toContainText(`All ${ids.length} that match selected`)
}

async function setStatus(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('leads are selected by click, Shift and x, and bulk changes are undone exactly', async ({
  browser,
  workspace,
}) => {
  const page = await open(browser, workspace)
  const before = await allStates()
  await select(page, ids[1]!)
  await select(page, ids[4]!, { shift: true })
  await expect(bar(page)).toContainText('4 leads selected')
  await select(page, ids[4]!)
  await expect(bar(page)).toContainText('3 leads selected')
  const chosen = [ids[1]!, ids[2]!, ids[3]!]
  expect(new Set(chosen.map((id) => before[id]?.status_config_id)).size).toBe(3)

  await setStatus(page, 'Talking')
  await expect(toast(page, 'Set 3 leads to "Talking"')).toBeVisible()
  await expect.poll(states).toEqual(changed(before, chosen, { status_config_id: statusIds[2] ?? null }))
  await expect(rowOf(page, ids[1]!).getByRole('button', { name: 'Status: Talking' })).toBeVisible()
  await undoBy(page, 'Set 3 leads')
  await expect.poll(states).toEqual(before)
  await page.context().close()

  const byKeys = await open(browser, workspace)
  for (const key of ['j', 'x', 'j', 'j', 'x']) await byKeys.keyboard.press(key)
  await expect(bar(byKeys)).toContainText('2 leads selected')
  await byKeys.keyboard.press('4')
  const byX = [ids[0]!, ids[2]!]
  await expect.poll(states).toEqual(changed(before, byX, { status_config_id: statusIds[3] ?? null }))
  await byKeys.keyboard.press('z')
  await expect.poll(states).toEqual(before)
  await byKeys.context().close()
})

const ALL_CHANGES: readonly {
  name: string
  run: (page: Page) => Promise<void>
  done: RegExp
  to: () => Partial<State>
}[] = [
  {
    name: 'a status',
    run: (page) => setStatus(page, 'Answered'),
    done: /^Set 130 leads to "Answered"/,
    to: () => ({ status_config_id: statusIds[1] ?? null }),
  },
  {
    name: 'no status',
    run: (page) => setStatus(page, 'No status'),
    done: /^Set 130 leads to no status/,
    to: () => ({ status_config_id: null }),
  },
  {
    name: 'read',
    run: (page) => bar(page).getByRole('button', { name: 'Mark as read' }).click(),
    done: /^Marked 130 leads as read/,
    to: () => ({ read: true }),
  },
  {
    name: 'unread',
    run: (page) => bar(page).getByRole('button', { name: 'Mark as unread' }).click(),
    done: /^Marked 130 leads as unread/,
    to: () => ({ read: false }),
  },
  {
    name: 'deleted',
    run: (page) => bar(page).getByRole('button', { name: 'Delete' }).click(),
    done: /^Deleted 130 leads/,
    to: () => ({ deleted: true }),
  },
]

test('all matches are changed beyond the loaded rows, and undo restores each value', async ({ browser, workspace }) => {
  const page = await open(browser, workspace)
  const before = await allStates()
  for (const { name, run, done, to } of ALL_CHANGES) {
    await test.step(name, async () => {
      await selectAllThatMatch(page)
      await run(page)
      await expect(toast(page, done)).toBeVisible()
      await expect.poll(states).toEqual(changed(before, ids, to()))
      await undoBy(page, done)
      await expect.poll(states).toEqual(before)
      await expect(toast(page, done)).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(bar(page)).toBeHidden()
      await expect(rowOf(page, ids[0]!)).toBeVisible()
    })
  }
  await page.context().close()
})

test('all matches of a filter are restored from the deleted ones, and that is undone too', async ({
  browser,
  workspace,
}) => {
  const gone = ids.slice(5, 12)
  await calls.mark('deleted', gone)
  const before = await allStates()
  const page = await open(browser, workspace, '?deleted=true')
  await select(page, gone[0]!)
  await bar(page)
    .getByRole('button', { name: `Select ${gone.length} shown` })
    .click()
  await bar(page).getByRole('button', { name: 'Undelete' }).click()
  await expect.poll(states).toEqual(changed(before, gone, { deleted: false }))
  await expect(page.getByText('No leads match')).toBeVisible()
  await undoBy(page, `Brought ${gone.length} leads back`)
  await expect.poll(states).toEqual(before)
  await expect(rowOf(page, gone[0]!)).toBeVisible()
  await page.context().close()
  await calls.mark('undeleted', gone)
})

test('a change that the server refuses is reverted, with a toast', async ({ browser, workspace }) => {
  const page = await open(browser, workspace)
  const before = await allStates()
  const statusOf = (id: string) => rowOf(page, id).getByRole('button', { name: /^Status:/ })
  const shownBefore = await statusOf(ids[0]!).getAttribute('aria-label')
  await page.route('**/update_status', (route) => refuse(route.fulfill.bind(route)))
  await page.route('**/mark_leads_as_deleted', (route) => refuse(route.fulfill.bind(route)))
  await select(page, ids[0]!)
  await select(page, ids[1]!)
  await setStatus(page, 'Won')
  await expect(toast(page, 'The status of the leads could not be changed. The disk is full.')).toBeVisible()
  await expect(statusOf(ids[0]!)).toHaveAttribute('aria-label', shownBefore ?? '')

  // The selection is unchanged.
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'The leads could not be deleted. The disk is full.')).toBeVisible()
  await expect(rowOf(page, ids[0]!)).toBeVisible()
  await expect(rowOf(page, ids[1]!)).toBeVisible()
  expect(await states()).toEqual(before)
  await page.context().close()
})

function refuse(fulfill: (answer: object) => Promise<void>): Promise<void> {
  const problem = { type: 'about:blank', title: 'Error', status: 500, detail: 'The disk is full.', code: 'unexpected' }
  return fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) })
}
