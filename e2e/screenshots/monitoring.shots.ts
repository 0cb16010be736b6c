import { expect } from '@playwright/test'
import { subscribe } from '../support/hosted-installation.ts'
import { verifyBySmtp } from '../support/mailed.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take, toTop } from './take.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'
const TRADES = ['designer', 'translator', 'photographer', 'baker', 'carpenter', 'tutor', 'developer', 'plumber']

test('pictures of monitoring', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  await verifyBySmtp(hosted.smtp, member)
  await subscribe(hosted, member)
  const projectId = await createProject(member, 'larkbill.example')
  const signals = `/api/v1/intent_signals/${projectId}`
  const { id } = await ask<{ id: string }>(member, `POST ${signals}`, { intent_signal: SIGNAL })
  await ask(member, `POST ${signals}/${id}/enable_monitoring`, { monthly_credit_budget: 12 })
  const spent = async () => {
    const [signal] = await ask<{ monitoring: { spent_this_month: number } }[]>(member, `GET ${signals}`)
    return signal?.monitoring.spent_this_month
  }
  const gaps = () =>
    ask<{ to: string | null }[]>(member, `GET /api/v1/sources/${projectId}/gaps`).then((all) =>
      all.map(({ to }) => (to === null ? 'open' : 'closed')),
    )
  const said = (trade: string, index: number) =>
    hosted.post(
      `Ask HN: Which invoicing software for a freelance ${trade}?`,
      `I work as a ${trade} with ${index + 3} clients. Which invoicing or bookkeeping software do you recommend?`,
    )
  TRADES.slice(0, 6).forEach(said)
  await expect.poll(spent, { timeout: 60_000 }).toBeGreaterThan(3)
  hosted.failHackerNews()
  await expect.poll(gaps, { timeout: 60_000 }).toEqual(['open'])
  TRADES.slice(6).forEach(said)
  // A gap within one minute would show as a moment.
  const minute = new Date().getMinutes()
  await expect.poll(() => new Date().getMinutes(), { timeout: 70_000 }).not.toBe(minute)
  hosted.recoverHackerNews()
  await expect.poll(gaps, { timeout: 60_000 }).toEqual(['closed'])

  const page = await openAs(browser, member)
  await take({
    name: 'monitoring',
    page,
    path: () => `/projects/${projectId}/signals/${id}`,
    ready: (at) => at.locator('mark').first(),
    prepare: async (at) => {
      await expect(at.getByText(/credits spent this month/).first()).toBeVisible()
      await toTop(at.getByRole('region', { name: 'Monitoring' }))
    },
  })
  await take({
    name: 'listening',
    page,
    path: () => `/projects/${projectId}/sources`,
    ready: (at) => at.getByText(/backfilled/),
    prepare: (at) => toTop(at.getByRole('region', { name: 'When we were blind' })),
  })
  await page.context().close()
})
