import type { Browser, Locator, Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'
import { openAs } from './member.ts'
import type { Member } from './member.ts'

/** Tall enough for some sixty rows of the table. */
const TALL = { width: 1440, height: 2600 }

const FAILING = { status: 503, contentType: 'application/problem+json', body: '{"detail":"The database is busy."}' }

interface ListOptions {
  projectId: string
  /** A suffix of the list's path: `/{leadId}`, `?read=true`. */
  at?: string
  options?: object
}

/** A project's list as a member sees it, in a new browser context. */
export async function openPosts(browser: Browser, member: Member, { projectId, at = '', options }: ListOptions) {
  const page = await openAs(browser, member, { acceptDownloads: true, ...options })
  await page.goto(`/projects/${projectId}/posts${at}`)
  return page
}

/** The list as a table on a screen tall enough to show all of it. */
export async function openTable(browser: Browser, member: Member, { projectId, at }: ListOptions): Promise<Page> {
  const page = await openPosts(browser, member, { projectId, ...(at && { at }), options: { viewport: TALL } })
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(page.getByRole('table', { name: 'Leads' })).toBeVisible()
  return page
}

/** The ids of the rendered leads, in order. */
export function shownIds(page: Page): Promise<string[]> {
  return page.locator('[data-row-id]').evaluateAll((rows) =>
    rows
      .map((row) => ({ id: row.getAttribute('data-row-id') ?? '', top: row.getBoundingClientRect().top }))
      .toSorted((a, b) => a.top - b.top)
      .map(({ id }) => id),
  )
}

/** Expects the list to show exactly these leads, in this order. */
export async function expectShown(page: Page, ids: readonly string[]): Promise<void> {
  await expect.poll(() => shownIds(page)).toEqual(ids)
}

export function rowOf(page: Page, id: string): Locator {
  return page.locator(`[data-row-id="${id}"]`)
}

/** Collects the list calls of a project from here on. */
export function watchListCalls(page: Page, projectId: string): URLSearchParams[] {
  const seen: URLSearchParams[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isList = pathname === `/api/v1/leads/${projectId}` && request.method() === 'GET'
    // Rows that others changed are refetched by id, which is no list call.
    if (isList && !searchParams.has('lead_ids')) seen.push(searchParams)
  })
  return seen
}

/** A toast by its text; errors are alerts, everything else a status. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-kind]').filter({ hasText: text })
}

export async function undoBy(page: Page, text: string | RegExp): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Undo' }).click()
}

/** While `work` runs, requests under `path` hang or fail. */
export async function withAnswer(
  page: Page,
  path: string,
  how: 'waiting' | 'failing',
  work: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) => (how === 'failing' ? route.fulfill(FAILING) : new Promise<void>(() => undefined)))
  await work()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** A URL's search params as sorted pairs, for comparison. */
export function pairsOf(search: URLSearchParams, without: readonly string[] = []): string[] {
  return [...search]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
}
