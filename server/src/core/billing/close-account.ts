import type { Tx } from '../../platform/db.ts'
import type { LedgerDependencies } from './ledger.ts'
import { insertAccount, insertClosedAccount, lockAccount, sumEntries } from './ledger-store.ts'

/**
 * Keeps the sums of an organization's ledger, without saying whose they were, before the organization is deleted and its
 * entries with it, in the same transaction. So what the installation granted is still what was charged, what was
 * forfeited and what accounts hold.
 */
export async function closeAccount(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<void> {
  await insertAccount(tx, organizationId)
  await lockAccount(tx, organizationId)
  const { granted, charged } = await sumEntries(tx, organizationId)
  const closedOn = ledger.clock.now().toISOString().slice(0, 10)
  await insertClosedAccount(tx, { id: ledger.newId(), closedOn, granted, charged, forfeited: granted - charged })
}
