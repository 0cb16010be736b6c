import type { Tx } from '../../platform/db.ts'
import { deleteAddressesOf } from './address-store.ts'

/** Deletes a project's receiving addresses, whose secrets others know. What has arrived is judged all the same. */
export async function deleteAddresses(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteAddressesOf(tx, { organizationId, projectId })
}
