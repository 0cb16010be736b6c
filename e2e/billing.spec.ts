import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

test('a trial becomes a plan through a checkout, which is cancelled and resumed', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  const main = page.getByRole('main')

  await test.step('a search uses up the trial', async () => {
    await page.goto('/org/billing')
    await expect(main.getByRole('region', { name: 'Credits', exact: true })).toContainText('5')
    await searchFor(member, projectId, { text: SIGNAL, days: 90 })
    await waitForSearches(member, projectId)
    await page.reload()
    await expect(main.getByText('Used up')).toBeVisible()
    await expect(main.getByRole('table', { name: 'Ledger' })).toContainText('Posts judged')
  })

  await test.step('the wizard has a fifth step, which leads to the plans', async () => {
    await page.goto(`/projects/new/${projectId}/step-4`)
    await expect(page.getByRole('navigation', { name: 'Steps' })).toContainText('Upgrade Plan')
    await expect(page.getByRole('complementary', { name: 'Credits' })).toContainText('Your credits are used up')
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await expect(page.getByRole('heading', { name: 'Upgrade Plan', level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]')).toContainText(
      'Upgrade Plan',
    )
    await expectNoViolationsAtAllWidths(page, 'plans')
  })

  await test.step('the checkout leads back to a plan with its credits', async () => {
    await page.getByRole('button', { name: 'Choose Team' }).click()
    await page.getByRole('button', { name: 'Pay and subscribe' }).click()
    await expect(page.getByRole('heading', { name: 'Your plan is Team' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/org/subscription/success')
    await page.getByRole('link', { name: 'See billing' }).click()
    await expect(main.getByText('Active')).toBeVisible()
    await expect(main.getByRole('region', { name: 'Credits', exact: true })).toContainText('10,000')
    await expect(main.getByText('ending in 4242')).toBeVisible()
    await expect(main.getByRole('table', { name: 'Invoices' })).toContainText('$79.00')
    await expectNoViolationsAtAllWidths(page, 'billing')
  })

  await test.step('another card is entered at the payment provider', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Save the card ending in 4444' }).click()
    await expect(main.getByText('ending in 4444')).toBeVisible()
  })

  await test.step('a more expensive plan costs what its preview says', async () => {
    await page.getByRole('link', { name: 'Change plan' }).click()
    await page.getByRole('button', { name: 'Choose Scale' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change to Scale' })
    await dialog.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('Your plan is Scale.')).toBeVisible()
  })

  await test.step('it is cancelled and resumed', async () => {
    await page.goto('/billing')
    await main.getByRole('button', { name: 'Cancel plan' }).click()
    await page
      .getByRole('alertdialog', { name: 'Cancel the plan?' })
      .getByRole('button', { name: 'Cancel plan' })
      .click()
    await expect(main.getByText('Canceled', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Resume' }).click()
    await expect(main.getByText('Active', { exact: true })).toBeVisible()
  })

  await test.step('the ledger is saved as a file', async () => {
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Save as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Credits \d{4}-\d\d-\d\d\.csv$/)
  })
  await page.context().close()
})
