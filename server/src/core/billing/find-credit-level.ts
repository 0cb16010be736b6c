import type { Tx } from '../../platform/db.ts'
import { findLevel } from './ledger-store.ts'

/** Whether the organization's credits run low or are used up. */
export async function findCreditLevel(tx: Tx, organizationId: string): Promise<'fine' | 'low' | 'empty'> {
  return (await findLevel(tx, organizationId)) ?? 'fine'
}
