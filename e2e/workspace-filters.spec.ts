import type { LeadRow } from '@leadlight/contract/leads'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { installationUrl } from './support/addresses.ts'
import { addColumn, untilFilled } from './support/workspace-columns.ts'
import { expectShown, openTable, pairsOf, watchListCalls } from './support/workspace-screen.ts'
import { createProjectCalls, test } from './support/workspace.ts'
import type { ProjectCalls, Workspace } from './support/workspace.ts'

const DAY_MS = 86_400_000
/** Paging is no filter. */
const PAGING = ['limit', 'cursor']

interface Known {
  statusIds: string[]
  signalIds: string[]
  booleanId: string
  textId: string
}

interface Case {
  name: string
  /** Sets the filter as a person would; answers the number beside the choice, where there is one. */
  set: (page: Page) => Promise<number | null>
  keeps: (lead: LeadRow, known: Known) => boolean
  /** What the address says; the call says the same unless told otherwise. */
  address: (known: Known) => string[]
  isSent?: (sent: string[], known: Known) => void
  isDeleted?: boolean
}

let calls: ProjectCalls
let known: Known
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
  await untilFilled(calls)
  known = { statusIds, signalIds, booleanId, textId }
  leads = await calls.leads()
  deleted = await calls.leads('deleted=true')
})

function every(ids: readonly string[], step: number, from: number): string[] {
  return ids.filter((_, index) => index % step === from)
}

/** Opens one of the chips' menus and presses a choice; answers the number beside it. */
function choose(chip: string, ...names: (string | RegExp)[]) {
  return async (page: Page) => {
    await page.getByRole('button', { name: chip, exact: true }).click()
    let count: number | null = null
    for (const name of names) {
      const item = page.getByRole('menuitemcheckbox', { name })
      await expect(item).toHaveText(/\d$/)
      count = (count ?? 0) + numberAtEnd(await item.innerText())
      await item.click()
      await expect(item).toBeChecked()
    }
    await page.keyboard.press('Escape')
    return count
  }
}

/** Presses a box of the panel behind "More"; answers the number beside it, where there is to be one. */
function check(name: string, { isCounted = true, keepsOpen = false } = {}) {
  return async (page: Page) => {
    await openMore(page)
    const line = page
      .getByRole('dialog', { name: 'More filters' })
      .locator('div')
      .filter({
        has: page.getByRole('checkbox', { name, exact: true }),
      })
    if (isCounted) await expect(line.last()).toHaveText(/\d$/)
    const count = isCounted ? numberAtEnd(await line.last().innerText()) : null
    await page.getByRole('checkbox', { name, exact: true }).check()
    if (!keepsOpen) await closeMore(page)
    return count
  }
}

async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More( \d+)?$/ }).click()
  await expect(page.getByRole('dialog', { name: 'More filters' })).toBeVisible()
}

async function closeMore(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'More filters' })).toBeHidden()
}

