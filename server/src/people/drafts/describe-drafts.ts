import type { Draft } from '@leadlight/contract/drafts'
import type { Tx } from '../../platform/db.ts'
import { selectDrafts } from './draft-store.ts'
import { presentDraft } from './present-draft.ts'

/** A lead's drafts, at most one of each kind. The caller checks that the actor may see the lead. */
export async function describeDrafts(tx: Tx, organizationId: string, leadId: string): Promise<Draft[]> {
  return (await selectDrafts(tx, organizationId, leadId)).map(presentDraft)
}
