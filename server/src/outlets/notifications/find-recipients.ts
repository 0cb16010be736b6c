import type { Role } from '@leadlight/domain/roles'
import { findPeople } from '../../core/accounts/find-people.ts'
import { findRoles } from '../../core/members/memberships.ts'
import type { Tx } from '../../platform/db.ts'
import { listGrants } from '../../core/projects/grants.ts'

export interface Recipient {
  email: string
  role: Role
}

/** Of these accounts, those who see the project today and have verified their address. */
export async function findRecipients(
  tx: Tx,
  organizationId: string,
  { projectId, accountIds }: { projectId: string; accountIds: readonly string[] },
): Promise<Map<string, Recipient>> {
  const roles = await findRoles(tx, organizationId, accountIds)
  const guests = [...roles].filter(([, role]) => role === 'GUEST').map(([id]) => id)
  const grants = await listGrants(tx, organizationId, guests)
  const seeing = [...roles].filter(([id, role]) => role !== 'GUEST' || grants.get(id)?.includes(projectId))
  const people = await findPeople(
    tx,
    seeing.map(([id]) => id),
  )
  return new Map(
    seeing.flatMap(([id, role]) => {
      const person = people.get(id)
      return person?.isVerified ? [[id, { email: person.email, role }]] : []
    }),
  )
}
