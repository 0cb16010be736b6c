import { likeness, SIMILAR_FROM } from '@leadlight/domain/draft-likeness'
import type { Tx } from '../../platform/db.ts'
import type { Draft } from './draft-store.ts'
import { selectEarlierDrafts } from './draft-store.ts'

/** How many of the project's newest drafts a new one is compared with. */
const EARLIER_MAX = 200

/** The draft on another lead of the project that reads most like this text, if one does. */
export async function findSimilarDraft(
  tx: Tx,
  organizationId: string,
  { projectId, leadId, text }: { projectId: string; leadId: string; text: string },
): Promise<Draft['similarTo']> {
  const which = { projectId, exceptLeadId: leadId, limit: EARLIER_MAX }
  const earlier = await selectEarlierDrafts(tx, organizationId, which)
  const alike = earlier
    .map((one) => ({ leadId: one.leadId, share: likeness(one.draft, text) }))
    .filter(({ share }) => share >= SIMILAR_FROM)
  return alike.toSorted((a, b) => b.share - a.share)[0] ?? null
}
