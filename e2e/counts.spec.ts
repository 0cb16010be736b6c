import type { LeadsByDay } from '@leadlight/contract/insights'
import type { IntentSignal } from '@leadlight/contract/signals'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ask, openAs } from './support/member.ts'
import { test } from './support/test.ts'
import { createProjectCalls, type Person, type ProjectCalls, type SeededProject } from './support/workspace.ts'

/** What the API counts of a project. */
interface Counted {
  leads: number
  unread: number
  people: number
  companies: number
  /** By signal, in the order of the signals. */
  signals: number[]
  found: number
  deleted: number
}

async function countByCalls(rosa: Person, { id }: SeededProject): Promise<Counted> {
  const total = async (path: string) => (await ask<{ total: number }>(rosa, `GET ${path}`)).total
  const found = await ask<LeadsByDay>(rosa, `GET /api/v1/insights/${id}/leads?${lastDays(90)}`)
  const signals = await ask<IntentSignal[]>(rosa, `GET /api/v1/intent_signals/${id}`)
  return {
    leads: await total(`/api/v1/leads/${id}`),
    unread: (await ask<{ unread_count: number }>(rosa, `GET /api/v1/leads/${id}/unread_count`)).unread_count,
    people: await total(`/api/v1/prospects/people/${id}`),
    companies: await total(`/api/v1/prospects/companies/${id}`),
    signals: signals.map(({ lead_count: leads }) => leads),
    found: found.leads.total,
    deleted: found.deleted,
  }
}

function lastDays(days: number): string {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('sv')
  return `from=${day(days - 1)}&to=${day(0)}&time_zone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`
}

const written = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Expects every page of the project to show these numbers, and the sidebar on each of them. */
async function expectOnEveryPage(page: Page, project: SeededProject, counted: Counted): Promise<void> {
  const base = `/projects/${project.id}`
  const main = page.getByRole('main')
  const expectInSidebar = async () => {
    const link = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Posts/ })
    await expect(link).toHaveText(counted.unread > 0 ? `Posts${counted.unread} unread` : 'Posts')
  }
  await page.goto(`${base}/posts`)
  await expect(main.getByText(written(counted.leads, 'lead'), { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Unread/ })).toHaveText(`Unread ${counted.unread || ''}`.trim())
  await expectInSidebar()
  await page.goto(`${base}/insights?days=90`)
  const since = counted.deleted > 0 ? `, ${counted.deleted} deleted since` : ''
  const found = main.getByRole('region', { name: 'Leads found', exact: true })
  await expect(found.getByText(`${written(counted.found, 'lead')} found${since}`)).toBeVisible()
  await expectInSidebar()
  for (const [kind, several, count] of [
    ['people', counted.people === 1 ? 'person' : 'people', counted.people],
    ['companies', counted.companies === 1 ? 'company' : 'companies', counted.companies],
  ] as const) {
    await page.goto(`${base}/prospects/${kind}`)
    if (count > 0) await expect(main.getByText(`${count} ${several}`, { exact: true })).toBeVisible()
    await expectInSidebar()
  }
  await page.goto(`/projects/new/${project.id}/step-4`)
  for (const count of new Set(counted.signals)) {
    const chips = main.getByText(written(count, 'lead'), { exact: true })
    await expect(chips).toHaveCount(count === 0 ? 0 : counted.signals.filter((one) => one === count).length)
  }
  await page.goto('/org/projects')
  const card = main.getByRole('listitem').filter({ has: page.locator(`a[href="${base}/posts"]`) })
  await expect(card.getByText(`${counted.unread} unread`)).toBeVisible()
}

/** What a team does to leads between two looks at the figures. */
const CHANGES: { what: string; change: (calls: ProjectCalls, ids: readonly string[]) => Promise<unknown> }[] = [
  { what: 'as it is found', change: async () => {} },
  { what: 'after some were read', change: (calls, ids) => calls.mark('read', ids.slice(0, 7)) },
  {
    what: 'after some were deleted, read and unread ones',
    change: (calls, ids) => calls.mark('deleted', ids.slice(4, 11)),
  },
  {
    what: 'after some came back and others are unread again',
    change: async (calls, ids) => {
      await calls.mark('undeleted', ids.slice(4, 6))
      await calls.mark('unread', ids.slice(0, 3))
    },
  },
  { what: 'after everything was read', change: (calls, ids) => calls.mark('read', ids) },
]

test('every page shows the same numbers, whatever was read and deleted', async ({
  browser,
  workspace: { rosa, projects },
}) => {
  const project = projects.Counts
  const calls = createProjectCalls(rosa, project.id)
  const ids = (await calls.leads()).map(({ id }) => id)
  const page = await openAs(browser, rosa)
  for (const { what, change } of CHANGES) {
    await test.step(what, async () => {
      await change(calls, ids)
      const counted = await countByCalls(rosa, project)
      expect(counted.leads, 'the list has what was found and not deleted').toBe(counted.found - counted.deleted)
      await expectOnEveryPage(page, project, counted)
    })
  }
  await page.context().close()
})

test('the numbers on one page change together while leads are read and deleted beside it', async ({
  browser,
  workspace: { rosa, tomas, projects },
}) => {
  const project = projects.Counts
  const ofTomas = createProjectCalls(tomas, project.id)
  await ofTomas.mark(
    'unread',
    (await ofTomas.leads()).map(({ id }) => id),
  )
  const page = await openAs(browser, rosa)
  const main = page.getByRole('main')
  await page.goto(`/projects/${project.id}/posts`)
  const before = await countByCalls(rosa, project)
  await expect(main.getByText(written(before.leads, 'lead'), { exact: true })).toBeVisible()
  await ofTomas.mark(
    'deleted',
    (await ofTomas.leads()).slice(0, 3).map(({ id }) => id),
  )
  const after = await countByCalls(rosa, project)
  expect(after.leads).toBe(before.leads - 3)
  await expect(main.getByText(written(after.leads, 'lead'), { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Unread/ })).toHaveText(`Unread ${after.unread}`)
  await expect(page.getByRole('link', { name: `Posts ${after.unread} unread` })).toBeVisible()
  await page.context().close()
})
