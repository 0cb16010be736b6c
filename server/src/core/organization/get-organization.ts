import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findOrganization, type Organization } from '../members/organizations.ts'

/** The caller's organization; the web recognises "none yet" by the words `Organization not found`. */
export async function getOrganization({ db }: { db: Db }, caller: Caller): Promise<Organization> {
  const organizationId = caller.membership?.organizationId
  const organization =
    organizationId &&
    (await db.transaction(organizationScope(organizationId), (tx) => findOrganization(tx, organizationId)))
  if (!organization) throw organizationNotFound()
  return organization
}

export function organizationNotFound(): AppError {
  return new AppError('not_found', 'organization_not_found', 'Organization not found')
}