async function select(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses an operator of a text column, with words where it takes some. */
function ofTool(operator: string, words?: string) {
  return async (page: Page) => {
    await openMore(page)
    await select(page, 'Tool', operator)
    if (words !== undefined) {
      await page.getByLabel('Tool: words').fill(words)
      await expect(page.getByRole('list', { name: 'Filters that are set' })).toContainText(`"${words}"`)
    }
    await closeMore(page)
    return null
  }
}

function toolCase(operator: string, name: string, words: string | undefined, keeps: (tool: string) => boolean): Case {
  return {
    name: `smart column of text: ${operator}${words ? ` ${words}` : ''}`,
    set: ofTool(operator, words),
    keeps: (lead, { textId }) => keeps(textOf(lead, textId)),
    address: ({ textId }) => [
      `smart_column_values=${JSON.stringify([{ column_id: textId, operator: name, ...(words && { text_value: words }) }])}`,
    ],
  }
}

function textOf(lead: LeadRow, columnId: string): string {
  return lead.smart_column_values.find((value) => value.column_id === columnId)?.text_value ?? ''
}

function boolOf(lead: LeadRow, columnId: string): boolean | null {
  return lead.smart_column_values.find((value) => value.column_id === columnId)?.bool_value ?? null
}

function numberAtEnd(text: string): number {
  return Number(/([\d,]+)\s*$/.exec(text)?.[1]?.replaceAll(',', '') ?? 'NaN')
}

function dayAgo(days: number): string {
  const at = new Date(Date.now() - days * DAY_MS)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const FROM = dayAgo(40)
const TO = dayAgo(12)
const fromInstant = () => new Date(`${FROM}T00:00:00`).toISOString()
const toInstant = () => new Date(`${TO}T23:59:59.999`).toISOString()

const CASES: readonly Case[] = [
  {
    name: 'a status',
    set: choose('Any status', /^To answer/),
    keeps: (lead, { statusIds }) => lead.status_config_id === statusIds[0],
    address: ({ statusIds }) => [`status_config_id=${statusIds[0]}`],
  },
  {
    name: 'no status',
    set: choose('Any status', /^No status/),
    keeps: (lead) => lead.status_config_id === null,
    address: () => ['status_config_id=none'],
  },
  {
    name: 'a status or none',
    set: choose('Any status', /^Talking/, /^No status/),
    keeps: (lead, { statusIds }) => lead.status_config_id === null || lead.status_config_id === statusIds[2],
    address: ({ statusIds }) => [`status_config_id=${statusIds[2]}`, 'status_config_id=none'],
  },
  {
    name: 'a channel that is a whole platform',
    set: choose('Any channel', /^Hacker News/),
    keeps: ({ platform }) => platform === 'hacker_news',
    address: () => ['data_source_filters=hacker_news'],
  },
  {
    name: 'a named channel',
    set: choose('Any channel', /acme\/books/),
    keeps: ({ platform }) => platform === 'github',
    address: () => ['data_source_filters=github:acme/books'],
  },
  {
    name: 'a signal',
    set: choose('Any signal', /^People unhappy/),
    keeps: (lead, { signalIds }) => lead.intent_signals.some(({ id }) => id === signalIds[1]),
    address: ({ signalIds }) => [`intent_signals=${signalIds[1]}`],
  },
  { name: 'unread', set: check('Unread only'), keeps: ({ read }) => !read, address: () => ['read=false'] },
  {
    name: 'unread by its chip',
    async set(page) {
      const chip = page.getByRole('button', { name: /^Unread/ })
      await expect(chip).toHaveText(/\d$/)
      const count = numberAtEnd(await chip.innerText())
      await chip.click()
      return count
    },
    keeps: ({ read }) => !read,
    address: () => ['read=false'],
  },
  {
    name: 'read',
    set: check('Read only', { isCounted: false }),
    keeps: ({ read }) => read,
    address: () => ['read=true'],
  },
  { name: 'starred', set: check('Starred only'), keeps: ({ starred }) => starred, address: () => ['starred=true'] },
  {
    name: 'deleted',
    set: check('Deleted leads', { isCounted: false }),
    keeps: () => true,
    isDeleted: true,
    address: () => ['deleted=true'],
  },
  {
    name: 'open on GitHub',
    set: check('Open'),
    keeps: (lead) => lead.github_issue_state === 'OPEN',
    address: () => ['github_issue_states=OPEN'],
  },
  {
    name: 'open or closed on GitHub',
    async set(page) {
      const open = await check('Open', { keepsOpen: true })(page)
      const closed = await countBeside(page, 'Closed')
      await page.getByRole('checkbox', { name: 'Closed', exact: true }).check()
      await closeMore(page)
      return (open ?? 0) + closed
    },
    keeps: (lead) => lead.github_issue_state !== null,
    address: () => ['github_issue_states=OPEN', 'github_issue_states=CLOSED'],
  },
  {
    name: 'a period',
    async set(page) {
      await openMore(page)
      await page.getByRole('button', { name: 'Last 30 days' }).click()
      await closeMore(page)
      return null
    },
    keeps: (lead) => Date.parse(lead.posted_at) >= Date.now() - 30 * DAY_MS,
    address: () => ['period=30d'],
    isSent(sent) {
      const from = Date.parse(/^date_from=(.+)$/.exec(sent[0] ?? '')?.[1] ?? '')
      expect(sent).toHaveLength(1)
      expect(Math.abs(Date.now() - 30 * DAY_MS - from)).toBeLessThan(DAY_MS)
    },
  },
  {
    name: 'from one day to another',
    async set(page) {
      await openMore(page)
      await page.getByLabel('Posted from').fill(FROM)
      await page.getByLabel('Posted to').fill(TO)
      await closeMore(page)
      return null
    },
    keeps: ({ posted_at: at }) => at >= fromInstant() && at <= toInstant(),
    address: () => [`date_from=${fromInstant()}`, `date_to=${toInstant()}`],
  },
  {
    name: 'text',
    async set(page) {
      await page.getByRole('searchbox', { name: 'Search leads' }).fill('harbour')
      return null
    },
    keeps: ({ title }) => title?.includes('Harbour') === true,
    address: () => ['search_text=harbour'],
  },
  {
    name: 'smart column of yes or no: yes',
    async set(page) {
      await openMore(page)
      await select(page, 'Names Xero', 'Yes')
      await closeMore(page)
      return null
    },
    keeps: (lead, { booleanId }) => boolOf(lead, booleanId) === true,
    address: ({ booleanId }) => [
      `smart_column_values=${JSON.stringify([{ column_id: booleanId, operator: 'equals', bool_value: true }])}`,
    ],
  },
  {
    name: 'smart column of yes or no: no',
    async set(page) {
      await openMore(page)
      await select(page, 'Names Xero', 'No')
      await closeMore(page)
      return null
    },
    keeps: (lead, { booleanId }) => boolOf(lead, booleanId) === false,
    address: ({ booleanId }) => [
      `smart_column_values=${JSON.stringify([{ column_id: booleanId, operator: 'equals', bool_value: false }])}`,
    ],
  },
  toolCase('contains', 'contains', 'quick', (tool) => tool.toLowerCase().includes('quick')),
  toolCase('does not contain', 'not_contains', 'quick', (tool) => !tool.toLowerCase().includes('quick')),
  toolCase('is', 'equals', 'xero', (tool) => tool.toLowerCase() === 'xero'),
  toolCase('is not', 'not_equals', 'xero', (tool) => tool.toLowerCase() !== 'xero'),
  toolCase('is empty', 'empty', undefined, (tool) => tool === ''),
  toolCase('is not empty', 'not_empty', undefined, (tool) => tool !== ''),
]

async function countBeside(page: Page, name: string): Promise<number> {
  const line = page
    .getByRole('dialog', { name: 'More filters' })
    .locator('div')
    .filter({
      has: page.getByRole('checkbox', { name, exact: true }),
    })
  await expect(line.last()).toHaveText(/\d$/)
  return numberAtEnd(await line.last().innerText())
}

test('each filter shows just the leads it names, stands in the address, and stays after loading anew', async ({
  browser,
  workspace,
}) => {
  const page = await openList(browser, workspace)
  const sent = watchListCalls(page, workspace.projects.Filters.id)
  for (const filter of CASES) await test.step(filter.name, () => expectFilter(page, filter, sent))
  await page.context().close()
})

function openList(browser: Parameters<typeof openTable>[0], { rosa, projects }: Workspace): Promise<Page> {
  return openTable(browser, rosa, { projectId: projects.Filters.id })
}

async function expectFilter(page: Page, filter: Case, sent: URLSearchParams[]): Promise<void> {
  const wanted = (filter.isDeleted ? deleted : leads).filter((lead) => filter.keeps(lead, known)).map(({ id }) => id)
  const all = leads.map(({ id }) => id)
  expect(wanted.length, 'it narrows').toBeGreaterThan(0)
  expect(wanted).not.toEqual(all)
  await expectShown(page, all)
  sent.splice(0)
  const count = await filter.set(page)
  await expectShown(page, wanted)
  await expect(page.getByText(wanted.length === 1 ? '1 lead' : `${wanted.length} leads`, { exact: true })).toBeVisible()
  if (count !== null) expect(count).toBe(wanted.length)
  const address = filter.address(known).toSorted()
  expect(pairsOf(new URL(page.url()).searchParams)).toEqual(address)
  expectSent(sent.at(-1), filter)
  sent.splice(0)
  await page.reload()
  await expectShown(page, wanted)
  expect(pairsOf(new URL(page.url()).searchParams)).toEqual(address)
  expectSent(sent.at(-1), filter)
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expectShown(page, all)
  expect(new URL(page.url()).search).toBe('')
  expect(pairsOf(sent.at(-1) ?? new URLSearchParams(), PAGING)).toEqual([])
}

function expectSent(call: URLSearchParams | undefined, { address, isSent }: Case): void {
  const pairs = pairsOf(call ?? new URLSearchParams(), PAGING)
  if (isSent) isSent(pairs, known)
  else expect(pairs).toEqual(address(known).toSorted())
}

test('what does not narrow is not sent: "all", nothing, and what cannot be a filter', async ({
  browser,
  workspace,
}) => {
  const page = await openList(browser, workspace)
  const sent = watchListCalls(page, workspace.projects.Filters.id)
  const search = '?status_config_id=all&search_text=&read=&intent_signals=&data_source_filters=all&date_from=yesterday'
  await page.goto(`${installationUrl()}/projects/${workspace.projects.Filters.id}/posts${search}`)
  await expectShown(
    page,
    leads.map(({ id }) => id),
  )
  expect(pairsOf(sent.at(-1) ?? new URLSearchParams('x=x'), PAGING)).toEqual([])
  await page.context().close()
})

test('a link to chosen leads shows those', async ({ browser, workspace }) => {
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

test('several filters count as and, the choices of one as or', async ({ browser, workspace }) => {
  const page = await openList(browser, workspace)
  await choose('Any status', /^To answer/, /^Talking/)(page)
  await choose('Any channel', /^Hacker News/)(page)
  await check('Read only', { isCounted: false })(page)
  const wanted = leads.filter(
    ({ status_config_id: status, platform, read }) => status !== null && platform === 'hacker_news' && read,
  )
  expect(wanted.length).toBeGreaterThan(1)
  await expectShown(
    page,
    wanted.map(({ id }) => id),
  )
  await page.getByRole('button', { name: 'Take away: Talking' }).click()
  const fewer = wanted.filter(({ status_config_id: status }) => status === known.statusIds[0])
  await expectShown(
    page,
    fewer.map(({ id }) => id),
  )
  await page.context().close()
})
