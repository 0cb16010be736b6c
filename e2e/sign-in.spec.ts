import { expect } from '@playwright/test'
import { createMember, openAs, PASSWORD } from './support/member.ts'
import type { Member } from './support/member.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

let member: Member
let projectId: string

test.beforeAll(async ({ installation }) => {
  member = await createMember(installation)
  projectId = await createProject(member)
})

test('a wrong password is reported, and the right one returns to the requested page', async ({ visitor: page }) => {
  await page.goto(`/projects/${projectId}/settings`)
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill('not the lantern at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(/password/i)
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/settings/project$`))
  await page.goto('/sign-in')
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/posts$`))
})

test('paths redirect where they should', async ({ browser }) => {
  const page = await openAs(browser, member)
  const leads = [
    ['/', `/projects/${projectId}/posts`],
    ['/projects', '/org/projects'],
    ['/org', '/org/projects'],
    ['/team', '/org/team'],
    ['/billing', '/org/billing'],
    [`/projects/${projectId}`, `/projects/${projectId}/posts`],
    [`/projects/${projectId}/prospects`, `/projects/${projectId}/prospects/people`],
    ['/projects/01920000-0000-7000-8000-000000000000/posts', '/org/projects'],
    ['/no/such/page', '/404'],
  ] as const
  for (const [from, to] of leads) {
    await page.goto(from)
    await expect(page, `from ${from}`).toHaveURL(to)
  }
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL(/\/org\/projects$/)
  await page.context().close()
})

test('an ended session redirects to sign-in and is forgotten', async ({ browser, installation }) => {
  const guest = await createMember(installation)
  const page = await openAs(browser, guest)
  await page.goto('/org/projects')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  const ended = await fetch(`${installation.url}/auth/jwt/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest.token}` },
  })
  expect(ended.ok).toBe(true)
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByRole('alert').filter({ hasText: 'Unauthorized' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await page.context().close()
})
