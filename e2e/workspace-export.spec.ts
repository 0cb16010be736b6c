import { readFile } from 'node:fs/promises'
import type { Lead } from '@leadlight/contract/leads'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { test } from './support/test.ts'
import { addColumn, waitForValues } from './support/workspace-columns.ts'
import { HOSTILE } from './support/workspace-leads.ts'
import { openPosts, rowOf, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls } from './support/workspace.ts'

const COLUMN = '=Tool, "of theirs"'
/** The filter of the export: the hostile lead and every third after it. */
const FILTER = '?data_source_filters=hacker_news&sort_by=posted_at&sort_order=asc'

let calls: ProjectCalls
let leads: Lead[]
let statusNames: Map<string, string>
let columnId: string

test.beforeAll(async ({ workspace: { rosa, tomas, projects } }) => {
  calls = createProjectCalls(rosa, projects.Export.id)
  columnId = await addColumn(calls, { name: COLUMN, prompt: 'Which tool do they use?', type: 'text' })
  const statuses = await calls.statuses()
  statusNames = new Map(statuses.map(({ id, name }) => [id, name]))
  const [first, second] = (await calls.leads()).filter(({ platform }) => platform === 'hacker_news')
  if (!first || !second) throw new Error('There are no leads')
  await calls.setStatus([second.id], statuses[1]?.id ?? null)
  await calls.star(first.id)
  await calls.mark('read', [second.id])
  await calls.call('PUT', `/lead/${first.id}/assignee`, { user_id: tomas.userId })
  await calls.call('PATCH', `/lead/${second.id}/feedback`, { feedback: 'negative' })
  for (const text of ['One', 'Two']) await calls.call('POST', `/lead/${first.id}/notes`, { text })
  await waitForValues(calls)
  const listed = await calls.leads(FILTER.slice(1))
  leads = await Promise.all(listed.map(({ id }) => calls.lead(id)))
  expect(leads.at(-1)?.title).toBe(HOSTILE.title)
})

/** Exports through the list's menu, and returns the download. */
async function download(page: Page, words: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'More about this list' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: words }).click()
  const file = await coming
  await expect(toast(page, `Saved ${file.suggestedFilename()}`)).toBeVisible()
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The expected export of a lead, from the API. */
function expectedOf(lead: Lead) {
  const value = lead.smart_column_values.find((one) => one.column_id === columnId)
  return {
    id: lead.id,
    url: lead.url,
    platform: lead.platform,
    community: lead.community,
    author: lead.author,
    title: lead.title,
    text: lead.text.slice(lead.body_start),
    score: lead.score,
    level: lead.level,
    status: lead.status_config_id === null ? null : (statusNames.get(lead.status_config_id) ?? null),
    intent_signals: lead.matches.map((match) => match.intent_signal),
    reasons: lead.matches.map((match) => match.reason),
    evidence: lead.matches.flatMap((match) => match.evidence.map(({ start, end }) => lead.text.slice(start, end))),
    tool: value?.state === 'done' ? value.text_value : null,
    read: lead.read,
    starred: lead.starred,
    deleted: lead.deleted,
    feedback: lead.feedback,
    assignee: lead.assignee_id === null ? null : 'Tomas Berg',
    posted_at: lead.posted_at,
    collected_at: lead.collected_at,
  }
}

type Expected = ReturnType<typeof expectedOf>

/** The same as a table row, with an empty cell for null. */
function asCells(lead: Lead): Record<string, string> {
  const { tool, ...rest } = expectedOf(lead)
  return Object.fromEntries(
    Object.entries({ ...rest, [COLUMN]: tool }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value),
    ]),
  )
}

async function openFiltered(
  browser: Parameters<typeof openPosts>[0],
  workspace: { rosa: Parameters<typeof openPosts>[1]; projects: { Export: { id: string } } },
) {
  const page = await openPosts(browser, workspace.rosa, { projectId: workspace.projects.Export.id, at: FILTER })
  await expect(rowOf(page, leads[0]!.id)).toBeVisible()
  return page
}

