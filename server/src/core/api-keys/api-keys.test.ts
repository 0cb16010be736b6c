import { createApiKey, listApiKeys, revokeApiKey, type ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { getUserToken, me } from '@leadlight/contract/accounts'
import { grantGuestAccess } from '@leadlight/contract/guests'
import { getLead } from '@leadlight/contract/leads'
import { getOrganization, leaveOrganization } from '@leadlight/contract/organization'
import { changePassword, deleteAccount, signOutEverywhere } from '@leadlight/contract/own-account'
import { createProject, deleteProject, getProject, listProjects, updateProject } from '@leadlight/contract/projects'
import { listAuditLog, listMembers, removeMember, updateMember } from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestMember } from '@leadlight/testing/test-organization'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { KEY_CALLS_PER_MINUTE: '30' } })
})
afterAll(() => app.close())

type Wish = Partial<{
  name: string
  scope: 'read' | 'write' | 'manage'
  expires_in_days: number
  project_ids: string[]
}>

function make(person: TestClient, wish: Wish = {}): Promise<ApiKeyWithSecret> {
  return person.call(createApiKey, { body: { name: 'Script', scope: 'read', expires_in_days: 30, ...wish } })
}

async function open(person: TestClient, wish: Wish = {}): Promise<TestClient & { key: ApiKeyWithSecret }> {
  const key = await make(person, wish)
  return { ...createTestClient(app.app, key.key), key }
}

const codeOf = (reply: { status: number; problem: () => { code?: string | undefined } }) => [
  reply.status,
  reply.problem().code,
]

test('a key is shown once, acts as its user, and is listed with its last use', async () => {
  const organization = await app.organization()
  const { key, ...client } = await open(organization, { name: ' Nightly   export ' })
  expect(key.key).toMatch(/^ll_[0-9A-Za-z]{42}$/)
  expect(await client.call(me)).toMatchObject({ id: organization.userId, email: organization.email })
  const [listed] = await organization.call(listApiKeys)
  expect(listed).toEqual({
    id: key.id,
    name: 'Nightly export',
    scope: 'read',
    project_ids: null,
    hint: `${key.key.slice(0, 7)}…${key.key.slice(-4)}`,
    created_at: '2026-11-02T09:00:00.000Z',
    expires_at: '2026-12-02T09:00:00.000Z',
    last_used_at: '2026-11-02T09:00:00.000Z',
  })
})

test('the key itself is stored nowhere', async () => {
  const organization = await app.organization()
  const { key, ...client } = await open(organization)
  await client.call(listProjects)
  expect(await findWords(await openUnfenced(app.database), key.key.slice(7, -4))).toEqual([])
  expect(JSON.stringify(app.log.lines)).not.toContain(key.key.slice(7, -4))
})

describe('a key is refused', () => {
  test('once it is revoked', async () => {
    const organization = await app.organization()
    const { key, ...client } = await open(organization)
    await organization.call(revokeApiKey, { params: { id: key.id } })
    const reply = await client.ask(listProjects)
    expect(codeOf(reply)).toEqual([401, 'unauthorized'])
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await organization.call(listApiKeys)).toEqual([])
  })

  test('from the moment it expires', async () => {
    const late = await startTestApp()
    const organization = await late.organization()
    const key = await make(organization, { expires_in_days: 1 })
    const client = createTestClient(late.app, key.key)
    await late.clock.advance(DAY_MS - 1)
    expect((await client.ask(listProjects)).status).toBe(200)
    await late.clock.advance(1)
    expect((await client.ask(listProjects)).status).toBe(401)
    await late.close()
  })

  test.each([
    ['with another last letter', (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['cut short', (key: string) => key.slice(0, -1)],
    ['of right form that nobody was given', () => 'll_000000000000000000000000000000000000000000'],
    ['with more behind it', (key: string) => `${key}x`],
  ])('%s', async (_, change) => {
    const { key } = await open(await app.organization())
    expect((await createTestClient(app.app, change(key.key)).ask(me)).status).toBe(401)
  })

  test('once its user has left the organization, even if they come back', async () => {
    const organization = await app.organization()
    const left = await organization.member('MEMBER')
    const removed = await organization.member('MEMBER')
    const keys = [await open(left), await open(removed)]
    await left.call(leaveOrganization)
    await organization.call(removeMember, { params: { userId: removed.userId } })
    for (const key of keys) expect((await key.ask(listProjects)).status).toBe(401)
    const kept = await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
      tx.selectFrom('api_key').select('id').execute(),
    )
    expect(kept).toEqual([])
  })

  test('once its user signs out everywhere or deletes the account, but not after a change of password', async () => {
    const organization = await app.organization()
    const [leaver, gone] = [await organization.member('MEMBER'), await organization.member('MEMBER')]
    const [key, goneKey] = [await open(leaver), await open(gone)]
    await leaver.call(changePassword, {
      body: { current_password: TEST_PASSWORD, password: 'nine ropes of a red boat' },
    })
    expect((await key.ask(me)).status).toBe(200)
    await leaver.call(signOutEverywhere)
    expect((await key.ask(me)).status).toBe(401)
    await gone.call(deleteAccount, { body: { email: gone.email, password: TEST_PASSWORD } })
    expect((await goneKey.ask(me)).status).toBe(401)
  })
})

