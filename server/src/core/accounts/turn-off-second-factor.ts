import type { Tx } from '../../platform/db.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

/** Turns somebody's second factor off who has lost what they would need to do so; false where they have none. */
export function turnOffSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return deleteSecondFactor(tx, userId)
}
