import type { Tx } from '../../platform/db.ts'
import type { WholeLeadRow } from './lead-store.ts'
import { summaryOf } from './lead-summary.ts'
import { selectBestMatches } from './match-store.ts'
import { setSummary } from './record-store.ts'

/** Updates a lead's score, passage and signals from its matches, after some were added or removed. */
export async function renewSummary(
  tx: Tx,
  organizationId: string,
  lead: WholeLeadRow,
  signalIds: readonly string[],
): Promise<void> {
  const best = (await selectBestMatches(tx, organizationId, [lead.id])).get(lead.id)
  await setSummary(tx, organizationId, {
    leadId: lead.id,
    ...summaryOf(lead, best),
    signalIds: [...new Set(signalIds)],
  })
}
