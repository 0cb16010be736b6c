import type { Tx } from '../../platform/db.ts'
import { insertHistory } from './history-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'

/** Records that a lead was judged again, by what model, and the old and new score, in the same transaction. */
export function recordJudgedAgain(
  tx: Tx,
  { clock, newId }: Pick<LeadDependencies, 'clock' | 'newId'>,
  organizationId: string,
  { leadId, by, from, to }: { leadId: string; by: string; from: number; to: number },
): Promise<void> {
  const summary = from === to ? `${by} read the post too: still ${to}` : `${by} read the post too: ${from} → ${to}`
  return insertHistory(tx, organizationId, [
    { id: newId(), leadId, accountId: null, kind: 'judged', summary, at: clock.now() },
  ])
}
