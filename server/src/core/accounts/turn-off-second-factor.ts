import type { Tx } from '../../platform/db.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

/** Turns off the second factor of somebody who has lost what they need to do so; false if they have none. */
export function turnOffSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return deleteSecondFactor(tx, userId)
}