test('CSV holds the filtered list in order, and no cell is a formula', async ({ browser, workspace }) => {
  const page = await openFiltered(browser, workspace)
  const { name, bytes } = await download(page, /CSV/)
  expect(name).toMatch(/^Export leads \d{4}-\d\d-\d\d\.csv$/)
  const raw: string[][] = parse(bytes, { bom: true, record_delimiter: '\r\n' })
  for (const cell of raw.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
  const [heading = [], ...lines] = raw.map((row) => row.map(withoutGuard))
  expect(lines).toHaveLength(leads.length)
  for (const [index, line] of lines.entries()) {
    const cells = Object.fromEntries(heading.map((title, place) => [title, line[place]]))
    expect(cells).toMatchObject(asCells(leads[index]!))
  }
  expect(lines.at(-1)?.[heading.indexOf('notes')]).toBe('2')
  await page.context().close()
})

/** As in the guide: removes one apostrophe from those before a formula's first character. */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell
}

test('XLSX holds the same, with texts as texts', async ({ browser, workspace }) => {
  const page = await openFiltered(browser, workspace)
  const { name, bytes } = await download(page, /XLSX/)
  expect(name).toMatch(/\.xlsx$/)
  const [sheet] = await readXlsx(bytes, { trim: false })
  const [heading = [], ...lines] = sheet!.data
  expect(lines).toHaveLength(leads.length)
  for (const [index, line] of lines.entries()) {
    const cells = Object.fromEntries(heading.map((title, place) => [String(title), asText(line[place])]))
    const { posted_at: posted, collected_at: found, ...others } = asCells(leads[index]!)
    expect(cells).toMatchObject(others)
    // A spreadsheet counts in days, with a rounding error below a millisecond.
    expect(Math.abs(Date.parse(cells['posted_at'] ?? '') - Date.parse(posted ?? ''))).toBeLessThanOrEqual(1)
    expect(Math.abs(Date.parse(cells['collected_at'] ?? '') - Date.parse(found ?? ''))).toBeLessThanOrEqual(1)
  }
  expect(typeof lines[0]?.[heading.indexOf('score')]).toBe('number')
  expect(typeof lines[0]?.[heading.indexOf('read')]).toBe('boolean')
  await page.context().close()
})

function asText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return JSON.stringify(cell)
  // Characters that the format cannot hold are written as codes, as in Excel.
  return cell.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

test('JSON holds the same, and a selection is exported alone', async ({ browser, workspace }) => {
  const page = await openFiltered(browser, workspace)
  const { bytes } = await download(page, /JSON/)
  const exported = JSON.parse(bytes.toString('utf8')) as ExportedLead[]
  expect(exported).toHaveLength(leads.length)
  expect(exported.map(fromJson)).toMatchObject(leads.map(expectedOf))
  expect(exported.at(-1)?.notes).toBe(2)

  const chosen = leads[1]!
  await rowOf(page, chosen.id).hover()
  await rowOf(page, chosen.id).getByRole('checkbox').click()
  await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Export' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /JSON/ }).click()
  const alone = JSON.parse(await readFile(await (await coming).path(), 'utf8')) as ExportedLead[]
  expect(alone.map(fromJson)).toMatchObject([expectedOf(chosen)])
  await page.context().close()
})

interface ExportedLead extends Omit<Expected, 'intent_signals' | 'reasons' | 'evidence' | 'tool'> {
  matches: { intent_signal: string; score: number; reason: string; evidence: { kind: string; quote: string }[] }[]
  smart_columns: { name: string; value: string | null }[]
  notes: number
}

function fromJson({ matches, smart_columns: columns, ...lead }: ExportedLead): Partial<Expected> {
  return {
    ...lead,
    intent_signals: matches.map((match) => match.intent_signal),
    reasons: matches.map((match) => match.reason),
    evidence: matches.flatMap((match) => match.evidence.map(({ quote }) => quote)),
    tool: columns.find(({ name }) => name === COLUMN)?.value ?? null,
  }
}
