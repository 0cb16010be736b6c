import { expect, type Page } from '@playwright/test'
import type { WatchedPage } from './watched-page.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'
const FIRST_LEAD_MS_MAX = 180_000

/** From the first page to the first lead of one's own business, opened, with the words that prove it. */
export async function findFirstLead(watched: WatchedPage, { url, websiteUrl }: { url: string; websiteUrl: string }) {
  const { page } = watched
  await page.goto(url)
  await signUp(watched)
  await describeBusiness(watched, websiteUrl)
  await page.getByLabel('New signal').fill(SIGNAL)
  await page.getByRole('button', { name: 'Start finding leads' }).click()
  const first = page.getByRole('feed', { name: 'Leads' }).getByRole('article').first()
  await watched.waitFor('the first lead', first, FIRST_LEAD_MS_MAX)
  await first.getByRole('link').first().click()
  await watched.waitFor('the lead, opened', page.getByRole('region', { name: 'Reading pane' }).locator('mark').first())
}

async function signUp(watched: WatchedPage): Promise<void> {
  const { page } = watched
  const toSignUp = page.getByRole('link', { name: 'Create an account' })
  await watched.waitFor('the first page', toSignUp)
  await toSignUp.click()
  await watched.waitFor('the sign-up', page.getByLabel('First name'))
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Klein')
  await page.getByLabel('Email').fill('rosa@larkbill.example')
  await page.getByLabel('Password').fill('seven lamps of harbour light')
  await page.getByRole('button', { name: 'Create account' }).click()
  await watched.waitFor('the organization’s name', page.getByLabel('Organization name'))
  await page.getByLabel('Organization name').fill('Larkbill Software')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await watched.waitFor('the wizard', page.getByLabel('Website'))
}

async function describeBusiness(watched: WatchedPage, websiteUrl: string): Promise<void> {
  const { page } = watched
  await page.getByLabel('Website').fill(websiteUrl)
  await page.getByRole('button', { name: 'Read my website' }).click()
  const name = page.getByLabel('Business name')
  await watched.waitFor('the business, read from its website', name)
  await expect(name).not.toHaveValue('')
  await proceed(page)
  const purpose = page.getByRole('checkbox', { name: /Win customers/ })
  await watched.waitFor('the purposes', purpose)
  if (!(await purpose.isChecked())) await page.getByText('Win customers').click()
  await proceed(page)
  await watched.waitFor('the signals', page.getByLabel('New signal'))
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
