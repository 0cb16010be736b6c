import type { Tx } from '../../platform/db.ts'
import { askForSitesWithAccounts } from './site-store.ts'

/**
 * Has the websites of a project that has moved read again where they name accounts: those are kept as hashes that mean something
 * to the former organization alone.
 */
export function readSitesAnew(
  tx: Tx,
  organizationId: string,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  return askForSitesWithAccounts(tx, organizationId, { projectId, now })
}
