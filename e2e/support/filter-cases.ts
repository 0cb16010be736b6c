import type { LeadRow } from '@leadlight/contract/leads'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const DAY_MS = 86_400_000

/** The ids used in filters. */
export interface SeededIds {
  statusIds: string[]
  signalIds: string[]
  booleanId: string
  textId: string
}

export interface FilterCase {
  name: string
  /** Sets the filter as a user would; returns the number beside the choice, if there is one. */
  set: (page: Page) => Promise<number | null>
  keeps: (lead: LeadRow, seeded: SeededIds) => boolean
  /** The URL's parameters; the call's are the same unless `isSent` says otherwise. */
  address: (seeded: SeededIds) => string[]
  isSent?: (sent: string[], seeded: SeededIds) => void
  isDeleted?: boolean
}

/** Opens a chip's menu and presses choices; returns the sum of the numbers beside them. */
export function choose(chip: string, ...names: (string | RegExp)[]) {
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

/** Ticks a box of the panel behind "More"; returns the number beside it, if expected. */
export function check(name: string, { isCounted = true, keepsOpen = false } = {}) {
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
    await tick(page, name)
    if (!keepsOpen) await closeMore(page)
    return count
  }
}

/** Waits for the box, which follows the URL a moment later. */
async function tick(page: Page, name: string): Promise<void> {
  const box = page.getByRole('checkbox', { name, exact: true })
  await box.click()
  await expect(box).toBeChecked()
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

/** Chooses an operator of a text column, with a text if it takes one. */
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

function toolCase(
  operator: string,
  name: string,
  words: string | undefined,
  keeps: (tool: string) => boolean,
): FilterCase {
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

/** Thirty days including today, from the midnight before the first. */
const periodStart = () => new Date(`${dayAgo(29)}T00:00:00`).toISOString()
const FROM = dayAgo(40)
const TO = dayAgo(12)
const fromInstant = () => new Date(`${FROM}T00:00:00`).toISOString()
const toInstant = () => new Date(`${TO}T23:59:59.999`).toISOString()

/** Each way of setting a filter, with the expected leads and URL. The server's tests cover every operator and choice. */
export const FILTER_CASES: readonly FilterCase[] = [
  {
    name: 'a status or none',
    set: choose('Any status', /^Talking/, /^No status/),
    keeps: (lead, { statusIds }) => lead.status_config_id === null || lead.status_config_id === statusIds[2],
    address: ({ statusIds }) => [`status_config_id=${statusIds[2]}`, 'status_config_id=none'],
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
  { name: 'starred', set: check('Starred only'), keeps: ({ starred }) => starred, address: () => ['starred=true'] },
  {
    name: 'deleted',
    set: check('Deleted leads', { isCounted: false }),
    keeps: () => true,
    isDeleted: true,
    address: () => ['deleted=true'],
  },
  {
    name: 'open or closed on GitHub',
    async set(page) {
      const open = await check('Open', { keepsOpen: true })(page)
      const closed = await countBeside(page, 'Closed')
      await tick(page, 'Closed')
      await closeMore(page)
      return (open ?? 0) + closed
    },
    keeps: (lead) => lead.github_issue_state !== null,
    address: () => ['github_issue_states=OPEN', 'github_issue_states=CLOSED'],
  },
  {
    name: 'a period',
    async set(page) {
      await page.getByRole('button', { name: 'Any date', exact: true }).click()
      await page.getByRole('dialog', { name: 'Posted' }).getByRole('button', { name: 'Last 30 days' }).click()
      await page.keyboard.press('Escape')
      return null
    },
    keeps: ({ posted_at: at }) => at >= periodStart(),
    address: () => ['period=30d'],
    isSent(sent) {
      expect(sent).toEqual([`date_from=${periodStart()}`])
    },
  },
  {
    name: 'from one day to another',
    async set(page) {
      await page.getByRole('button', { name: 'Any date', exact: true }).click()
      await page.getByLabel('Posted from').fill(FROM)
      await page.getByLabel('Posted to').fill(TO)
      await page.keyboard.press('Escape')
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
  toolCase('does not contain', 'not_contains', 'quick', (tool) => !tool.toLowerCase().includes('quick')),
  toolCase('is empty', 'empty', undefined, (tool) => tool === ''),
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
