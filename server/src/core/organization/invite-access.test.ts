import { createInvite, type Invite } from '@leadlight/contract/team'
import type { Role } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../platform/db.ts'
import { accountScope, inviteScope, loginScope, organizationScope } from '../../platform/scopes.ts'
import { verifiedUser } from '@leadlight/testing/invites'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import type { TestOrganization, TestUser } from '@leadlight/testing/test-organization'

let app: TestApp
let owner: TestOrganization
let foreign: TestOrganization
let invited: TestUser
let ours: Invite
let theirs: Invite
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.organization()
  foreign = await owner.foreign()
  invited = await verifiedUser(app)
  ours = await owner.call(createInvite, { body: { email: invited.email, role: 'MEMBER' } })
  theirs = await foreign.call(createInvite, { body: { email: 'elsewhere@example.com', role: 'MEMBER' } })
})
afterAll(() => app.close())

interface Target {
  userId: string
  inviteId: string
}

const NOWHERE: Target = { userId: crypto.randomUUID(), inviteId: crypto.randomUUID() }
const ELSEWHERE: Target = { userId: crypto.randomUUID(), inviteId: crypto.randomUUID() }

interface Call {
  what: string
  method: string
  path: (target: Target) => string
  body?: object
  tooLow: Role[]
}

const TEAM = '/api/v1/organization'
const invite = (act: string) => ({
  method: 'POST',
  path: ({ inviteId }: Target) => `${TEAM}/invites/${inviteId}/${act}`,
})
const member = ({ userId }: Target) => `${TEAM}/members/${userId}`
const admins: Pick<Call, 'tooLow'> = { tooLow: ['GUEST', 'MEMBER'] }
const CALLS: Call[] = [
  { what: 'listing members', method: 'GET', path: () => `${TEAM}/members`, tooLow: ['GUEST'] },
  { what: 'changing a role', method: 'PATCH', path: member, body: { role: 'ADMIN' }, ...admins },
  { what: 'removing', method: 'DELETE', path: member, ...admins },
  { what: 'listing invites', method: 'GET', path: () => `${TEAM}/invites`, ...admins },
  {
    what: 'inviting',
    method: 'POST',
    path: () => `${TEAM}/invites`,
    body: { email: 'a@example.com', role: 'MEMBER' },
    ...admins,
  },
  { what: 'sending again', ...invite('resend'), ...admins },
  { what: 'taking back', ...invite('cancel'), ...admins },
  { what: 'renaming', method: 'PATCH', path: () => TEAM, body: { name: 'Renamed' }, ...admins },
]

async function ask(client: TestClient, call: Call, target: Target) {
  const reply = await client.request(call.method, call.path(target), { body: call.body })
  const { request_id: _own, ...body } = (reply.body ?? {}) as Record<string, unknown>
  return { status: reply.status, body }
}

describe.each(CALLS)('$what', (call) => {
  const own = () => ({ userId: owner.userId, inviteId: ours.id })

  test('needs a session and an organization', async () => {
    expect((await ask(app, call, own())).status).toBe(401)
    const stranger = await ask(invited, call, own())
    expect(stranger).toMatchObject({ status: 403, body: { code: 'organization_required' } })
  })

  test.each(call.tooLow)('is refused to a %s', async (role) => {
    const refused = await ask(await owner.member(role), call, own())
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_too_low' } })
  })
})

test('a member can list the members', async () => {
  const member = await owner.member('MEMBER')
  expect((await member.request('GET', `${TEAM}/members`)).status).toBe(200)
})

describe.each(CALLS.filter(({ path }) => path(NOWHERE) !== path(ELSEWHERE)))('$what', (call) => {
  test('a foreign one gets the same answer as a missing one', async () => {
    const there = await ask(owner, call, { userId: foreign.userId, inviteId: theirs.id })
    expect(there.status).toBe(404)
    expect(await ask(owner, call, NOWHERE)).toEqual(there)
  })
})

test('refused calls changed nothing', async () => {
  const members = await foreign.request('GET', `${TEAM}/members`)
  const invites = await foreign.request('GET', `${TEAM}/invites`)
  expect(members.body).toMatchObject([{ user_id: foreign.userId, role: 'ADMIN' }])
  expect(invites.body).toEqual([theirs])
})

describe('the database', () => {
  const INVITES = sql<{ id: string }>`select id from invite`
  const NAMES = sql<{ id: string }>`select id from organization`
  const seen = (scope: Scope, query: typeof INVITES) =>
    app.db.transaction(scope, async (tx) => (await query.execute(tx)).rows.map(({ id }) => id))

  test('shows an account the invites to its verified address, and the organizations that sent them', async () => {
    const unverified = await app.user()
    await foreign.call(createInvite, { body: { email: unverified.email, role: 'MEMBER' } })

    expect(await seen(accountScope(invited.userId), INVITES)).toEqual([ours.id])
    expect(await seen(accountScope(invited.userId), NAMES)).toEqual([owner.organizationId])
    expect(await seen(accountScope(unverified.userId), INVITES)).toEqual([])
    expect(await seen(accountScope(unverified.userId), NAMES)).toEqual([])
    expect(await seen(accountScope(owner.userId), NAMES)).toEqual([])
  })

  test('shows the holder of a link only that invite, and lets them change nothing', async () => {
    expect(await seen(inviteScope(theirs.id), INVITES)).toEqual([theirs.id])
    expect(await seen(inviteScope(theirs.id), NAMES)).toEqual([foreign.organizationId])
    expect(await seen(inviteScope(crypto.randomUUID()), NAMES)).toEqual([])
    expect(await seen(loginScope(), INVITES)).toEqual([])
    for (const scope of [inviteScope(theirs.id), accountScope(invited.userId)]) {
      for (const change of [sql`update invite set role = 'ADMIN'`, sql`delete from invite`]) {
        const { numAffectedRows } = await app.db.transaction(scope, (tx) => change.execute(tx))
        expect(numAffectedRows).toBe(0n)
      }
    }
  })

  test('refuses an invite written into another organization', async () => {
    const write = app.db.transaction(organizationScope(owner.organizationId), (tx) =>
      sql`insert into invite values (${crypto.randomUUID()}, ${foreign.organizationId}, 'forged@example.com', 'ADMIN', '{}',
        null, 1, now(), now())`.execute(tx),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  })
})
