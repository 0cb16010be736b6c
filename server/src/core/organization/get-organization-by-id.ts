import { can } from '@leadlight/domain/roles'
import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { getOrganization, organizationNotFound } from './get-organization.ts'
import { findOrganization, type Organization } from '../members/organizations.ts'

/** Any organization for a super admin; for everybody else their own, and any other is reported as missing. */
export async function getOrganizationById({ db }: { db: Db }, caller: Caller, id: string): Promise<Organization> {
  const { membership } = caller
  if (membership && can(membership.role, 'installation.operate')) {
    const organization = await db.transaction(operatorScope(), (tx) => findOrganization(tx, id))
    if (!organization) throw organizationNotFound()
    return organization
  }
  if (membership?.organizationId !== id) throw organizationNotFound()
  return getOrganization({ db }, caller)
}
