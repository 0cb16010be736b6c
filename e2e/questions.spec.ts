import { expect } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { test } from './support/test.ts'

test('a business that says too little is asked, and its answers make suggestions', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const { id } = await ask<{ id: string }>(member, 'POST /api/v1/project', { name: 'Voltwise' })
  const profile = { business_name: 'Voltwise', business_description: 'We are electricians.' }
  await ask(member, `PATCH /api/v1/project/${id}`, profile)
  const page = await openAs(browser, member, { reducedMotion: 'reduce' })
  await page.goto(`/projects/new/${id}/step-4`)
  const questions = page.getByRole('region', { name: 'Questions' })
  await expect(questions.getByLabel('Where do you work?')).toBeVisible()

  await test.step('everything is readable in both themes and widths', async () => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await questions.scrollIntoViewIfNeeded()
      await expectNoViolations(page, 'questions')
    }
  })

  await questions.getByLabel('Where do you work?').fill('leeds')
  await page.keyboard.press('Enter')
  await expect(page.getByText('People in Leeds asking which electrician to hire')).toBeVisible()
  await expect(questions).toHaveCount(0)
  const { business_description } = await ask<{ business_description: string }>(member, `GET /api/v1/project/${id}`)
  expect(business_description).toBe('We are electricians. We work in Leeds.')
  await page.context().close()
})
