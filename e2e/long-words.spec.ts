import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { ask, createMember, openAs } from './support/member.ts'
import { verifyAddress } from './support/outbox.ts'
import { test } from './support/test.ts'

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsbetriebe'
const ADDRESS = `https://hooks.example.com/api/webhooks/${'1'.repeat(19)}/${'aZ'.repeat(34)}`
const WIDTHS = [390, 1024, 1440]

/** The texts that extend beyond the right edge of the screen or of their dialog. */
async function outOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frame = document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body
    const right = Math.min(frame.getBoundingClientRect().right, window.innerWidth)
    return [...frame.querySelectorAll('h2, h3, p, li, button, input, section')]
      .filter((element) => {
        // Scrollable content is reachable, and screen-reader-only content has no size.
        const isScrolled = element.closest('.overflow-x-auto, .sr-only, [role="tablist"], nav') !== null
        return !isScrolled && element.getBoundingClientRect().right > right + 1
      })
      .map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 60)}`)
  })
}

test('words longer than their container break, and nothing leaves the screen, even on a phone', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation, { organization: false })
  await verifyAddress(installation, member.email)
  const call = <Reply>(what: string, body?: unknown) => ask<Reply>(member, what, body)
  await call('POST /api/v1/organization', { name: WORD })
  await call(`PATCH /users_info/update_name?first_name=${'M'.repeat(60)}&last_name=${'N'.repeat(60)}`)
  const { id } = await call<{ id: string }>('POST /api/v1/project', {})
  await call(`PATCH /api/v1/project/${id}`, {
    name: WORD,
    business_name: WORD,
    business_description: 'x'.repeat(400),
    purpose: WORD,
  })
  await call(`POST /api/v1/leads/${id}/smart_columns`, {
    name: 'W'.repeat(60),
    prompt: `${'Z'.repeat(300)}?`,
    type: 'boolean',
  })
  await call('POST /api/v1/organization/invites', {
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
    role: 'MEMBER',
  })
  await call(`POST /api/v1/webhooks/${id}`, { url: ADDRESS })
  const places = [
    { path: `/projects/${id}/settings/notifications`, shows: ADDRESS },
    { path: '/org/projects', shows: WORD },
    { path: '/org/team', shows: 'Leave organization' },
    { path: `/projects/${id}/posts?manage=columns`, shows: 'New column' },
    { path: `/projects/${id}/settings/danger-zone`, shows: 'Delete project' },
  ]
  for (const width of WIDTHS) {
    const page = await openAs(browser, member, { viewport: { width, height: 860 } })
    for (const { path, shows } of places) {
      await page.goto(path)
      await expect(page.getByText(shows).last()).toBeVisible()
      expect(await outOfSight(page), `${path} at ${width} px`).toEqual([])
    }
    await page.context().close()
  }
})

test('a long name breaks in the form, and so does a key’s name', async ({ browser, installation }) => {
  const member = await createMember(installation, { organization: false })
  await ask(member, `PATCH /users_info/update_name?first_name=${'M'.repeat(100)}&last_name=Klein`)
  for (const width of WIDTHS) {
    const page = await openAs(browser, member, { viewport: { width, height: 860 } })
    await page.goto('/')
    const card = page.locator('section').filter({ hasText: 'Signed in as' })
    await expect(card.getByText(/MMMM/)).toBeVisible()
    expect(await isWiderThanItself(card), `creating an organization at ${width} px`).toBe(false)
    await page.context().close()
  }
  await ask(member, 'POST /api/v1/organization', { name: 'Larkbill' })
  const page = await openAs(browser, member, { viewport: { width: 390, height: 860 } })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('What it is for').fill('k'.repeat(100))
  await page.getByRole('button', { name: 'Make the key' }).click()
  const keys = page.getByRole('region', { name: 'Personal keys' })
  await expect(keys.getByText(/is made. Keep it now/)).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 })
    expect(await isWiderThanItself(keys), `a new key at ${width} px`).toBe(false)
  }
  await page.context().close()
})

function isWiderThanItself(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.scrollWidth > element.clientWidth)
}
