import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { totpCode } from './support/authenticator.ts'
import { createMember, newEmail, openAs, PASSWORD } from './support/member.ts'
import { linkMailedTo } from './support/outbox.ts'
import { test } from './support/test.ts'

const NEW_PASSWORD = 'a heron on the harbour wall'

test('after signing up the product works at once, and the mailed link verifies the address', async ({
  installation,
  visitor: page,
}) => {
  const email = newEmail()
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Klein')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organization name').fill('Larkbill')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/\/projects\/new$/)
  await expect(page.getByLabel('Website')).toBeFocused()
  const notice = page.getByRole('complementary', { name: 'Your email is not verified' })
  await expect(notice).toContainText(`Verify ${email}`)
  const link = await linkMailedTo(installation, email, '/verify-user')
  await page.goto(link)
  await expect(page.getByText(`${email} is verified.`)).toBeVisible()
  await page.getByRole('link', { name: 'Continue to Leadlight' }).click()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByText('This address is verified already.')).toBeVisible()
})

test('the owner of a mailbox takes over an account that somebody else registered with it', async ({
  browser,
  installation,
  visitor: page,
}) => {
  const registered = await createMember(installation)
  const stranger = await openAs(browser, registered)
  await stranger.goto('/org/projects')
  await expect(stranger.getByRole('heading', { name: 'No projects yet' })).toBeVisible()

  await page.goto(await linkMailedTo(installation, registered.email, '/verify-user'))
  await page.getByRole('button', { name: 'Set a new one' }).click()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await signIn(page, registered.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your email is not verified' })).toHaveCount(0)
  await stranger.reload()
  await expect(stranger).toHaveURL(/\/sign-in/)
  await stranger.context().close()
})

test('a forgotten password is replaced by a mailed link, which ends existing sessions', async ({
  browser,
  installation,
  visitor: page,
}) => {
  const member = await createMember(installation)
  const elsewhere = await openAs(browser, member)
  await elsewhere.goto('/org/projects')
  await expect(elsewhere.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page).toHaveURL(/\/check-your-email-password-reset$/)
  await expect(page.getByText(member.email)).toBeVisible()

  const link = await linkMailedTo(installation, member.email, '/reset-password')
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByText('Your password is changed, and every session of your account has ended.')).toBeVisible()
  await signIn(page, member.email, PASSWORD)
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, member.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/sign-in$/)
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'Unauthorized' })).toBeVisible()
  await elsewhere.context().close()

  await page.goto(link)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Request failed with status 400')
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})

test('Google signs in a new user, and returns to the requested page', async ({ visitor: page }) => {
  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Organization name').fill('Lindqvist Consulting')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('Mara Lindqvist').first()).toBeVisible()
  await expect(page.getByText('None. You sign in with Google.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your email is not verified' })).toHaveCount(0)
  await page.getByRole('button', { name: /Account: Mara Lindqvist/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('Mara Lindqvist').first()).toBeVisible()

  await test.step('Google’s code works once, and going back to it says so', async () => {
    await page.goto('/google-auth-callback?code=used&state=not-ours')
    await expect(page.getByRole('alert')).toHaveText('An error occurred while logging in...')
    await expect(page.getByRole('link', { name: 'Back to your account' })).toBeVisible()
  })
})

test('with a second factor a password alone is not enough', async ({ browser, installation, visitor }) => {
  const member = await createMember(installation)
  const page = await openAs(browser, member)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('figure', { name: 'Picture to scan with your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page
    .locator('ul')
    .filter({ hasText: /^[0-9a-z-]{9,}/ })
    .getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await page.context().close()

  await visitor.goto('/sign-in')
  await signIn(visitor, member.email, PASSWORD)
  await expect(visitor.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await visitor.getByLabel('Code', { exact: true }).fill('000000')
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('alert')).toContainText(/wrong/)
  // The code that turned it on cannot be reused, so this takes the next one.
  await visitor.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('heading', { name: 'No projects yet' })).toBeVisible()

  await visitor.goto('/account')
  await visitor.getByRole('button', { name: 'Turn off' }).click()
  const form = visitor.getByRole('form', { name: 'Second factor' })
  await form.getByLabel('Your password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await form.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await form.getByRole('button', { name: 'Turn off' }).click()
  await expect(visitor.getByText('Off. Your password alone lets you in.')).toBeVisible()
})

test('the account can be renamed, given another email address and password, and deleted', async ({
  browser,
  installation,
  visitor: mail,
}) => {
  const member = await createMember(installation)
  const email = newEmail()
  const page = await openAs(browser, member)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByLabel('First name').fill('Rosalind')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: /Account: Rosalind Klein/ })).toBeVisible()

  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(
    page.getByText(`A link for ${email} is ready. No mail is sent here, so ask the person who runs Leadlight for it.`),
  ).toBeVisible()
  await mail.goto(await linkMailedTo(installation, email, '/verify-user'))
  await mail.getByLabel('Password').fill(PASSWORD)
  await mail.getByRole('button', { name: 'Verify' }).click()
  await expect(mail.getByText(`The address of your account is now ${email}.`)).toBeVisible()

  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Your password is changed. All other sessions have ended.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Type your email to confirm').fill(email)
  await page.getByLabel('Your password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in$/)
  await signIn(page, email, NEW_PASSWORD)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.context().close()
})

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
