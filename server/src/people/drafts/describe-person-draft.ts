import type { Draft } from '@leadlight/contract/drafts'
import type { Tx } from '../../platform/db.ts'
import { findPersonDraft, presentPersonDraft } from './person-draft-store.ts'

/** The direct message to a person, if there is one. The caller checks that the actor may see the person. */
export async function describePersonDraft(tx: Tx, organizationId: string, personId: string): Promise<Draft | null> {
  const draft = await findPersonDraft(tx, organizationId, personId)
  return draft ? presentPersonDraft(draft) : null
}
