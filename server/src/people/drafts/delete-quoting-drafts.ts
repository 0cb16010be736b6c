import { repeats } from '@leadlight/domain/draft-likeness'
import { A_PERSON } from '@leadlight/domain/drafts'
import type { Tx } from '../../platform/db.ts'
import { deleteDrafts, selectDraftsOf } from './draft-store.ts'
import { deletePersonDrafts, selectPersonDraftsOf } from './person-draft-store.ts'

/** This many words in a row are a quotation. */
const QUOTED_WORDS = 5

/**
 * Deletes the drafts that answer posts deleted at their source if a machine wrote them from the post or a person quotes
 * it. What a person wrote in their own words stays.
 */
export async function deleteQuotingDrafts(
  tx: Tx,
  organizationId: string,
  leads: readonly { leadId: string; words: readonly string[] }[],
): Promise<void> {
  const wordsOf = new Map(leads.map(({ leadId, words }) => [leadId, words]))
  const drafts = await selectDraftsOf(tx, organizationId, [...wordsOf.keys()])
  const isQuoting = ({ leadId, draft, writtenBy }: { leadId: string | null; draft: string; writtenBy: string }) => {
    const quotes = (wordsOf.get(leadId ?? '') ?? []).some((words) => repeats(draft, words, QUOTED_WORDS))
    return writtenBy !== A_PERSON || quotes
  }
  const quoting = drafts.filter(isQuoting)
  await deleteDrafts(tx, organizationId, quoting)
  const messages = await selectPersonDraftsOf(tx, organizationId, [...wordsOf.keys()])
  await deletePersonDrafts(
    tx,
    organizationId,
    messages.filter(isQuoting).map(({ personId }) => personId),
  )
}
