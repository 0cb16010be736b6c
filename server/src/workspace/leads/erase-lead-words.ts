import type { Tx } from '../../platform/db.ts'
import type { PostHolder } from './follow-edits.ts'
import { moveToCopies } from './move-to-copies.ts'
import { dropEvidence, dropLeadWords, lockFollowing, selectEvidence } from './follow-store.ts'

/** A lead whose post is gone, with the post's words it held until now. */
export interface ErasedLead {
  leadId: string
  words: string[]
}

export interface ErasedWords {
  /** The leads that are left without words. */
  erased: ErasedLead[]
  /** All leads that changed, including those whose words still stand elsewhere. */
  changed: { leadId: string; projectId: string }[]
  /** Those of `changed` that have moved to another post. */
  moved: ReadonlySet<string>
}

/**
 * Erases from an organization's leads all that they hold of posts deleted at their source, in the caller's transaction:
 * title, author, passage and evidence. A lead whose words still stand elsewhere moves there. The others keep their
 * address, scores, reasons and the team's work. Returns what was erased, for other places that hold it. The authors are
 * the caller's to erase.
 */
export async function eraseLeadWords(
  tx: Tx,
  organizationId: string,
  holders: readonly PostHolder[],
): Promise<ErasedWords> {
  const held = await lockFollowing(tx, organizationId, holders)
  if (held.length === 0) return { erased: [], changed: [], moved: new Set() }
  const moved = await moveToCopies(
    tx,
    organizationId,
    held.map(({ id }) => id),
  )
  const leads = held.filter(({ id }) => !moved.has(id))
  const leadIds = leads.map(({ id }) => id)
  const matches = await selectEvidence(tx, organizationId, leadIds)
  await dropEvidence(tx, organizationId, leadIds)
  await dropLeadWords(tx, organizationId, leadIds)
  const erased = leads.map(({ id, title, excerpt }) => {
    const own = matches.filter(({ leadId }) => leadId === id)
    const quotes = own.flatMap(({ evidence, conditions }) => [...evidence, ...conditions.flatMap(({ at }) => at ?? [])])
    return { leadId: id, words: [title ?? '', excerpt, ...quotes.map(({ quote }) => quote)] }
  })
  return { erased, changed: held.map(({ id, projectId }) => ({ leadId: id, projectId })), moved }
}
