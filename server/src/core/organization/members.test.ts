import { me } from '@leadlight/contract/accounts'
import { getOrganization, leaveOrganization } from '@leadlight/contract/organization'
import { getProject, listProjects } from '@leadlight/contract/projects'
import * as contract from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../events/announce.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listGrants } from '../projects/grants.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestMember, TestOrganization } from '@leadlight/testing/test-organization'

const MEMBERS = '/api/v1/organization/members'
const LEAVE = '/api/v1/organization/leave'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function changeRole(by: TestMember, { userId }: { userId: string }, role: string) {
  return by.request('PATCH', `${MEMBERS}/${userId}`, { body: { role } })
}

function statusesOf(replies: readonly { status: number }[]): number[] {
  return replies.map(({ status }) => status).toSorted((a, b) => a - b)
}

async function roleOf(member: TestMember) {
  return (await member.call(me)).organization_membership?.role ?? null
}

describe('listing the members', () => {
  test('shows them in the order they joined, and what guests see', async () => {
    const owner = await app.organization()
    const [first, second] = [await owner.project({ name: 'First' }), await owner.project({ name: 'Second' })]
    await app.clock.advance(1000)
    const guest = await owner.member('GUEST', { projectIds: [first.id, second.id] })
    await app.clock.advance(1000)
    const member = await owner.member('MEMBER')
    await (await owner.foreign()).member('MEMBER')

    const members = await member.call(contract.listMembers)

    expect(members.map(({ user_id, role }) => [user_id, role])).toEqual([
      [owner.userId, 'ADMIN'],
      [guest.userId, 'GUEST'],
      [member.userId, 'MEMBER'],
    ])
    expect(members[1]).toMatchObject({ email: guest.email, first_name: null, avatar_url: null })
    expect(members[1]?.project_ids.toSorted()).toEqual([first.id, second.id].toSorted())
    expect(members[2]?.project_ids).toEqual([])
  })

  test('is not for guests', async () => {
    const guest = await (await app.organization()).member('GUEST')
    expect((await guest.request('GET', MEMBERS)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    expect((await guest.call(getOrganization)).id).toBe(guest.organizationId)
  })
})

describe('a change of role', () => {
  test('counts from the next request on', async () => {
    const owner = await app.organization()
    const member = await owner.member('MEMBER')

    expect((await changeRole(owner, member, 'ADMIN')).body).toMatchObject({ user_id: member.userId, role: 'ADMIN' })
    expect((await changeRole(member, owner, 'MEMBER')).status).toBe(200)
    expect((await changeRole(owner, member, 'MEMBER')).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
  })

  test('shows a new guest nothing, and a former guest everything', async () => {
    const owner = await app.organization()
    const project = await owner.project()
    const member = await owner.member('MEMBER')
    const guest = await owner.member('GUEST', { projectIds: [project.id] })

    expect((await changeRole(owner, member, 'GUEST')).body).toMatchObject({ role: 'GUEST', project_ids: [] })
    expect(await member.call(listProjects)).toEqual([])
    const other = await owner.project({ name: 'Never granted' })
    expect((await changeRole(owner, guest, 'MEMBER')).body).toMatchObject({ role: 'MEMBER', project_ids: [] })
    expect((await guest.call(getProject, { params: { id: other.id } })).id).toBe(other.id)
    await changeRole(owner, guest, 'GUEST')
    expect(await guest.call(listProjects)).toEqual([])
  })

  test('to the same role changes nothing', async () => {
    const owner = await app.organization()
    const project = await owner.project()
    const guest = await owner.member('GUEST', { projectIds: [project.id] })

    expect((await changeRole(owner, guest, 'GUEST')).body).toMatchObject({ project_ids: [project.id] })
    expect((await changeRole(owner, owner, 'ADMIN')).status).toBe(200)
  })

  test.each(['MEMBER', 'GUEST'])('refuses to make the last admin a %s', async (role) => {
    const owner = await app.organization()
    await owner.member('MEMBER')
    const refused = (await changeRole(owner, owner, role)).problem()

    expect(refused).toMatchObject({ status: 409, code: 'last_admin' })
    expect(await roleOf(owner)).toBe('ADMIN')
  })

  test('can neither give nor take the role of super admin, who counts as an admin', async () => {
    const owner = await app.organization()
    const superAdmin = await owner.member('SUPER_ADMIN')
    const fixed = { status: 409, code: 'super_admin_fixed' }

    expect((await changeRole(owner, superAdmin, 'MEMBER')).problem()).toMatchObject(fixed)
    expect((await owner.request('DELETE', `${MEMBERS}/${superAdmin.userId}`)).problem()).toMatchObject(fixed)
    expect((await changeRole(superAdmin, owner, 'SUPER_ADMIN')).problem()).toMatchObject({ status: 422 })
    expect((await changeRole(owner, owner, 'MEMBER')).status).toBe(200)
    expect(await roleOf(superAdmin)).toBe('SUPER_ADMIN')
  })

  test('of two admins who demote each other at the same moment, one stays an admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await app.organization()
      const other = await owner.member('ADMIN')
      const replies = await Promise.all([changeRole(owner, other, 'MEMBER'), changeRole(other, owner, 'MEMBER')])

      expect(statusesOf(replies)).toEqual([200, 403])
      expect(new Set([await roleOf(owner), await roleOf(other)])).toEqual(new Set(['ADMIN', 'MEMBER']))
    }
  })

  test('of two admins who demote themselves at the same moment, one stays an admin', async () => {
    const owner = await app.organization()
    const other = await owner.member('ADMIN')
    const replies = await Promise.all([changeRole(owner, owner, 'GUEST'), changeRole(other, other, 'GUEST')])

    expect(statusesOf(replies)).toEqual([200, 409])
    expect(new Set([await roleOf(owner), await roleOf(other)])).toEqual(new Set(['ADMIN', 'GUEST']))
  })
})

test('of fifty admins who leave, step down or are removed at the same moment, one stays an admin', async () => {
  const owner = await app.organization()
  const others: TestMember[] = []
  for (let n = 1; n < 50; n += 1) others.push(await owner.member('ADMIN'))
  const admins = [owner, ...others]
  const going = admins.map((admin, at) => {
    const next = admins[(at + 1) % admins.length] ?? owner
    if (at % 3 === 0) return admin.request('POST', LEAVE)
    if (at % 3 === 1) return changeRole(admin, admin, 'MEMBER')
    return admin.request('DELETE', `${MEMBERS}/${next.userId}`)
  })
  await Promise.all(going)
  const roles = await Promise.all(admins.map(roleOf))

  expect(roles.filter((role) => role === 'ADMIN').length).toBeGreaterThanOrEqual(1)
  // Once more, each of those left by themselves.
  const left = admins.filter((_, at) => roles[at] === 'ADMIN')
  await Promise.all(left.map((admin) => changeRole(admin, admin, 'MEMBER')))
  expect((await Promise.all(admins.map(roleOf))).filter((role) => role === 'ADMIN')).toHaveLength(1)
})

describe('removing and leaving', () => {
  const ways: [string, (owner: TestOrganization, member: TestMember) => Promise<unknown>][] = [
    ['removed', (owner, member) => owner.call(contract.removeMember, { params: { userId: member.userId } })],
    ['gone by themselves', (_, member) => member.call(leaveOrganization)],
  ]

  test.each(ways)('somebody who was %s sees nothing of the organization at once', async (_, end) => {
    const owner = await app.organization()
    const project = await owner.project()
    const guest = await owner.member('GUEST', { projectIds: [project.id] })
    await end(owner, guest)

    expect(await roleOf(guest)).toBeNull()
    expect((await guest.request('GET', '/api/v1/organization')).problem().code).toBe('organization_not_found')
    expect((await guest.request('GET', `/api/v1/project/${project.id}`)).problem()).toMatchObject({
      status: 403,
      code: 'organization_required',
    })
    expect((await owner.call(contract.listMembers)).map(({ user_id }) => user_id)).toEqual([owner.userId])
    const again = await owner.request('DELETE', `${MEMBERS}/${guest.userId}`)
    expect(again.problem()).toMatchObject({ status: 404, code: 'member_not_found' })
  })

  test.each(ways)('the open stream of somebody who was %s hears nothing more and ends', async (_, end) => {
    const owner = await app.organization()
    const { id: projectId } = await owner.project()
    const member = await owner.member('MEMBER')
    const headers = { authorization: `Bearer ${member.token}` }
    const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers })
    await end(owner, member)
    const payload = { type: 'source' as const, platform: 'feed', source: 'kept-from-the-gone', error: null }
    await app.db.transaction(organizationScope(owner.organizationId), (tx) =>
      announce(tx, owner.organizationId, { projectId, payload, now: app.clock.now() }),
    )

    expect(await response.text()).not.toContain('kept-from-the-gone')
  })

  test('grants do not outlive a membership', async () => {
    const owner = await app.organization()
    const project = await owner.project()
    const guest = await owner.member('GUEST', { projectIds: [project.id] })
    await guest.call(leaveOrganization)
    const granted = await app.db.transaction(organizationScope(owner.organizationId), (tx) =>
      listGrants(tx, owner.organizationId, [guest.userId]),
    )

    expect(granted.size).toBe(0)
  })

  test('the last admin of others cannot go in any way', async () => {
    const owner = await app.organization()
    const member = await owner.member('MEMBER')
    const lastAdmin = { status: 409, code: 'last_admin' }

    expect((await owner.request('POST', LEAVE)).problem()).toMatchObject(lastAdmin)
    expect((await owner.request('DELETE', `${MEMBERS}/${owner.userId}`)).problem()).toMatchObject(lastAdmin)
    await changeRole(owner, member, 'ADMIN')
    expect((await owner.request('POST', LEAVE)).status).toBe(204)
  })

  test('the only member is told to delete the organization', async () => {
    const refused = (await (await app.organization()).request('POST', LEAVE)).problem()

    expect(refused).toMatchObject({ status: 409, code: 'last_member' })
    expect(refused.detail).toContain('Delete the organization instead.')
  })

  test('of two admins who leave at the same moment, one stays', async () => {
    const owner = await app.organization()
    const other = await owner.member('ADMIN')
    await owner.member('MEMBER')
    const replies = await Promise.all([owner.request('POST', LEAVE), other.request('POST', LEAVE)])

    expect(statusesOf(replies)).toEqual([204, 409])
    expect(replies.find(({ status }) => status === 409)?.problem().code).toBe('last_admin')
  })

  test('of two admins who remove each other at the same moment, one stays', async () => {
    const owner = await app.organization()
    const other = await owner.member('ADMIN')
    const replies = await Promise.all([
      owner.request('DELETE', `${MEMBERS}/${other.userId}`),
      other.request('DELETE', `${MEMBERS}/${owner.userId}`),
    ])

    expect(statusesOf(replies)).toEqual([204, 403])
  })

  test('a former member may create an organization of their own', async () => {
    const owner = await app.organization()
    const member = await owner.member('MEMBER')
    await member.call(leaveOrganization)

    expect((await member.request('POST', '/api/v1/organization', { body: { name: 'My own' } })).status).toBe(201)
  })
})
