import { expect } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'
const PHONE = { width: 390, height: 844 }

test('a preview’s questions are answered by thumb and by key, and taught to the signal', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member, { reducedMotion: 'reduce' })
  await page.goto(`/projects/new/${projectId}/step-4`)
  await page.getByRole('textbox', { name: 'New signal' }).fill(SIGNAL)
  const preview = page.getByRole('region', { name: 'Preview' })
  const questions = preview.getByRole('group', { name: 'Would you answer this person?' })
  await expect(questions.first()).toBeVisible()
  expect(await questions.count()).toBeLessThanOrEqual(8)

  await test.step('everything is readable in both themes and widths', async () => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await questions.first().scrollIntoViewIfNeeded()
      await expectNoViolations(page, 'questions of a preview')
    }
  })

  await test.step('by thumb, on buttons large enough for one', async () => {
    await page.setViewportSize(PHONE)
    for (const name of ['Yes', 'No']) {
      const box = await questions.first().getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await questions.first().getByRole('button', { name: 'Yes' }).click()
  })

  await test.step('and by key', async () => {
    await questions.nth(1).getByRole('button', { name: 'Yes' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(questions.nth(1).getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true')
  })

  await page.reload()
  await expect(questions.first().getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Add signal' }).click()
  await expect(page.getByRole('textbox', { name: `Signal: ${SIGNAL}` })).toBeVisible()
  const [signal] = await ask<{ answers: { fits: boolean }[] }[]>(member, `GET /api/v1/intent_signals/${projectId}`)
  expect(signal?.answers.map(({ fits }) => fits).toSorted()).toEqual([false, true])
  await page.context().close()
})
