import type { Tx } from '../../platform/db.ts'
import { findOrganization } from '../members/organizations.ts'

/** The organization's name, for a transaction open in its scope. */
export async function nameOfOrganization(tx: Tx, organizationId: string): Promise<string> {
  const organization = await findOrganization(tx, organizationId)
  if (!organization) throw new Error(`The organization ${organizationId} is out of the transaction's sight.`)
  return organization.name
}
