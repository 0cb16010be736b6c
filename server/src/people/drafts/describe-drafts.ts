import type { Draft } from '@leadlight/contract/drafts'
import type { Tx } from '../../platform/db.ts'
import { selectDraftsOf } from './draft-store.ts'
import { presentDraft } from './present-draft.ts'

/** The drafts of leads that have any, at most one of each kind. The caller checks that the actor may see the leads. */
export async function describeDrafts(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, Draft[]>> {
  const byLead = Map.groupBy(await selectDraftsOf(tx, organizationId, leadIds), ({ leadId }) => leadId)
  return new Map([...byLead].map(([leadId, drafts]) => [leadId, drafts.map(presentDraft)]))
}
