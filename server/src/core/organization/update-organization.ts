import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { organizationNotFound } from './get-organization.ts'
import { setOrganizationName, type Organization } from '../members/organizations.ts'

export async function updateOrganization(
  { db }: { db: Db },
  actor: Actor,
  { name }: { name: string },
): Promise<Organization> {
  requirePermission(actor, 'organization.manage')
  const organization = await db.transaction(organizationScope(actor.organizationId), (tx) =>
    setOrganizationName(tx, actor.organizationId, name),
  )
  if (!organization) throw organizationNotFound()
  return organization
}
