import type { Millicredits } from '@leadlight/domain/credits'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findCharge } from './ledger-store.ts'
import { refundCharge, type LedgerDependencies } from './ledger.ts'

/** Refunds a charge by its id in the ledger. Returns how much; 0 if that was done before. */
export async function refundEntry(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  { entryId, why }: { entryId: string; why: string },
): Promise<Millicredits> {
  const charge = await findCharge(tx, organizationId, entryId)
  if (charge?.reservationKey) return refundCharge(tx, ledger, organizationId, { key: charge.reservationKey, why })
  const detail =
    'The organization has no charge of that id. The id stands in the last column of the ledger’s CSV file, in a row of the kind charge.'
  throw new AppError('not_found', 'charge_not_found', detail)
}
