import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, openAs } from './support/member.ts'
import { test } from './support/test.ts'

test('somebody who was written to reads what is held of them, objects by one press, and is gone', async ({
  browser,
  workspace,
}) => {
  const { rosa, projects } = workspace
  const projectId = projects.Objection.id
  const page = await openAs(browser, rosa)
  await page.goto('/org/team')
  const card = page.getByRole('region', { name: 'Privacy' })
  await card.getByLabel('Contact for people you write to').fill('privacy@larkbill.example')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await card.getByText('What is kept, and for how long').click()
  await expectNoViolationsAtAllWidths(page, 'privacy settings')
  // The next visit shows what is remembered of this one, and reads it again.
  const again = page.waitForResponse('**/api/v1/organization/privacy')
  await page.reload()
  await again
  await expect(card.getByText('What is kept, and for how long')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()

  const { items } = await ask<{ items: { id: string }[] }>(
    rosa,
    `GET /api/v1/prospects/people/${projectId}?limit=1&sort_by=name&sort_order=desc`,
  )
  const [person] = items
  await page.goto(`/projects/${projectId}/prospects/people/${person?.id ?? ''}`)
  await expect(page.getByRole('button', { name: 'Export what is held' })).toBeVisible()
  // What a message's "Add privacy link" puts into it; none of the platforms here has messages.
  const { url: link } = await ask<{ url: string }>(
    rosa,
    `POST /api/v1/prospects/people/${projectId}/${person?.id ?? ''}/notice`,
  )

  const stranger = await (await browser.newContext({ baseURL: rosa.url })).newPage()
  const { pathname, search } = new URL(link)
  const opened = await stranger.goto(`${pathname}${search}`)
  expect(opened?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'cache-control': 'no-store',
  })
  await expect(stranger.getByText('privacy@larkbill.example')).toBeVisible()
  await expectNoViolationsAtAllWidths(stranger, 'notice')
  await stranger.getByRole('button', { name: 'I object: erase this' }).click()
  await expect(stranger.getByText(/^You objected on/u)).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText(/^You objected on/u)).toBeVisible()
  await stranger.goto('/notice?t=nothing')
  await expect(stranger.getByText('This link leads to nothing', { exact: false })).toBeVisible()
  await stranger.context().close()

  await expect
    .poll(async () => {
      const left = await ask<{ items: { id: string }[] }>(rosa, `GET /api/v1/prospects/people/${projectId}?limit=200`)
      return left.items.some(({ id }) => id === person?.id)
    })
    .toBe(false)
  await page.context().close()
})
