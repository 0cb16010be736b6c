import type { Locator, Page } from '@playwright/test'

/** The rendered rows of the list of leads. */
export function rows(page: Page): Locator {
  return page.getByRole('feed', { name: 'Leads' }).getByRole('article')
}

/** The open lead. */
export function pane(page: Page): Locator {
  return page.getByRole('region', { name: 'Reading pane' })
}

/** The titles of the first five leads in the list. */
export function titles(page: Page): Promise<(string | null)[]> {
  return rows(page).evaluateAll((articles) => articles.slice(0, 5).map((article) => article.getAttribute('aria-label')))
}
