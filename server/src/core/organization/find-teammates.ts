import type { ProjectIds } from '../../platform/actor.ts'
import type { Teammate } from '@leadlight/contract/lead-work'
import type { Role } from '@leadlight/domain/roles'
import { findPeople, type Person } from '../accounts/find-people.ts'
import { findRoles, listRoles } from '../members/memberships.ts'
import type { Tx } from '../../platform/db.ts'
import { listGrants } from '../projects/grants.ts'

/** Members as their teammates see them, by id. */
export type Teammates = ReadonlyMap<string, Teammate>

/** Those of the people who can see the project: members of the organization, guests only with a grant. */
export async function findTeammates(tx: Tx, ids: ProjectIds, userIds: readonly string[]): Promise<Teammates> {
  const roles = await findRoles(tx, ids.organizationId, [...new Set(userIds)])
  return describe(tx, await whoSees(tx, ids, roles))
}

/** Everybody who can see the project, by name. */
export async function listTeammatesOf(tx: Tx, ids: ProjectIds, limit: number): Promise<Teammate[]> {
  const roles = await listRoles(tx, ids.organizationId, limit)
  const teammates = [...(await describe(tx, await whoSees(tx, ids, roles))).values()]
  return teammates.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.user_id < b.user_id ? -1 : 1))
}

/** Those of the people who are still in the organization, whatever they see: for naming who did something. */
export async function findMembers(tx: Tx, organizationId: string, userIds: readonly string[]): Promise<Teammates> {
  const roles = await findRoles(tx, organizationId, [...new Set(userIds)])
  return describe(tx, [...roles.keys()])
}

async function whoSees(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  roles: ReadonlyMap<string, Role>,
): Promise<string[]> {
  const ids = [...roles.keys()]
  const granted = await listGrants(
    tx,
    organizationId,
    ids.filter((id) => roles.get(id) === 'GUEST'),
  )
  return ids.filter((id) => roles.get(id) !== 'GUEST' || granted.get(id)?.includes(projectId) === true)
}

async function describe(tx: Tx, ids: readonly string[]): Promise<Map<string, Teammate>> {
  const people = await findPeople(tx, ids)
  return new Map([...people.values()].map((person) => [person.id, presentTeammate(person)]))
}

/** By name, or the part of the address before the @: a guest need not know everybody's address. */
function presentTeammate(person: Person): Teammate {
  const named = [person.firstName, person.lastName].filter(Boolean).join(' ')
  const name = named || person.email.slice(0, person.email.lastIndexOf('@'))
  return { user_id: person.id, name, avatar_url: person.avatarUrl }
}
