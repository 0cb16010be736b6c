import { subscribe } from '../support/hosted-installation.ts'
import { verifyBySmtp } from '../support/mailed.ts'
import { createMember, openAs } from '../support/member.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('pictures of billing', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  await verifyBySmtp(hosted.smtp, member)
  await subscribe(hosted, member)
  const projectId = await createProject(member, 'larkbill.example')
  await searchFor(member, projectId, { text: SIGNAL, days: 90 })
  await waitForSearches(member, projectId)
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
})
