import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths } from './support/axe.ts'
import { test } from './support/test.ts'

test('anybody reads the guide: searches it, opens what is found, sees the picture of their theme', async ({
  visitor,
}) => {
  // A refusal by the page's policy comes as an error, too.
  const refused: string[] = []
  visitor.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) refused.push(message.text())
  })
  visitor.on('pageerror', (error) => refused.push(error.message))

  await visitor.goto('/guide/')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
  await expectNoViolationsAtAllWidths(visitor, 'guide')

  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme })
    await visitor.goto('/guide/')
    await visitor.getByRole('button', { name: 'Search' }).first().click()
    await visitor.getByPlaceholder('Search').fill('countdown')
    await visitor.locator('.rp-suggest-item', { hasText: 'countdown' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: /Read your leads/ })).toBeVisible()

    const picture = visitor.getByRole('img', { name: 'The list of leads, and one of them open beside it' })
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveClass(new RegExp(`picture-${colorScheme}`))
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440)
  }
  await expectNoViolations(visitor, 'a page of the guide')
  expect(refused).toEqual([])

  const missing = await visitor.goto('/guide/nothing-here')
  expect(missing?.status()).toBe(404)
  await expect(visitor.getByText('404').first()).toBeVisible()
})
