import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'
import { selectRefused } from './label-store.ts'

/** Those of these posts of which somebody said that they do not fit the signal. */
export function findRefused(tx: Tx, of: OfSignal, postIds: readonly string[]): Promise<ReadonlySet<string>> {
  return selectRefused(tx, of, postIds)
}
