import { login, me, register } from '@leadlight/contract/accounts'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, type Project } from '@leadlight/contract/projects'
import { isAdmin, type Role } from '@leadlight/domain/roles'
import { setState } from '@leadlight/server/core/accounts/account-store'
import { insertMembership } from '@leadlight/server/core/members/memberships'
import type { App } from '@leadlight/server/platform/http'
import { loginScope, organizationScope } from '@leadlight/server/platform/scopes'
import type { Clock } from '@leadlight/server/platform/clock'
import type { Db } from '@leadlight/server/platform/db'
import { grantProjects } from '@leadlight/server/core/projects/grants'
import { createTestClient, type TestClient } from './test-client.ts'

export const TEST_PASSWORD = 'seven lamps of harbour light'

/** Someone signed in; requests made through them carry their token. */
export interface TestUser extends TestClient {
  token: string
  userId: string
  email: string
  /** The address they registered and signed in from. */
  address: string
}

export interface TestMember extends TestUser {
  organizationId: string
  role: Role
}

export interface TestOrganization extends TestMember {
  project(body?: { name?: string; website?: string }): Promise<Project>
  /** Someone else in this organization; a guest sees the projects named. */
  member(role: Role, options?: { projectIds?: string[] }): Promise<TestMember>
  /** Another organization on the same installation, whose data this one must never see. */
  foreign(): Promise<TestOrganization>
}

interface Minting {
  app: App
  db: Db
  clock: Clock
  nextNumber: () => number
}

/** Registers and signs in through HTTP. */
export async function mintUser(minting: Minting, wantedEmail?: string): Promise<TestUser> {
  const number = minting.nextNumber()
  const email = wantedEmail ?? `person-${number}@example.com`
  // An address of their own, so that nobody shares a rate limit.
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  const anonymous = createTestClient(minting.app, undefined, address)
  await anonymous.call(register, { body: { email, password: TEST_PASSWORD } })
  const { access_token: token } = await anonymous.call(login, { body: { username: email, password: TEST_PASSWORD } })
  const client = createTestClient(minting.app, token)
  const { id } = await client.call(me)
  return { ...client, token, userId: id, email, address }
}

/**
 * An organization seen through one of its people, its admin unless `role` says otherwise. Admins have verified their
 * address, as they must to invite, unless `isVerified` is false.
 */
export async function mintOrganization(
  minting: Minting,
  { role = 'ADMIN', isVerified = true }: { role?: Role; isVerified?: boolean } = {},
): Promise<TestOrganization> {
  const admin = await mintUser(minting)
  if (isVerified) await confirm(minting, admin)
  const { id: organizationId } = await admin.call(createOrganization, { body: { name: `Firm of ${admin.email}` } })
  const member = (memberRole: Role, { projectIds = [] }: { projectIds?: string[] } = {}) =>
    mintMember(minting, organizationId, { role: memberRole, projectIds })
  const seenAs = role === 'ADMIN' ? { ...admin, organizationId, role } : await member(role)
  return {
    ...seenAs,
    project: (body = { website: 'https://acme.example' }) => admin.call(createProject, { body }),
    member,
    foreign: () => mintOrganization(minting),
  }
}

async function mintMember(
  minting: Minting,
  organizationId: string,
  { role, projectIds }: { role: Role; projectIds: string[] },
): Promise<TestMember> {
  const user = await mintUser(minting)
  if (isAdmin(role)) await confirm(minting, user)
  const now = minting.clock.now()
  await minting.db.transaction(organizationScope(organizationId), async (tx) => {
    await insertMembership(tx, organizationId, { accountId: user.userId, role, joinedAt: now })
    for (const projectId of projectIds) {
      await grantProjects(tx, organizationId, { projectIds: [projectId], accountId: user.userId, grantedAt: now })
    }
  })
  return { ...user, organizationId, role }
}

async function confirm({ db }: Minting, { userId, email }: TestUser): Promise<void> {
  await db.transaction(loginScope(), (tx) => setState(tx, { id: userId, email }, 'proved'))
}
