import { acceptTransfer, withdrawGuestAccess } from '@leadlight/contract/guests'
import * as contract from '@leadlight/contract/lead-work'
import { getLead } from '@leadlight/contract/leads'
import { leaveOrganization } from '@leadlight/contract/organization'
import { deleteAccount } from '@leadlight/contract/own-account'
import { removeMember, updateMember } from '@leadlight/contract/team'
import { updateName } from '@leadlight/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, mintLeadSite } from '@leadlight/testing/lead-builder'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestMember } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function mintAssignable() {
  const site = await mintLeadSite(app)
  const [id] = await buildLeads(app, site, [{}])
  const params = { projectId: site.projectId, id: id! }
  const { organization } = site
  return {
    ...site,
    params,
    assign: (userId: string | null, by: TestMember = organization) =>
      by.call(contract.assignLead, { params, body: { user_id: userId } }),
    assignee: async () => (await organization.call(getLead, { params })).assignee_id,
    history: () => organization.call(contract.listHistory, { params }),
  }
}

describe('a lead', () => {
  test('is assigned to somebody, to somebody else and to nobody, and its history says so', async () => {
    const { organization, assign, assignee, history, projectId } = await mintAssignable()
    const [ada, guest] = [
      await organization.member('MEMBER'),
      await organization.member('GUEST', { projectIds: [projectId] }),
    ]
    await ada.call(updateName, { query: { first_name: 'Ada', last_name: '' } })
    expect((await assign(ada.userId)).assignee_id).toBe(ada.userId)
    await app.clock.advance(1000)
    await assign(ada.userId)
    await assign(guest.userId, ada)
    await app.clock.advance(1000)
    await assign(null, guest)
    expect(await assignee()).toBeNull()
    const told = (await history()).map(({ summary, by, kind }) => [kind, summary, by?.name])
    const name = (user: TestMember) => user.email.split('@')[0]
    expect(told).toEqual([
      ['assignee', 'Assigned to nobody', name(guest)],
      ['assignee', `Assigned to ${name(guest)}`, 'Ada'],
      ['assignee', 'Assigned to Ada', name(organization)],
      ['found', 'Found', undefined],
    ])
  })

  test('is not assigned to somebody who cannot see it', async () => {
    const { organization, params, assignee } = await mintAssignable()
    const blind = await organization.member('GUEST')
    const stranger = await organization.foreign()
    const refusal = async (user_id: string) => {
      const reply = await organization.ask(contract.assignLead, { params, body: { user_id } })
      return { ...reply.problem(), request_id: '' }
    }
    const missing = await refusal(crypto.randomUUID())
    expect(missing).toMatchObject({ status: 404, code: 'member_not_found' })
    expect([await refusal(blind.userId), await refusal(stranger.userId)]).toEqual([missing, missing])
    expect(await assignee()).toBeNull()
  })
})

describe('a lead is unassigned from somebody', () => {
  const endings: [
    string,
    'MEMBER' | 'GUEST',
    (admin: TestMember, user: TestMember, projectId: string) => Promise<unknown>,
  ][] = [
    ['who left', 'MEMBER', (_, user) => user.call(leaveOrganization)],
    ['who was taken out', 'MEMBER', (admin, { userId }) => admin.call(removeMember, { params: { userId } })],
    [
      'whose account is gone',
      'MEMBER',
      (_, user) => user.call(deleteAccount, { body: { email: user.email, password: TEST_PASSWORD } }),
    ],
    [
      'who became a guest',
      'MEMBER',
      (admin, { userId }) => admin.call(updateMember, { params: { userId }, body: { role: 'GUEST' } }),
    ],
    [
      'whose grant was withdrawn',
      'GUEST',
      (admin, { userId }, projectId) => admin.call(withdrawGuestAccess, { params: { projectId, userId } }),
    ],
  ]
  test.each(endings)('%s', async (_name, role, end) => {
    const { organization, assign, assignee, projectId } = await mintAssignable()
    const user = await organization.member(role, { projectIds: role === 'GUEST' ? [projectId] : [] })
    await assign(user.userId)
    expect(await assignee()).toBe(user.userId)
    await end(organization, user, projectId)
    expect(await assignee()).toBeNull()
  })

  test('but stays with a member who lost a grant that members do not need', async () => {
    const { organization, assign, assignee, projectId } = await mintAssignable()
    const user = await organization.member('MEMBER')
    await assign(user.userId)
    await organization.call(withdrawGuestAccess, { params: { projectId, userId: user.userId } })
    await organization.call(updateMember, { params: { userId: user.userId }, body: { role: 'ADMIN' } })
    expect(await assignee()).toBe(user.userId)
  })

  test('but stays with a guest who lost only another project', async () => {
    const { organization, assign, assignee, projectId } = await mintAssignable()
    const { id: other } = await organization.project({ name: 'Other' })
    const user = await organization.member('GUEST', { projectIds: [projectId, other] })
    await assign(user.userId)
    await organization.call(withdrawGuestAccess, { params: { projectId: other, userId: user.userId } })
    expect(await assignee()).toBe(user.userId)
  })

  test('also when they leave while it is being assigned', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { organization, params, assignee } = await mintAssignable()
      const user = await organization.member('MEMBER')
      const [assigned] = await Promise.all([
        organization.ask(contract.assignLead, { params, body: { user_id: user.userId } }),
        user.call(leaveOrganization),
      ])
      expect([200, 404]).toContain(assigned.status)
      expect(await assignee()).toBeNull()
    }
  })
})

test('the history names nobody who has left, and follows a change of name', async () => {
  const { organization, assign, history } = await mintAssignable()
  const user = await organization.member('MEMBER')
  await assign(user.userId)
  await user.call(updateName, { query: { first_name: 'Grace', last_name: 'Hopper' } })
  expect((await history())[0]?.summary).toBe('Assigned to Grace Hopper')
  await user.call(leaveOrganization)
  expect((await history())[0]?.summary).toBe('Assigned to somebody who is no longer here')
})

test('a project that moves loses its people’s names, and keeps what they did', async () => {
  const { organization, assign, params } = await mintAssignable()
  const user = await organization.member('MEMBER')
  await assign(user.userId)
  await user.call(contract.addNote, { params, body: { text: 'Ours' } })
  const receiver = await mintReceiver(app)
  const id = await offer(organization, params.projectId, receiver.email)
  await receiver.call(acceptTransfer, { params: { id } })
  expect((await receiver.call(getLead, { params })).assignee_id).toBeNull()
  expect(await receiver.call(contract.listNotes, { params })).toMatchObject([{ text: 'Ours', author: null }])
  const history = await receiver.call(contract.listHistory, { params })
  expect(history.map(({ summary, by }) => [summary, by])).toEqual([
    ['Added a note', null],
    ['Assigned to somebody who is no longer here', null],
    ['Found', null],
  ])
})

test('the history is listed newest first, at most 200, with the finding as the oldest', async () => {
  const { organization, params, history } = await mintAssignable()
  for (let n = 0; n < 3; n += 1) {
    await organization.call(contract.giveFeedback, { params, body: { feedback: n % 2 ? 'negative' : 'positive' } })
    await app.clock.advance(1000)
  }
  const told = await history()
  expect(told.map(({ kind }) => kind)).toEqual(['feedback', 'feedback', 'feedback', 'found'])
  expect(told.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1))).toEqual(told.map(({ at }) => at))
})
