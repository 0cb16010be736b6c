import { expect } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take, toTop } from './take.ts'

const OTHERS = [
  'Businesses unhappy with their accounting software and looking for an alternative',
  'Freelancers who struggle to get their invoices paid on time',
]
const UNSEARCHED = 'Agencies asking how to invoice clients in another currency'
const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('pictures of a change to a signal', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member)
  await searchFor(member, projectId, { text: SIGNAL, days: 30 })
  await waitForSearches(member, projectId)
  const [signal] = await ask<{ id: string }[]>(member, `GET /api/v1/intent_signals/${projectId}`)
  const page = await openAs(browser, member)
  await take({
    name: 'backtest',
    page,
    path: () => `/projects/${projectId}/signals/${signal?.id}`,
    ready: (at) => at.getByRole('textbox', { name: `Signal: ${SIGNAL}` }),
    prepare: async (at) => {
      const said = at.getByRole('textbox', { name: 'Not interested in' }).first()
      // The input of the previous picture is still there.
      if (!(await said.isVisible())) await at.getByRole('button', { name: 'Not interested in' }).first().click()
      await said.fill('Not interested in spreadsheets or people who sell their own templates')
      const panel = at.getByLabel('Backtest')
      await expect(panel.getByText(/^It matches/)).toBeVisible({ timeout: 60_000 })
      await expect(panel).toHaveAttribute('aria-busy', 'false')
      await panel.getByRole('tab', { name: /^Lost/ }).click()
      await at.evaluate(() => window.scrollTo(0, 0))
    },
  })
  await page.context().close()
})

test('pictures of the signals, and of one', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  const signals = `/api/v1/intent_signals/${projectId}`
  for (const text of [SIGNAL, ...OTHERS]) await searchFor(member, projectId, { text, days: 365 })
  await waitForSearches(member, projectId)
  const saved = await ask<{ id: string; intent_signal: string }[]>(member, `GET ${signals}`)
  const id = saved.find(({ intent_signal: text }) => text === SIGNAL)?.id
  await ask(member, `POST ${signals}/${id}/enable_monitoring`, { monthly_credit_budget: 100 })
  const base = `/api/v1/leads/${projectId}`
  const { items } = await ask<{ items: { id: string }[] }>(member, `GET ${base}?limit=14&intent_signals=${id}`)
  for (const [at, lead] of items.entries()) {
    await ask(member, `PATCH ${base}/lead/${lead.id}/feedback`, { feedback: at % 5 === 3 ? 'negative' : 'positive' })
  }
  await ask(member, `POST ${signals}`, { intent_signal: UNSEARCHED })
  const page = await openAs(browser, member)
  await take({
    name: 'signals',
    page,
    path: () => `/projects/${projectId}/signals`,
    ready: (at) => at.getByText(/^of \d+ rated$/),
  })
  await take({
    name: 'signal',
    page,
    path: () => `/projects/${projectId}/signals/${id}`,
    ready: (at) => at.locator('mark').first(),
  })
  await take({
    name: 'signal-history',
    page,
    path: () => `/projects/${projectId}/signals/${id}`,
    ready: (at) => at.getByRole('table', { name: /^Asked of/ }).first(),
    prepare: async (at) => {
      await expect(at.locator('mark').first()).toBeVisible({ timeout: 60_000 })
      await toTop(at.getByRole('region', { name: 'What was asked' }))
    },
  })
  await page.context().close()
})
