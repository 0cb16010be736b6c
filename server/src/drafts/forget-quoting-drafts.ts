import { repeats } from '@leadlight/domain/draft-likeness'
import { A_PERSON } from '@leadlight/domain/drafts'
import type { Tx } from '../platform/db.ts'
import { deleteDrafts, selectDraftsOf } from './draft-store.ts'

/** So many words in a row are a quotation. */
const QUOTED_WORDS = 5

/**
 * Lets go of the drafts that answer posts deleted at their source: those a machine wrote from the post, and those in which a
 * person quotes it. What a person wrote in their own words stays theirs.
 */
export async function forgetQuotingDrafts(
  tx: Tx,
  organizationId: string,
  leads: readonly { leadId: string; words: readonly string[] }[],
): Promise<void> {
  const wordsOf = new Map(leads.map(({ leadId, words }) => [leadId, words]))
  const drafts = await selectDraftsOf(tx, organizationId, [...wordsOf.keys()])
  const quoting = drafts.filter(({ leadId, draft, writtenBy }) => {
    const quotes = (wordsOf.get(leadId) ?? []).some((words) => repeats(draft, words, QUOTED_WORDS))
    return writtenBy !== A_PERSON || quotes
  })
  await deleteDrafts(tx, organizationId, quoting)
}
