import type { Tx } from '../../platform/db.ts'
import { insertHistory } from './history-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'

/** Notes in a lead's history that it was judged again, by whom and how that changed its score, in the transaction that did it. */
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
