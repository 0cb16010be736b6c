import { acceptTransfer } from '@leadlight/contract/guests'
import { erasePerson } from '@leadlight/contract/identity'
import { listLeads } from '@leadlight/contract/leads'
import { listPeople } from '@leadlight/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { offer, verify } from '@leadlight/testing/offered-project'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { registerErasureJobs } from './erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

test('somebody erased from an organization does not come back with a project it receives', async () => {
  const receiver = await mintLeadSite(app)
  const known = await buildPerson(app, receiver, { platform: 'github', handle: 'ottoline' })
  const of = { projectId: receiver.projectId, id: known.personId }
  await receiver.organization.call(erasePerson, { params: of })
  const sender = await mintLeadSite(app)
  await buildPerson(app, sender, { platform: 'github', handle: 'ottoline', posts: 2 })
  await buildPerson(app, sender, { platform: 'github', handle: 'somebody-else' })

  await verify(app, receiver.organization)
  const transferId = await offer(sender.organization, sender.projectId, receiver.organization.email)
  await receiver.organization.call(acceptTransfer, { params: { id: transferId } })

  const params = { projectId: sender.projectId }
  await until(async () => (await receiver.organization.call(listLeads, { params })).total === 1)
  const { items } = await receiver.organization.call(listPeople, { params })
  expect(items.map(({ profiles }) => profiles.map(({ handle }) => handle))).toEqual([['somebody-else']])
})
