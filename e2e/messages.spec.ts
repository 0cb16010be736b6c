import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createMember, newEmail, PASSWORD } from './support/member.ts'
import { test } from './support/test.ts'

// The specification's exact messages, with a server that fails.

const BROKEN = { status: 500, contentType: 'text/plain', body: '' }

test('signing up: each failed step has its message', async ({ visitor: page }) => {
  await page.route('**/auth/register', (route) => route.fulfill(BROKEN))
  await signUp(page, newEmail())
  await expect(page.getByRole('alert')).toHaveText('Sign up failed')
  await page.unroute('**/auth/register')

  await page.route('**/auth/jwt/login', (route) => route.fulfill({ json: { token_type: 'bearer' } }))
  await signUp(page, newEmail())
  await expect(page.getByRole('alert')).toHaveText('No access token found')
  await page.unroute('**/auth/jwt/login')

  await page.route('**/users_info/update_name*', (route) => route.fulfill(BROKEN))
  await signUp(page, newEmail())
  await expect(page.getByRole('alert')).toContainText('Failed to update user name')
  await expect(page.getByLabel('Organization name')).toBeVisible()
})

test('signing in: the server’s detail, or else "Login failed"', async ({ installation, visitor: page }) => {
  const { email } = await createMember(installation)
  await page.goto('/sign-in')
  await signIn(page, email, 'not the lantern at all')
  await expect(page.getByRole('alert')).toContainText(/password/i)
  await page.route('**/auth/jwt/login', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{"detail":"The moon is full."}' }),
  )
  await signIn(page, email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('The moon is full.')
  await page.route('**/auth/jwt/login', (route) => route.fulfill(BROKEN))
  await signIn(page, email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('Login failed')
})

test('Google: on the way there, and back', async ({ visitor: page }) => {
  await page.route('**/auth/google/authorize', (route) => route.fulfill(BROKEN))
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sign in with Google failed')
  await page.route('**/auth/google/callback*', (route) => route.fulfill(BROKEN))
  await page.goto('/google-auth-callback?code=c&state=s')
  await expect(page.getByRole('alert')).toHaveText('An error occurred while logging in...')
})

test('mailed links: verification and password reset', async ({ visitor: page }) => {
  await page.goto('/verify-user?token=nonsense')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('Verification failed')
  await page.route('**/auth/reset-password', (route) => route.fulfill({ ...BROKEN, status: 503 }))
  await page.goto('/reset-password?token=t')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Request failed with status 503')
})

test('public pages: the operator’s text, or the message of a failed fetch', async ({ visitor: page }) => {
  await page.goto('/sign-in')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('installation of Leadlight')
  await page.route('**/api/v1/instance/pages/terms', (route) => route.fulfill({ ...BROKEN, status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred while fetching the data.')
})

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Klein')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
