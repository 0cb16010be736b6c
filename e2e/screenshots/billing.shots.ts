import { test } from '@playwright/test'
import { startWithPlans } from '../support/installation-with-plans.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject, searchFor, untilSearched } from '../support/project.ts'
import { take } from './take.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('pictures of billing', async ({ browser }) => {
  const installation = await startWithPlans({ TRIAL_CREDITS: '60' })
  const member = await createMember()
  await verifyAddress(member.email)
  const projectId = await createProject(member, 'larkbill.example')
  await searchFor(member, projectId, { text: SIGNAL, days: 90 })
  await untilSearched(member, projectId)
  const update = 'POST /api/v1/organization/subscription/update'
  const { checkout_url: url } = await ask<{ checkout_url: string }>(member.token, update, { plan_id: 'starter' })
  installation.stripe.pay(url)
  await ask(member.token, 'POST /api/v1/organization/subscription/refresh')
  const page = await openAs(browser, member)
  await take({
    name: 'plan-and-usage',
    page,
    path: () => '/org/billing',
    ready: (at) => at.getByText('ending in 4242'),
  })
  await take({
    name: 'plans',
    page,
    path: () => '/org/select-plan',
    ready: (at) => at.getByRole('button', { name: 'Choose Team' }),
  })
  await page.context().close()
  await installation.stop()
})