describe('what a key may do', () => {
  let organization: Awaited<ReturnType<TestApp['organization']>>
  let projectId: string
  beforeAll(async () => {
    organization = await app.organization()
    projectId = (await organization.project()).id
  })

  test.each([
    ['read', 'read', 200],
    ['read', 'write', 403],
    ['read', 'manage', 403],
    ['write', 'write', 200],
    ['write', 'manage', 403],
    ['manage', 'write', 200],
    ['manage', 'manage', 200],
  ] as const)('of scope %s, a call that needs %s: %i', async (scope, needed, status) => {
    const client = await open(organization, { scope })
    const ask = {
      read: () => client.ask(getProject, { params: { id: projectId } }),
      write: () => client.ask(updateProject, { params: { id: projectId }, body: { name: 'Renamed' } }),
      manage: () => client.ask(listAuditLog),
    }
    const reply = await ask[needed]()
    const code = reply.status === 200 ? undefined : reply.problem().code
    expect([reply.status, code]).toEqual([status, status === 200 ? undefined : 'key_scope_too_low'])
  })

  test('is what its user’s role allows at that moment', async () => {
    const member = await organization.member('ADMIN')
    const client = await open(member, { scope: 'manage' })
    expect((await client.ask(listAuditLog)).status).toBe(200)
    await organization.call(updateMember, { params: { userId: member.userId }, body: { role: 'MEMBER' } })
    expect(codeOf(await client.ask(listAuditLog))).toEqual([403, 'role_too_low'])
    expect((await client.ask(listMembers)).status).toBe(200)
  })

  test('is never to manage keys, change how somebody signs in, or impersonate', async () => {
    const superAdmin = await organization.member('SUPER_ADMIN')
    const { key, ...client } = await open(superAdmin, { scope: 'manage' })
    const password = TEST_PASSWORD
    const replies = [
      await client.ask(createApiKey, { body: { name: 'More', scope: 'read', expires_in_days: 1 } }),
      await client.ask(listApiKeys),
      await client.ask(revokeApiKey, { params: { id: key.id } }),
      await client.ask(changePassword, { body: { current_password: password, password: 'nine ropes of a red boat' } }),
      await client.ask(signOutEverywhere),
      await client.ask(deleteAccount, { body: { email: superAdmin.email, password } }),
      await client.ask(leaveOrganization),
      await client.ask(getUserToken, { query: { email: organization.email } }),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => [403, 'key_not_allowed']))
  })

  test('is recorded in the audit log with the key', async () => {
    const { key, ...client } = await open(organization, { scope: 'write' })
    await client.call(updateProject, { params: { id: projectId }, body: { name: 'By key' } })
    const { items } = await organization.call(listAuditLog, { query: { limit: '5' } })
    const [done, made] = items
    expect(done).toMatchObject({ action: 'updateProject', target: { id: projectId, api_key_id: key.id } })
    expect(made).toMatchObject({
      action: 'createApiKey',
      target: { id: key.id, scope: 'write', expires_in_days: '30' },
    })
  })
})

describe('a key that is limited to projects', () => {
  let organization: Awaited<ReturnType<TestApp['organization']>>
  beforeAll(async () => {
    organization = await app.organization()
  })

  test('finds no other project, and of the organization only what guests see', async () => {
    const [own, other] = [await organization.project(), await organization.project()]
    const client = await open(organization, { scope: 'manage', project_ids: [own.id, own.id] })
    expect(client.key.project_ids).toEqual([own.id])
    expect((await client.call(listProjects)).map(({ id }) => id)).toEqual([own.id])
    expect((await client.ask(updateProject, { params: { id: own.id }, body: { name: 'Own' } })).status).toBe(200)
    const [missing, elsewhere] = [
      await client.ask(getProject, { params: { id: app.dependencies.newId() } }),
      await client.ask(getProject, { params: { id: other.id } }),
    ]
    expect(codeOf(elsewhere)).toEqual([404, 'project_not_found'])
    expect(elsewhere.problem().detail).toBe(missing.problem().detail)
    const refused = [
      await client.ask(createProject, { body: { name: 'New' } }),
      await client.ask(listAuditLog),
      await client.ask(listMembers),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => [403, 'key_limited']))
    expect((await client.ask(getOrganization)).status).toBe(200)
  })

  test('reaches nothing of one that is deleted', async () => {
    const [own, other, kept] = [
      await organization.project(),
      await organization.project(),
      await organization.project(),
    ]
    const client = await open(organization, { project_ids: [own.id, kept.id] })
    await organization.call(deleteProject, { params: { id: own.id } })
    expect((await client.call(listProjects)).map(({ id }) => id)).toEqual([kept.id])
    expect((await client.ask(getProject, { params: { id: own.id } })).status).toBe(404)
    expect((await client.ask(getProject, { params: { id: other.id } })).status).toBe(404)
    const listed = await organization.call(listApiKeys)
    expect(listed.find(({ id }) => id === client.key.id)).toMatchObject({ project_ids: [kept.id] })
  })

  test('cannot be limited to a project that its user may not see', async () => {
    const foreign = await (await organization.foreign()).project()
    const body = { name: 'Key', scope: 'read', expires_in_days: 1, project_ids: [foreign.id] } as const
    const reply = await organization.ask(createApiKey, { body: { ...body, project_ids: [...body.project_ids] } })
    expect(codeOf(reply)).toEqual([404, 'project_not_found'])
  })
})

