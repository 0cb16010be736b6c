import type { Tx } from '../../platform/db.ts'
import type { LedgerDependencies } from './ledger.ts'
import { insertAccount, insertClosedAccount, lockAccount, sumEntries } from './ledger-store.ts'

/**
 * Keeps the sums of an organization's ledger anonymously, in the transaction that deletes the organization and its
 * entries. So what the installation granted still equals what was charged, forfeited and is left.
 */
export async function closeAccount(tx: Tx, ledger: LedgerDependencies, organizationId: string): Promise<void> {
  await insertAccount(tx, organizationId)
  await lockAccount(tx, organizationId)
  const { granted, charged } = await sumEntries(tx, organizationId)
  const closedOn = ledger.clock.now().toISOString().slice(0, 10)
  await insertClosedAccount(tx, { id: ledger.newId(), closedOn, granted, charged, forfeited: granted - charged })
}
