import type { Tx } from '../../platform/db.ts'
import { closeSite } from './site-store.ts'

const WHY = 'It names somebody who was erased here, so it is not read any more.'

/** Marks the websites of these companies as never to be read again, in the caller's transaction. */
export async function closeSites(tx: Tx, organizationId: string, companyIds: readonly string[]): Promise<void> {
  for (const companyId of companyIds) await closeSite(tx, organizationId, companyId, WHY)
}
