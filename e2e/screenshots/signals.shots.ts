import { expect } from '@playwright/test'
import { createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('pictures of a change to a signal', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member)
  await searchFor(member, projectId, { text: SIGNAL, days: 30 })
  await waitForSearches(member, projectId)
  const page = await openAs(browser, member)
  await take({
    name: 'backtest',
    page,
    path: () => `/projects/new/${projectId}/step-4`,
    ready: (at) => at.getByRole('textbox', { name: `Signal: ${SIGNAL}` }),
    prepare: async (at) => {
      const more = at.getByRole('button', { name: 'Monitoring and more' })
      if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
      const said = at.getByRole('textbox', { name: 'Not interested in' }).first()
      const plan = at.getByRole('button', { name: /^What Leadlight reads/ }).first()
      // The input of the previous picture is still there.
      if (!(await said.isVisible())) await at.getByRole('button', { name: 'Not interested in' }).first().click()
      await said.fill('Not interested in spreadsheets or people who sell their own templates')
      if ((await plan.getAttribute('aria-expanded')) === 'false') await plan.click()
      const panel = at.getByLabel('Backtest')
      await expect(panel.getByText(/^It matches/)).toBeVisible({ timeout: 60_000 })
      await expect(panel).toHaveAttribute('aria-busy', 'false')
      await panel.getByRole('tab', { name: /^Lost/ }).click()
      await at.evaluate(() => window.scrollTo(0, 0))
    },
  })
  await page.context().close()
})
