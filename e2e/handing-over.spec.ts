import { expect } from '@playwright/test'
import { ask, createMember, openAs } from './support/member.ts'
import { verifyAddress } from './support/outbox.ts'
import { test } from './support/test.ts'

test('an offered project is told to its receiver on every page, and is theirs once they accept', async ({
  browser,
  installation,
}) => {
  const [giver, receiver] = [await createMember(installation), await createMember(installation)]
  for (const { email } of [giver, receiver]) await verifyAddress(installation, email)
  const { id } = await ask<{ id: string }>(giver, 'POST /api/v1/project', { name: 'Harbour leads' })
  const theirs = await openAs(browser, receiver)
  await theirs.goto('/account')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()

  const page = await openAs(browser, giver)
  await page.goto(`/projects/${id}/settings/project`)
  await page.getByLabel('Email of an admin there').fill(receiver.email)
  await page.getByRole('button', { name: 'Offer project' }).click()
  const dialog = page.getByRole('dialog', { name: `Offer Harbour leads to ${receiver.email}?` })
  await expect(dialog).toContainText('Invites to it, personal keys for it alone')
  await dialog.getByRole('button', { name: 'Offer it' }).click()
  await expect(page.getByText(`Offered to ${receiver.email}, who can accept until`)).toBeVisible()
  await expect(page.getByText('No mail is sent here, so tell them')).toBeVisible()

  const line = theirs.getByRole('complementary', { name: 'A project is offered to you' })
  await theirs.reload()
  await expect(line).toContainText('Larkbill offers you the project Harbour leads.')
  const link = line.getByRole('link', { name: 'See the offer' })
  const wide = theirs.viewportSize() ?? { width: 1440, height: 900 }
  await theirs.setViewportSize({ width: 390, height: 844 })
  const [icon, under] = [await line.locator('svg').boundingBox(), await link.boundingBox()]
  // Under the words, like what the other lines above a page offer.
  expect(under?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0))
  await theirs.setViewportSize(wide)
  await link.click()
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.getByText('Harbour leads is now yours.')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Harbour leads' }).first()).toBeVisible()
  await expect(line).toHaveCount(0)

  await page.reload()
  await expect(page.getByText(/ took over the project Harbour leads, which now belongs to .+\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await page.context().close()
  await theirs.context().close()
})
