import { me } from '@leadlight/contract/accounts'
import { getOrganization, leaveOrganization } from '@leadlight/contract/organization'
import { listProjects } from '@leadlight/contract/projects'
import * as contract from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { invitedToken, verifiedUser } from '@leadlight/testing/invites'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization, TestUser } from '@leadlight/testing/test-organization'

const INVITES = '/api/v1/organization/invites'
const TOKENIZED = '/api/v1/organization/tokenized-invites'
const DAY_MS = 24 * 60 * 60 * 1000
const GONE = {
  status: 404,
  code: 'invite_not_found',
  detail: 'This invite does not exist any more. Ask for a new one.',
}

let app: TestApp
let owner: TestOrganization
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '90' } })
  owner = await app.organization()
})
afterAll(() => app.close())

function inviteUser(
  { email }: { email: string },
  body: { role: 'ADMIN' | 'MEMBER' | 'GUEST'; project_ids?: string[] },
) {
  return owner.call(contract.createInvite, { body: { email, ...body } })
}

async function inviteByMail(email: string) {
  const invite = await inviteUser({ email }, { role: 'MEMBER' })
  return { invite, t: await invitedToken(app, email) }
}

function accept(user: TestUser, id: string) {
  return user.request('POST', `${INVITES}/${id}/accept`)
}

function acceptByLink(user: TestUser, t: string) {
  return user.request('POST', `${TOKENIZED}/accept?t=${t}`)
}

function statusesOf(replies: readonly { status: number }[]): number[] {
  return replies.map(({ status }) => status).toSorted((a, b) => a - b)
}

async function membershipOf(user: TestUser) {
  return (await user.call(me)).organization_membership
}

describe('an invite to the verified address', () => {
  test('makes a member in the offered role and ends', async () => {
    const user = await verifiedUser(app)
    const invite = await inviteUser(user, { role: 'ADMIN' })

    expect(await user.call(contract.listInvitesAddressedToMe)).toEqual([invite])
    expect(await user.call(contract.acceptInvite, { params: { id: invite.id } })).toEqual(invite)
    expect(await membershipOf(user)).toEqual({ organization_id: owner.organizationId, role: 'ADMIN' })
    expect((await user.call(getOrganization)).id).toBe(owner.organizationId)
    expect(await user.call(contract.listInvitesAddressedToMe)).toEqual([])
    expect((await accept(user, invite.id)).problem()).toMatchObject(GONE)
  })

  test('lets a guest see those of its projects that still exist', async () => {
    const [kept, deleted] = [await owner.project({ name: 'Kept' }), await owner.project({ name: 'Deleted' })]
    const user = await verifiedUser(app)
    const { id } = await inviteUser(user, { role: 'GUEST', project_ids: [kept.id, deleted.id] })
    await app.db.transaction(organizationScope(owner.organizationId), (tx) =>
      sql`delete from project where id = ${deleted.id}`.execute(tx),
    )
    await user.call(contract.acceptInvite, { params: { id } })

    expect((await user.call(listProjects)).map((project) => project.id)).toEqual([kept.id])
  })

  test('needs the address to be verified, whatever the id', async () => {
    const user = await app.user()
    const invite = await inviteUser(user, { role: 'MEMBER' })

    expect(await user.call(contract.listInvitesAddressedToMe)).toEqual([])
    for (const id of [invite.id, crypto.randomUUID()]) {
      for (const act of ['accept', 'reject']) {
        const { status, code, detail } = (await user.request('POST', `${INVITES}/${id}/${act}`)).problem()
        expect({ status, code }).toEqual({ status: 403, code: 'email_unverified' })
        expect(detail).toMatch(/^Verify your email address first/)
      }
    }
    expect(await membershipOf(user)).toBeNull()
  })

  test.each(['accept', 'reject'])('%s: another user’s invite gets the same answer as a missing one', async (act) => {
    const [invited, other] = [await verifiedUser(app), await verifiedUser(app)]
    const { id } = await inviteUser(invited, { role: 'MEMBER' })
    const ask = async (asked: string) => ({
      ...(await other.request('POST', `${INVITES}/${asked}/${act}`)).problem(),
      request_id: '',
    })

    const foreign = await ask(id)
    expect(foreign).toMatchObject(GONE)
    expect(foreign).toEqual(await ask(crypto.randomUUID()))
    expect(await other.call(contract.listInvitesAddressedToMe)).toEqual([])
    expect(await invited.call(contract.listInvitesAddressedToMe)).toHaveLength(1)
  })

  test('is listed with those of other organizations, newest first, without expired ones', async () => {
    const user = await verifiedUser(app)
    const [early, late] = [await owner.foreign(), await owner.foreign()]
    for (const organization of [early, late]) {
      await organization.call(contract.createInvite, { body: { email: user.email, role: 'MEMBER' } })
      await app.clock.advance(1000)
    }
    const names = async () =>
      (await user.call(contract.listInvitesAddressedToMe)).map((invite) => invite.organization_name)

    expect(await names()).toEqual([`Firm of ${late.email}`, `Firm of ${early.email}`])
    await app.clock.advance(7 * DAY_MS - 2000)
    expect(await names()).toEqual([`Firm of ${late.email}`])
  })

  test('is gone once it is turned down', async () => {
    const user = await verifiedUser(app)
    const { id } = await inviteUser(user, { role: 'MEMBER' })
    const t = await invitedToken(app, user.email)
    await user.call(contract.rejectInvite, { params: { id } })

    for (const reply of [await accept(user, id), await acceptByLink(user, t)])
      expect(reply.problem()).toMatchObject(GONE)
    expect((await owner.call(contract.listInvites)).filter(({ email }) => email === user.email)).toEqual([])
  })

  test('ends after seven days, to the millisecond', async () => {
    const user = await verifiedUser(app)
    const { id } = await inviteUser(user, { role: 'MEMBER' })
    await app.clock.advance(7 * DAY_MS)

    for (const act of ['accept', 'reject']) {
      expect((await user.request('POST', `${INVITES}/${id}/${act}`)).problem()).toMatchObject(GONE)
    }
    await owner.call(contract.resendInvite, { params: { id } })
    await app.clock.advance(7 * DAY_MS - 1)
    expect((await accept(user, id)).status).toBe(200)
  })
})

