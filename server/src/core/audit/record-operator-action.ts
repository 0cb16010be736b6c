import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { appendOperatorEntry } from './audit-store.ts'
import type { OperatorAction } from './operator-actions.ts'

/**
 * Records what the operator did by the command line, or somebody outside the organization, in the transaction that did
 * it, without an actor. `organizationId` is the organization that may read it, or null; `target` has ids and plain
 * values. Under an id that is recorded already, it records nothing.
 */
export function recordOperatorAction(
  tx: Tx,
  { clock, newId }: { clock: Clock; newId: NewId },
  done: { action: OperatorAction; organizationId: string | null; target: Record<string, string> },
): Promise<void> {
  return appendOperatorEntry(tx, { ...done, id: newId(), at: clock.now() })
}
