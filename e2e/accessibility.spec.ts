import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { createMember, openAs, PASSWORD } from './support/member.ts'
import type { Member } from './support/member.ts'
import { pane, rows, titles } from './support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = { text: 'Freelancers asking which invoicing or bookkeeping software to use', days: 60 }

let member: Member
let projectId: string

test.beforeAll(async ({ installation }) => {
  member = await createMember(installation)
  projectId = await createProject(member, 'larkbill.example')
  // The search runs during the checks of screens that need no leads.
  await searchFor(member, projectId, SIGNAL)
})

test('the wizard has no accessibility violations in either theme', async ({ browser }) => {
  const wizard = `/projects/new/${projectId}`
  const page = await openAs(browser, member)
  for (const [path, heading] of [
    [`${wizard}/step-1`, 'Enter your website'],
    [`${wizard}/step-2`, 'Describe your business'],
    [`${wizard}/step-3`, 'How do you want to use Leadlight'],
    [`${wizard}/step-4`, 'Intent Signals'],
  ] as const) {
    await open(page, path, heading)
    await expectNoViolations(page, heading)
  }
  await page.context().close()
})

test('sign-in and account have no accessibility violations', async ({ browser, installation, visitor }) => {
  for (const [path, heading] of [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create an account'],
    ['/forgot-password', 'Forgot your password'],
    ['/check-your-email-password-reset', 'Ask for your link'],
    ['/reset-password?token=t', 'Choose a new password'],
    ['/verify-user?token=t', 'Verify your email'],
    ['/google-auth-callback?error=access_denied', 'Sign in with Google'],
    ['/slack-callback?error=access_denied', 'Connect Slack'],
    ['/invite', 'Your invites'],
    ['/invite?t=t', 'Your invite'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await open(visitor, path, heading)
    await expect(visitor.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoViolations(visitor, heading)
  }
  const page = await openAs(browser, await createMember(installation))
  await open(page, '/account', 'Account')
  for (const name of ['Change name', 'Change email', 'Change password', 'Delete account', 'Set up'])
    await page.getByRole('button', { name }).click()
  await expectNoViolations(page, 'account, every form open')
  await page.getByRole('form', { name: 'Second factor' }).getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('figure', { name: 'Picture to scan with your authenticator app' })).toBeVisible()
  await expectNoViolations(page, 'a second factor to set up')
  await page.context().close()
})

test('leads can be read by keyboard alone', async ({ browser }) => {
  await waitForSearches(member, projectId)
  const page = await openAs(browser, member)
  await open(page, `/projects/${projectId}/posts`, 'Posts')
  await expect(rows(page).first()).toBeVisible()
  const before = await titles(page)
  expect(before.length).toBeGreaterThan(1)
  await page.keyboard.press('j')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/posts\/[^/]+$/)
  await expect(pane(page).locator('mark').first()).toBeVisible()
  await page.keyboard.press('s')
  await expect(pane(page).getByRole('button', { name: 'Take the star away' })).toBeVisible()
  await page.keyboard.press('#')
  await expect.poll(async () => (await titles(page)).slice(0, before.length - 1)).toEqual(before.slice(1))
  await page.keyboard.press('z')
  await expect.poll(() => titles(page)).toEqual(before)
  await expect(rows(page).first().getByRole('button', { name: 'Take the star away' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/posts$/)
  await page.context().close()
})

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
}
