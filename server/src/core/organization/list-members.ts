import { findPeople, type Person } from '../accounts/find-people.ts'
import { listMemberships, type Membership } from '../members/memberships.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listGrants } from '../projects/grants.ts'

const MEMBERS_MAX = 1000

export interface Member extends Membership {
  person: Person
  /** The projects granted to a guest; empty for other roles, who see all. */
  projectIds: string[]
}

/** The members of the actor's organization, in the order they joined. */
export function listMembers({ db }: { db: Db }, actor: Actor): Promise<Member[]> {
  requirePermission(actor, 'member.read')
  return db.transaction(organizationScope(actor.organizationId), async (tx) =>
    describeMembers(tx, actor.organizationId, await listMemberships(tx, actor.organizationId, MEMBERS_MAX)),
  )
}

/** Adds each member's name and what guests see, without accounts deleted this very moment. */
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
