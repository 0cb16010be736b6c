import { expect } from '@playwright/test'
import { SUBJECT_NAMES, writeAbout } from '@leadlight/testing/theme-posts'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const HOUR_MS = 3_600_000

test('what several posts are about becomes a theme, is looked at through a lens, and becomes a signal', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await ask(member, `POST /api/v1/intent_signals/${projectId}`, { intent_signal: SIGNAL })
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/insights`)
  await page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name: 'Themes' }).click()
  await expect(page.getByRole('heading', { name: 'No themes have been found yet' })).toBeVisible()

  await test.step('too few posts are told so', async () => {
    await page.getByRole('button', { name: 'Find themes now' }).click()
    await expect(page.getByText('Your channels brought 0 posts in four weeks.')).toBeVisible({ timeout: 60_000 })
    await expectNoViolationsAtAllWidths(page, 'no themes')
  })

  for (const subject of SUBJECT_NAMES) {
    const items = writeAbout(subject, 16).map((text, at) => ({
      url: `https://posts.example/${subject}/${at}`,
      text,
      posted_at: new Date(Date.now() - (at + 1) * 9 * HOUR_MS).toISOString(),
    }))
    await ask(member, `POST /api/v1/sources/${projectId}/posts`, { items })
  }
  await page.getByRole('button', { name: 'Find themes now' }).click()
  const themes = page.getByRole('list', { name: 'Themes' }).locator('> li')
  await expect(themes).toHaveCount(3, { timeout: 60_000 })
  await expectNoViolationsAtAllWidths(page, 'themes')

  await page.getByRole('button', { name: 'Asks', exact: true }).click()
  await expect(themes).toHaveCount(1)
  const name = (await themes.getByRole('heading').textContent())?.replaceAll(/[“”]/gu, '') ?? ''
  expect(writeAbout('invoices', 24)).toContain(name)
  await page.reload()
  await expect(themes).toHaveCount(1)

  await test.step('a theme is made a signal by the keyboard, and shows what it would have caught', async () => {
    await themes.getByRole('button', { name: 'Make a signal of this' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/signals\/new$/u)
    await expect(page.getByRole('textbox', { name: 'New signal' })).toHaveValue(name)
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByText(/[1-9]\d* posts? from/u)).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Add signal' }).click()
    await expect(page).toHaveURL(/\/signals\/[\w-]{36}$/u)
    await expect(page.getByText(name).first()).toBeVisible()
  })
  await page.context().close()
})
