import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths, WIDTHS } from './support/axe.ts'
import { subscribe } from './support/hosted-installation.ts'
import { htmlOf, verifyBySmtp, waitForMail } from './support/mailed.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

test('new leads are mailed as chosen, until the mail’s link stops them', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  await verifyBySmtp(hosted.smtp, member)
  await subscribe(hosted, member)
  const projectId = await createProject(member)
  const page = await openAs(browser, member, { timezoneId: 'Europe/Berlin' })
  await page.goto(`/projects/${projectId}/settings/notifications`)
  const mails = page.getByRole('region', { name: 'By mail' })
  await expect(mails.getByRole('combobox', { name: 'New leads by mail' })).toHaveText('Every day')
  await expect(mails.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await mails.getByRole('combobox', { name: 'New leads by mail' }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await mails.getByRole('checkbox', { name: /No mails in quiet hours/ }).check()
  await expectNoViolationsAtAllWidths(page, 'notification settings')
  await mails.getByRole('checkbox', { name: /No mails in quiet hours/ }).uncheck()
  await mails.getByRole('combobox', { name: 'New leads by mail' }).click()
  await page.getByRole('option', { name: 'At once' }).click()
  await mails.getByRole('button', { name: 'Save' }).click()
  await expect(mails.getByText('Saved')).toBeVisible()

  await searchFor(member, projectId, { text: SIGNAL, days: 365 })
  const [search] = await waitForSearches(member, projectId)
  expect(search?.kept).toBeGreaterThan(0)
  const mail = await waitForMail(
    hosted.smtp,
    ({ to, headers }) => to === member.email && headers.has('list-unsubscribe'),
  )
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
  expect(mail.body).toContain(link)

  await test.step('the mail is readable and links to a lead', async () => {
    const reader = await page.context().newPage()
    await reader.setContent(htmlOf(mail))
    for (const viewport of WIDTHS) {
      await reader.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.emulateMedia({ colorScheme })
        const width = await reader.evaluate(() => document.documentElement.scrollWidth)
        expect(width).toBeLessThanOrEqual(viewport.width)
        const folder = process.env['E2E_STATES']
        if (folder)
          await reader.screenshot({ path: `${folder}/mail-${viewport.width}-${colorScheme}.png`, fullPage: true })
      }
    }
    const lead = reader.getByRole('heading', { level: 2 }).first().getByRole('link')
    await reader.goto((await lead.getAttribute('href')) ?? '')
    await expect(reader.getByRole('article').first()).toBeVisible()
    await reader.close()
  })

  await test.step('its link asks first, and then no more mails come', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(link)
    await expectNoViolationsAtAllWidths(visitor, 'unsubscribe')
    await page.reload()
    await expect(mails.getByRole('combobox', { name: 'New leads by mail' })).toHaveText('At once')
    await visitor.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(visitor.getByText('New leads of Larkbill will no longer be mailed to you.')).toBeVisible()
    await page.reload()
    await expect(mails.getByRole('combobox', { name: 'New leads by mail' })).toHaveText('Never')
    await visitor.context().close()
  })

  await test.step('a mail program’s one-click POST does the same', async () => {
    await mails.getByRole('combobox', { name: 'New leads by mail' }).click()
    await page.getByRole('option', { name: 'Every day' }).click()
    await mails.getByRole('button', { name: 'Save' }).click()
    await expect(mails.getByText('Saved')).toBeVisible()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
    await page.reload()
    await expect(mails.getByRole('combobox', { name: 'New leads by mail' })).toHaveText('Never')
  })
  await page.context().close()
})