describe('the link of an invite’s mail', () => {
  test('shows who invites whom to what, before anybody signs in', async () => {
    const { invite, t } = await inviteByMail('by-link@example.com')
    expect(await app.call(contract.previewTokenizedInvite, { query: { t } })).toEqual({
      organization_name: invite.organization_name,
      email: 'by-link@example.com',
      role: 'MEMBER',
      invited_by: owner.email,
      expires_at: invite.expires_at,
    })
  })

  test('joins the organization and verifies the address', async () => {
    const { invite, t } = await inviteByMail('new-here@example.com')
    const user = await app.user('new-here@example.com')
    expect((await user.call(me)).is_verified).toBe(false)

    expect(await user.call(contract.acceptTokenizedInvite, { query: { t } })).toEqual(invite)
    expect(await user.call(me)).toMatchObject({ is_verified: true, organization_membership: { role: 'MEMBER' } })
    expect((await acceptByLink(user, t)).problem()).toMatchObject(GONE)
  })

  test('tells a user with another address which one it is for, and changes nothing', async () => {
    const { t } = await inviteByMail('right@example.com')
    const wrong = await verifiedUser(app)
    const refused = (await acceptByLink(wrong, t)).problem()

    expect(refused).toMatchObject({ status: 403, code: 'invite_for_another' })
    expect(refused.detail).toBe('This invite is for right@example.com. Sign in with that address to accept it.')
    expect(await membershipOf(wrong)).toBeNull()
    expect((await acceptByLink(await app.user('right@example.com'), t)).status).toBe(200)
  })

  test('needs a session to accept, none to turn down', async () => {
    const { t } = await inviteByMail('no-thanks@example.com')
    expect((await app.request('POST', `${TOKENIZED}/accept?t=${t}`)).status).toBe(401)
    await app.call(contract.rejectTokenizedInvite, { query: { t } })
    for (const method of ['POST', 'GET']) {
      const act = method === 'GET' ? 'preview' : 'reject'
      expect((await app.request(method, `${TOKENIZED}/${act}?t=${t}`)).problem()).toMatchObject(GONE)
    }
  })

  test('is dead once the invite is taken back, also for the next one', async () => {
    const email = 'taken-back@example.com'
    const { invite, t } = await inviteByMail(email)
    const user = await app.user(email)
    await owner.call(contract.cancelInvite, { params: { id: invite.id } })
    expect((await acceptByLink(user, t)).problem()).toMatchObject(GONE)

    await inviteUser({ email }, { role: 'GUEST', project_ids: [(await owner.project()).id] })
    expect((await acceptByLink(user, t)).problem()).toMatchObject(GONE)
    expect((await acceptByLink(user, await invitedToken(app, email, 2))).status).toBe(200)
  })

  test('of a former mail works as long as the invite does, with its latest offer', async () => {
    const email = 'twice@example.com'
    const { invite, t } = await inviteByMail(email)
    await app.clock.advance(6 * DAY_MS)
    await owner.call(contract.resendInvite, { params: { id: invite.id } })
    await app.clock.advance(3 * DAY_MS)
    const { id } = await inviteUser({ email }, { role: 'ADMIN' })

    expect(id).toBe(invite.id)
    expect(await app.call(contract.previewTokenizedInvite, { query: { t } })).toMatchObject({ role: 'ADMIN' })
    await app.clock.advance(7 * DAY_MS)
    expect((await app.request('GET', `${TOKENIZED}/preview?t=${t}`)).problem()).toMatchObject(GONE)
    expect((await acceptByLink(await app.user(email), t)).problem()).toMatchObject(GONE)
  })

  test('must be signed by us for this purpose, for an existing invite', async () => {
    const { signedTokens } = app.dependencies
    const { invite } = await inviteByMail('forged@example.com')
    const forged = [
      'x',
      'a.b.c',
      await signedTokens.sign('verify', { invite: invite.id }, DAY_MS),
      await signedTokens.sign('invite', { invite: crypto.randomUUID() }, DAY_MS),
      await signedTokens.sign('invite', { invite: "' or true --" }, DAY_MS),
      await signedTokens.sign('invite', {}, DAY_MS),
    ]
    const user = await app.user('forged@example.com')
    for (const t of forged) {
      expect((await app.request('GET', `${TOKENIZED}/preview?t=${encodeURIComponent(t)}`)).problem()).toMatchObject(
        GONE,
      )
      expect((await acceptByLink(user, encodeURIComponent(t))).problem()).toMatchObject(GONE)
      expect((await app.request('POST', `${TOKENIZED}/reject?t=${encodeURIComponent(t)}`)).problem()).toMatchObject(
        GONE,
      )
    }
  })
})