test('a guest’s key reaches the projects granted at that moment', async () => {
  const organization = await app.organization()
  const [granted, later] = [await organization.project(), await organization.project()]
  const guest = await organization.member('GUEST', { projectIds: [granted.id] })
  const client = await open(guest, { scope: 'manage' })
  expect((await client.call(listProjects)).map(({ id }) => id)).toEqual([granted.id])
  expect((await client.ask(getProject, { params: { id: later.id } })).status).toBe(404)
  const params = { projectId: granted.id, id: app.dependencies.newId() }
  expect(codeOf(await client.ask(getLead, { params }))).toEqual([404, 'lead_not_found'])
  await organization.call(grantGuestAccess, { params: { projectId: later.id, userId: guest.userId } })
  expect(await client.call(listProjects)).toHaveLength(2)
})

test('another user’s key is reported as missing, and stays', async () => {
  const organization = await app.organization()
  const teammate: TestMember = await organization.member('ADMIN')
  const foreign = await organization.foreign()
  const client = await open(organization)
  const missing = await organization.ask(revokeApiKey, { params: { id: app.dependencies.newId() } })
  for (const other of [teammate, foreign]) {
    const reply = await other.ask(revokeApiKey, { params: { id: client.key.id } })
    expect({ ...reply.problem(), request_id: '' }).toEqual({ ...missing.problem(), request_id: '' })
    expect(await other.call(listApiKeys)).toEqual([])
  }
  expect((await client.ask(me)).status).toBe(200)
})

test('an impersonator can neither make nor revoke keys', async () => {
  const organization = await app.organization()
  const superAdmin = await organization.member('SUPER_ADMIN')
  const key = await make(organization)
  const { token } = await superAdmin.call(getUserToken, { query: { email: organization.email } })
  const looking = createTestClient(app.app, token)
  const body = { name: 'Key', scope: 'read', expires_in_days: 1 } as const
  expect(codeOf(await looking.ask(createApiKey, { body }))).toEqual([403, 'impersonation_refused'])
  expect(codeOf(await looking.ask(revokeApiKey, { params: { id: key.id } }))).toEqual([403, 'impersonation_refused'])
})

test('a user has at most twenty keys, however fast they ask', async () => {
  const organization = await app.organization()
  const body = { name: 'Key', scope: 'read', expires_in_days: 1 } as const
  const replies = await Promise.all(Array.from({ length: 23 }, () => organization.ask(createApiKey, { body })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(codeOf(replies.find(({ status }) => status === 409)!)).toEqual([409, 'api_key_limit_reached'])
})

describe('calls are limited', () => {
  test('by key, as every answer says; one too many waits for the next minute', async () => {
    const clock = await startTestApp({ environment: { KEY_CALLS_PER_MINUTE: '3' } })
    const client = createTestClient(clock.app, (await make(await clock.organization())).key)
    const first = await client.ask(listProjects)
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
    expect(first.headers.get('ratelimit')).toBe('"key";r=2;t=60')
    await clock.clock.advance(20_500)
    // A call that is refused for another reason counts too.
    expect((await client.ask(listAuditLog)).headers.get('ratelimit')).toBe('"key";r=1;t=40')
    await client.ask(me)
    const refused = await client.ask(me)
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(refused.problem().detail).toBe(
      'This key has used up its 3 calls of this minute (heavy ones count as several). Go on in 40 seconds.',
    )
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('ratelimit')).toBe('"key";r=0;t=40')
    await clock.clock.advance(39_500)
    expect((await client.ask(me)).headers.get('ratelimit')).toBe('"key";r=2;t=60')
    await clock.close()
  })

  test('to exactly as many as are left, also at the same moment and over several processes', async () => {
    const client = await open(await app.organization())
    const { buildApp } = await import('../../app.ts')
    const second = createTestClient(buildApp(app.dependencies), client.key.key)
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? client : second).ask(me)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('by session in each process, if the operator says so', async () => {
    const limited = await startTestApp({ environment: { SESSION_CALLS_PER_MINUTE: '5' } })
    const user = await limited.user()
    // Signing in has already asked once who they are.
    for (const left of [3, 2, 1, 0]) {
      expect((await user.ask(me)).headers.get('ratelimit')).toBe(`"session";r=${left};t=60`)
    }
    const refused = await user.ask(me)
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(refused.problem().detail).toBe(
      'You have used up your 5 calls of this minute (heavy ones count as several). Go on in 60 seconds.',
    )
    expect((await (await limited.user()).ask(me)).status).toBe(200)
    await limited.clock.advance(60_000)
    expect((await user.ask(me)).status).toBe(200)
    await limited.close()
  })
})
