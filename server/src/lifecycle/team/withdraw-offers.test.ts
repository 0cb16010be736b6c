import { getTransfer, listTransfersAddressedToMe } from '@leadlight/contract/guests'
import { deleteAccount } from '@leadlight/contract/own-account'
import { createInvite, listInvites } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifiedUser } from '@leadlight/testing/invites'
import { mintReceiver, offerProject, verify } from '@leadlight/testing/offered-project'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestMember, type TestOrganization } from '@leadlight/testing/test-organization'

const MEMBERS = '/api/v1/organization/members'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A second admin, who has invited somebody and offered a project. */
async function mintOfferingAdmin() {
  const owner = await app.organization()
  const admin = await owner.member('ADMIN')
  await verify(app, owner)
  await verify(app, admin)
  const receiver = await mintReceiver(app)
  const { id: projectId } = await owner.project()
  number += 1
  const invited = await verifiedUser(app, `welcome-${number}@example.com`)
  const invite = await admin.call(createInvite, { body: { email: invited.email, role: 'ADMIN' } })
  const path = `/api/v1/project/${projectId}/transfer`
  expect((await admin.request('POST', path, { body: { email: receiver.email } })).status).toBe(201)
  return { owner, admin, receiver, projectId, invited, invite }
}

test.each<[string, (owner: TestOrganization, admin: TestMember) => Promise<{ status: number }>]>([
  ['is removed', (owner, admin) => owner.request('DELETE', `${MEMBERS}/${admin.userId}`)],
  ['leaves', (_owner, admin) => admin.request('POST', '/api/v1/organization/leave')],
  [
    'is no admin any more',
    (owner, admin) => owner.request('PATCH', `${MEMBERS}/${admin.userId}`, { body: { role: 'MEMBER' } }),
  ],
  [
    'deletes their account',
    (_owner, admin) =>
      admin.request('POST', deleteAccount.path, { body: { email: admin.email, password: TEST_PASSWORD } }),
  ],
])('an admin’s offers end when that admin %s, and others’ offers stay', async (_how, end) => {
  const { owner, admin, receiver, projectId, invited, invite } = await mintOfferingAdmin()
  const kept = await owner.call(createInvite, { body: { email: `kept-${number}@example.com`, role: 'MEMBER' } })
  const keptOffer = await offerProject(owner, receiver)
  const [offered] = (await receiver.call(listTransfersAddressedToMe)).filter(({ id }) => id !== keptOffer.transferId)
  expect((await end(owner, admin)).status).toBeLessThan(300)

  expect((await owner.call(listInvites)).map(({ id }) => id)).toEqual([kept.id])
  const accepted = await invited.request('POST', `/api/v1/organization/invites/${invite.id}/accept`)
  expect(accepted.problem()).toMatchObject({ status: 404, code: 'invite_not_found' })
  expect(await owner.call(getTransfer, { params: { id: projectId } })).toBeNull()
  const left = await receiver.call(listTransfersAddressedToMe)
  expect(left.map(({ id }) => id)).toEqual([keptOffer.transferId])
  const taken = await receiver.request('POST', `/api/v1/project/transfers/${offered?.id}/accept`)
  expect(taken.problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
})
