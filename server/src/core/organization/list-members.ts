import { findPeople, type Person } from '../accounts/find-people.ts'
import { listMemberships, type Membership } from '../members/memberships.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listGrants } from '../projects/grants.ts'

const MEMBERS_MAX = 1000

export interface Member extends Membership {
  person: Person
  /** Granted to a guest; empty for everybody else, who see all. */
  projectIds: string[]
}

/** The people of the actor's organization, those who joined first at the top. */
export function listMembers({ db }: { db: Db }, actor: Actor): Promise<Member[]> {
  requirePermission(actor, 'member.read')
  return db.transaction(organizationScope(actor.organizationId), async (tx) =>
    describeMembers(tx, actor.organizationId, await listMemberships(tx, actor.organizationId, MEMBERS_MAX)),
  )
}

/** Adds who each member is and what guests see. An account that went this very moment is left out. */
export async function describeMembers(
  tx: Tx,
  organizationId: string,
  memberships: readonly Membership[],
): Promise<Member[]> {
  const people = await findPeople(
    tx,
    memberships.map(({ accountId }) => accountId),
  )
  const guests = memberships.filter(({ role }) => role === 'GUEST').map(({ accountId }) => accountId)
  const granted = await listGrants(tx, organizationId, guests)
  return memberships.flatMap((membership) => {
    const person = people.get(membership.accountId)
    return person ? [{ ...membership, person, projectIds: granted.get(membership.accountId) ?? [] }] : []
  })
}
