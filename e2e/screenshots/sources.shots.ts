import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

const SIGNAL = {
  text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  days: 90,
}

test('pictures of the sources', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  const sources = `/api/v1/sources/${projectId}`
  await ask(member, `POST ${sources}/communities`, { platform: 'discourse', source: installation.forumUrl })
  const fields = { token: installation.keyTo('product_hunt') }
  await ask(member, `PUT ${sources}/channels/product_hunt/key`, { fields })
  await searchFor(member, projectId, SIGNAL)
  await waitForSearches(member, projectId)
  const page = await openAs(browser, member)
  await take({
    name: 'sources',
    page,
    path: () => `/projects/${projectId}/sources`,
    ready: (at) => at.getByText(/^Own key/),
  })
  await page.context().close()
})
