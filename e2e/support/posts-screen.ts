import type { Locator, Page } from '@playwright/test'

/** The rows of the list of leads that are drawn. */
export function rows(page: Page): Locator {
  return page.getByRole('feed', { name: 'Leads' }).getByRole('article')
}

/** Where the open lead is read. */
export function pane(page: Page): Locator {
  return page.getByRole('region', { name: 'Reading pane' })
}

/** What the first five leads of the list are called. */
export function titles(page: Page): Promise<(string | null)[]> {
  return rows(page).evaluateAll((articles) => articles.slice(0, 5).map((article) => article.getAttribute('aria-label')))
}