describe('one organization at a time:', () => {
  test('a member of another is told to leave it first, and may accept then', async () => {
    const foreign = await owner.foreign()
    const member = await foreign.member('MEMBER')
    const { t, invite } = await inviteByMail(member.email)
    expect((await acceptByLink(member, t)).problem()).toMatchObject({
      status: 409,
      code: 'organization_already_joined',
      detail: 'You are in an organization already. Leave your organization first, then accept.',
    })
    expect((await member.call(me)).is_verified).toBe(false)
    await member.call(leaveOrganization)
    expect((await acceptByLink(member, t)).status).toBe(200)
    expect(await membershipOf(member)).toEqual({ organization_id: invite.organization_id, role: 'MEMBER' })
  })

  test('of fifty acceptances of one invite at the same moment, by address and by link, one succeeds', async () => {
    const user = await verifiedUser(app)
    const { invite, t } = await inviteByMail(user.email)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? accept(user, invite.id) : acceptByLink(user, t))),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(reply.problem()).toMatchObject(GONE)
    const members = await owner.call(contract.listMembers)
    expect(members.filter(({ user_id }) => user_id === user.userId)).toHaveLength(1)
  })

  test('of two invites accepted at the same moment, one is accepted and the other stays pending', async () => {
    const user = await verifiedUser(app)
    const foreign = await owner.foreign()
    const ours = await inviteUser(user, { role: 'MEMBER' })
    const theirs = await foreign.call(contract.createInvite, { body: { email: user.email, role: 'MEMBER' } })
    const replies = await Promise.all([accept(user, ours.id), accept(user, theirs.id)])

    expect(statusesOf(replies)).toEqual([200, 409])
    expect(await user.call(contract.listInvitesAddressedToMe)).toHaveLength(1)
  })

  test('of accepting and taking back at the same moment, one succeeds', async () => {
    const user = await verifiedUser(app)
    const { id } = await inviteUser(user, { role: 'MEMBER' })
    const [accepted, cancelled] = await Promise.all([
      accept(user, id),
      owner.request('POST', `${INVITES}/${id}/cancel`),
    ])

    expect([accepted.status, cancelled.status]).toEqual(accepted.status === 200 ? [200, 404] : [404, 204])
    expect((await membershipOf(user)) !== null).toBe(accepted.status === 200)
  })
})
