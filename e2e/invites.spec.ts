import { expect, test } from '@playwright/test'
import { ask, createMember, newEmail, openAs, PASSWORD } from './support/member.ts'
import type { Member } from './support/member.ts'
import { linkMailedTo, verifyAddress } from './support/outbox.ts'

let admin: Member

test.beforeAll(async () => {
  admin = await createMember()
  await verifyAddress(admin.email)
})

async function invite(email: string): Promise<string> {
  await ask(admin.token, 'POST /api/v1/organization/invites', { email, role: 'MEMBER' })
  return linkMailedTo(email, '/invite')
}

test('from the mail of an invite to the organization, with a new account on the way', async ({ page }) => {
  const email = newEmail()
  await page.goto(await invite(email))
  await expect(page.getByRole('heading', { name: 'Join Larkbill' })).toBeVisible()
  await expect(page.getByText('Rosa Klein invites you to work with them on Leadlight.')).toBeVisible()
  await page.getByRole('link', { name: 'Create an account to join' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('First name').fill('Tom')
  await page.getByLabel('Last name').fill('Reyes')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Join Larkbill' }).click()
  await expect(page.getByText('You joined Larkbill.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Account: Tom Reyes/ })).toContainText('Member')
  // The link came by mail to this address, so it is verified by it.
  await expect(page.getByRole('complementary', { name: 'Your email is not verified' })).toHaveCount(0)
})

test('an invite for another address says so; signing out leads to the right one', async ({ browser }) => {
  const [invited, other] = [await createMember({ organization: false }), await createMember()]
  const link = await invite(invited.email)
  const page = await openAs(browser, other)
  await page.goto(link)
  const text = `This invite is for ${invited.email}, and you are signed in as ${other.email}.`
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and use the other address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(invited.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You declined the invite to Larkbill.')).toBeVisible()
  await page.goto(`${link}&again`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.context().close()
})
