import type { Role } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import { createPasswords } from '@leadlight/server/core/accounts/passwords'
import { createSessionTokens } from '@leadlight/server/core/accounts/session-tokens'
import { loginScope, organizationScope } from '@leadlight/server/platform/scopes'
import type { TestApp } from '../test-app.ts'
import { createTestClient } from '../test-client.ts'
import { TEST_PASSWORD, type TestUser } from '../test-organization.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Membership {
  organizationId: string
  role: Role
  /** The projects a guest sees. */
  projectIds?: readonly string[]
}

export interface Minted {
  membership?: Membership
  /** A session that is invalid from the start. */
  session?: 'expired' | 'ended'
}

export type MintPerson = (wish?: Minted) => Promise<TestUser>

/** Creates people with a session each, bypassing the slices, so that each of thousands of calls can have its own. */
export async function createPeople(app: TestApp): Promise<MintPerson> {
  const { keys, newId, passwordCost, random } = app.dependencies
  const tokens = createSessionTokens(keys)
  const passwordHash = await createPasswords({ cost: passwordCost, random }).hash(TEST_PASSWORD)
  let number = 0
  return async ({ membership, session } = {}) => {
    number += 1
    // An address of their own, so that nobody shares a rate limit.
    const address = `10.${128 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
    const [userId, sessionId] = [newId(), newId()]
    const email = `${userId}@people.example`
    const now = app.clock.now()
    const expiresAt = new Date(now.getTime() + (session === 'expired' ? -1 : 1) * DAY_MS)
    await app.db.transaction(loginScope(), async (tx) => {
      await sql`insert into account (id, email, password_hash, is_verified, created_at)
        values (${userId}, ${email}, ${passwordHash}, true, ${now})`.execute(tx)
      await sql`insert into session (id, account_id, created_at, last_used_at, expires_at, idle_at, ended_at)
        values (${sessionId}, ${userId}, ${now}, ${now}, ${expiresAt}, ${expiresAt}, ${session === 'ended' ? now : null})`.execute(
        tx,
      )
    })
    if (membership) await join(app, userId, membership)
    const token = await tokens.issue({ userId, sessionId }, { issuedAt: now, expiresAt })
    return { ...createTestClient(app.app, token, address), token, userId, email, address }
  }
}

async function join(app: TestApp, userId: string, { organizationId, role, projectIds = [] }: Membership) {
  const now = app.clock.now()
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    await sql`insert into membership (account_id, organization_id, role, joined_at)
      values (${userId}, ${organizationId}, ${role}, ${now})`.execute(tx)
    for (const projectId of projectIds) {
      await sql`insert into project_guest (organization_id, project_id, account_id, granted_at)
        values (${organizationId}, ${projectId}, ${userId}, ${now})`.execute(tx)
    }
  })
}
