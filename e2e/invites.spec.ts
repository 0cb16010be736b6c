import { expect } from '@playwright/test'
import type { Installation } from './support/installation.ts'
import { ask, createMember, newEmail, openAs, PASSWORD } from './support/member.ts'
import type { Member } from './support/member.ts'
import { linkMailedTo, verifyAddress } from './support/outbox.ts'
import { test } from './support/test.ts'

let admin: Member

test.beforeAll(async ({ installation }) => {
  admin = await createMember(installation)
  await verifyAddress(installation, admin.email)
})

async function invite(installation: Installation, email: string): Promise<string> {
  await ask(admin, 'POST /api/v1/organization/invites', { email, role: 'MEMBER' })
  return linkMailedTo(installation, email, '/invite')
}

test('the mail of an invite leads into the organization, with a new account on the way', async ({
  installation,
  visitor: page,
}) => {
  const email = newEmail()
  await page.goto(await invite(installation, email))
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
  // The link came by mail to this address, so it verifies it.
  await expect(page.getByRole('complementary', { name: 'Your email is not verified' })).toHaveCount(0)
})

test('an invite for another address says so, and signing out leads to the right account', async ({
  browser,
  installation,
}) => {
  const [invited, other] = [await createMember(installation, { organization: false }), await createMember(installation)]
  const link = await invite(installation, invited.email)
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

test('a member whose role changes, or who is removed, is told on the open page and sees what is left to them', async ({
  browser,
  installation,
}) => {
  const colleague = await createMember(installation, { organization: false })
  await verifyAddress(installation, colleague.email)
  const sent = { email: colleague.email, role: 'ADMIN' }
  const { id } = await ask<{ id: string }>(admin, 'POST /api/v1/organization/invites', sent)
  await ask(colleague, `POST /api/v1/organization/invites/${id}/accept`)
  const { id: userId } = await ask<{ id: string }>(colleague, 'GET /users_info/me')
  const page = await openAs(browser, colleague)
  await page.goto('/org/team')
  await page.getByLabel('Organization name').fill('Larkbill Ltd')
  await ask(admin, `PATCH /api/v1/organization/members/${userId}`, { role: 'MEMBER' })
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Your role is now Member.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)

  await ask(admin, `DELETE /api/v1/organization/members/${userId}`)
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByText('You are no longer in Larkbill.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create your organization' })).toBeVisible()
  await page.context().close()
})
