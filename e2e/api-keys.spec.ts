import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths, WIDTHS } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

test('a key is created, used by a program within its scope, and useless once revoked', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Personal keys' })
  await expect(section.getByText('You have no keys.')).toBeVisible()
  const blankPx = await section.evaluate((part) => {
    const card = part.lastElementChild
    return (card?.getBoundingClientRect().bottom ?? 0) - (card?.lastElementChild?.getBoundingClientRect().bottom ?? 0)
  })
  expect(blankPx, 'the card ends with its last row').toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('What it is for').fill('Nightly export')
  await expectNoViolationsAtAllWidths(page, 'the form of a key')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = await section.locator('code').innerText()
  expect(key).toMatch(/^ll_[0-9A-Za-z]{42}$/)
  await expectNoViolations(page, 'a new key')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(section.getByText(key)).toHaveCount(0)

  const ask = (method: string, path: string, body?: object) =>
    fetch(`${installation.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const listed = await ask('GET', '/api/v1/project')
  expect(listed.status).toBe(200)
  expect(listed.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  expect(await listed.json()).toMatchObject([{ id: projectId }])
  expect((await ask('PATCH', `/api/v1/project/${projectId}`, { name: 'Renamed' })).status).toBe(403)
  expect((await ask('GET', '/users_info/api_keys')).status).toBe(403)

  await page.reload()
  await expect(section.getByText(/Last used/)).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'keys')
  await section.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await section.getByRole('button', { name: 'Revoke it' }).click()
  await expect(section.getByText('You have no keys.')).toBeVisible()
  const refused = await ask('GET', '/api/v1/project')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  await page.context().close()
})

test('the API reference begins with an introduction, wide and narrow', async ({ visitor: page }) => {
  const failed: string[] = []
  page.on('response', (response) => {
    if (!response.ok()) failed.push(response.url())
  })
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page.getByText('Idempotency-Key').first()).toBeVisible()
  }
  expect(failed).toEqual([])
})
