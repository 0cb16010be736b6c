import { insertMembership } from '../members/memberships.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { insertOrganization, type Organization } from '../members/organizations.ts'
import { raiseIfListed, type RaiseDependencies } from './raise-super-admin.ts'

export interface OrganizationDependencies extends RaiseDependencies {
  db: Db
  /** What every organization starts with, in the transaction that creates it. */
  onOrganizationCreated: (tx: Tx, organizationId: string) => Promise<void>
}

/**
 * Creates an organization with its credit account and the caller as its admin. A user is in at most one: the database
 * refuses the second of two concurrent requests, which is rolled back.
 */
export async function createOrganization(
  dependencies: OrganizationDependencies,
  caller: Caller,
  { name }: { name: string },
): Promise<Organization> {
  const { db, clock, newId, onOrganizationCreated } = dependencies
  if (caller.membership) throw alreadyJoined()
  const organization = { id: newId(), name, createdAt: clock.now() }
  await db.transaction(organizationScope(organization.id), async (tx) => {
    await insertOrganization(tx, organization)
    const admin = { accountId: caller.userId, role: 'ADMIN' as const, joinedAt: organization.createdAt }
    const { inserted } = await insertMembership(tx, organization.id, admin)
    if (!inserted) throw alreadyJoined()
    await raiseIfListed(tx, dependencies, { organizationId: organization.id, userId: caller.userId })
    await onOrganizationCreated(tx, organization.id)
  })
  return organization
}

function alreadyJoined(): AppError {
  const detail = 'You are in an organization already. Leave it before you create another.'
  return new AppError('conflict', 'organization_already_joined', detail)
}
