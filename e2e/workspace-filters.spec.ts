import type { LeadRow } from '@leadlight/contract/leads'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { check, choose, FILTER_CASES } from './support/filter-cases.ts'
import type { FilterCase, SeededIds } from './support/filter-cases.ts'
import { openAs } from './support/member.ts'
import { test } from './support/test.ts'
import { addColumn, waitForValues } from './support/workspace-columns.ts'
import { expectShown, openTable, pairsOf, watchListCalls } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls, Workspace } from './support/workspace.ts'

/** Paging is no filter. */
const PAGING = ['limit', 'cursor']

let calls: ProjectCalls
let seeded: SeededIds
let leads: LeadRow[]
let deleted: LeadRow[]

test.beforeAll(async ({ workspace }) => {
  const { id: projectId, signalIds } = workspace.projects.Filters
  calls = createProjectCalls(workspace.rosa, projectId)
  const all = (await calls.leads()).map(({ id }) => id)
  const statusIds = (await calls.statuses()).map(({ id }) => id)
  const booleanId = await addColumn(calls, { name: 'Names Xero', prompt: 'Mentions Xero', type: 'boolean' })
  const textId = await addColumn(calls, { name: 'Tool', prompt: 'Which tool do they use?', type: 'text' })
  await calls.setStatus(every(all, 4, 0), statusIds[0] ?? null)
  await calls.setStatus(every(all, 4, 1), statusIds[2] ?? null)
  await calls.mark('read', every(all, 3, 0))
  for (const id of every(all, 8, 5)) await calls.star(id)
  await calls.mark('deleted', every(all, 9, 7))
  await waitForValues(calls)
  seeded = { statusIds, signalIds, booleanId, textId }
  leads = await calls.leads()
  deleted = await calls.leads('deleted=true')
})

function every(ids: readonly string[], step: number, from: number): string[] {
  return ids.filter((_, index) => index % step === from)
}

test('each filter shows exactly its leads, and is in the URL', async ({ browser, workspace }) => {
  const page = await openList(browser, workspace)
  const sent = watchListCalls(page, workspace.projects.Filters.id)
  for (const filter of FILTER_CASES) await test.step(filter.name, () => expectFilter(page, filter, sent))
  await page.context().close()
})

function openList(browser: Parameters<typeof openTable>[0], { rosa, projects }: Workspace): Promise<Page> {
  return openTable(browser, rosa, { projectId: projects.Filters.id })
}

async function expectFilter(page: Page, filter: FilterCase, sent: URLSearchParams[]): Promise<void> {
  const expected = (filter.isDeleted ? deleted : leads).filter((lead) => filter.keeps(lead, seeded)).map(({ id }) => id)
  const all = leads.map(({ id }) => id)
  expect(expected.length, 'it narrows').toBeGreaterThan(0)
  expect(expected).not.toEqual(all)
  await expectShown(page, all)
  sent.splice(0)
  const count = await filter.set(page)
  await expectShown(page, expected)
  await expect(
    page.getByText(expected.length === 1 ? '1 lead' : `${expected.length} leads`, { exact: true }),
  ).toBeVisible()
  if (count !== null) expect(count).toBe(expected.length)
  const address = filter.address(seeded).toSorted()
  expect(pairsOf(new URL(page.url()).searchParams)).toEqual(address)
  // A list shown a moment ago is not requested again.
  for (const call of sent.slice(-1)) expectSent(call, filter)
  const last = pairsOf(sent.at(-1) ?? new URLSearchParams(), PAGING)
  sent.splice(0)
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expectShown(page, all)
  expect(new URL(page.url()).search).toBe('')
  // The browser may tell late of a request that was made before.
  const made = sent.map((call) => pairsOf(call, PAGING)).filter((pairs) => ![last, address].some(sameAs(pairs)))
  expect(made.flat()).toEqual([])
}

function sameAs(pairs: readonly string[]): (other: readonly string[]) => boolean {
  return (other) => JSON.stringify(other) === JSON.stringify(pairs)
}

function expectSent(call: URLSearchParams | undefined, { address, isSent }: FilterCase): void {
  const pairs = pairsOf(call ?? new URLSearchParams(), PAGING)
  if (isSent) isSent(pairs, seeded)
  else expect(pairs).toEqual(address(seeded).toSorted())
}

test('inactive filters are not sent: "all", empty and invalid ones', async ({ browser, workspace }) => {
  const page = await openList(browser, workspace)
  const sent = watchListCalls(page, workspace.projects.Filters.id)
  const search = '?status_config_id=all&search_text=&read=&intent_signals=&data_source_filters=all&date_from=yesterday'
  await page.goto(`/projects/${workspace.projects.Filters.id}/posts${search}`)
  await expectShown(
    page,
    leads.map(({ id }) => id),
  )
  expect(pairsOf(sent.at(-1) ?? new URLSearchParams('x=x'), PAGING)).toEqual([])
  await page.context().close()
})

test('a link to certain leads shows those', async ({ browser, workspace }) => {
  const chosen = [leads[3]!, leads[8]!, leads[21]!].map(({ id }) => id)
  const at = `?${chosen.map((id) => `lead_ids=${id}`).join('&')}`
  const page = await openTable(browser, workspace.rosa, { projectId: workspace.projects.Filters.id, at })
  await expectShown(page, chosen)
  await page.reload()
  await expectShown(page, chosen)
  await page.getByRole('button', { name: 'Take away: 3 chosen leads' }).click()
  await expectShown(
    page,
    leads.map(({ id }) => id),
  )
  await page.context().close()
})

test('filters combine with and, choices of one with or, and all survive a reload', async ({ browser, workspace }) => {
  const page = await openList(browser, workspace)
  const sent = watchListCalls(page, workspace.projects.Filters.id)
  await choose('Any status', /^To answer/, /^Talking/)(page)
  await choose('Any channel', /^Hacker News/)(page)
  await check('Already read', { isCounted: false })(page)
  const expected = leads.filter(
    ({ status_config_id: status, platform, read }) => status !== null && platform === 'hacker_news' && read,
  )
  expect(expected.length).toBeGreaterThan(1)
  await expectShown(
    page,
    expected.map(({ id }) => id),
  )
  const address = [
    `status_config_id=${seeded.statusIds[0]}`,
    `status_config_id=${seeded.statusIds[2]}`,
    'data_source_filters=hacker_news',
    'read=true',
  ].toSorted()
  sent.splice(0)
  await page.reload()
  await expectShown(
    page,
    expected.map(({ id }) => id),
  )
  expect(pairsOf(new URL(page.url()).searchParams)).toEqual(address)
  expect(pairsOf(sent.at(-1) ?? new URLSearchParams(), PAGING)).toEqual(address)
  await page.getByRole('button', { name: 'Take away: Talking' }).click()
  const fewer = expected.filter(({ status_config_id: status }) => status === seeded.statusIds[0])
  await expectShown(
    page,
    fewer.map(({ id }) => id),
  )
  await page.context().close()
})

test('beside the reading pane the filters fit on one line', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa)
  await page.goto(`/projects/${workspace.projects.Filters.id}/posts`)
  await expect(page.getByRole('button', { name: /^Unread \d/ })).toBeVisible()
  const tops = await Promise.all(
    [/^Unread/, /^Any Status/i, /^Any date/i, /^More/].map(async (name) => {
      const chip = await page.getByRole('button', { name }).first().boundingBox()
      return chip?.y
    }),
  )
  expect(new Set(tops).size).toBe(1)
  await page.context().close()
})
