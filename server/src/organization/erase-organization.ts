import type { Tx } from '../platform/db.ts'
import { deleteOrganizationRow } from './organization-store.ts'

/** Deletes the organization with everything in it, for good. Posts belong to the installation and stay. */
export function eraseOrganization(tx: Tx, organizationId: string): Promise<void> {
  return deleteOrganizationRow(tx, organizationId)
}
