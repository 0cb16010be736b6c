import type { Millicredits } from '@leadlight/domain/credits'
import type { Tx } from '../../platform/db.ts'
import { findReservedBatch } from './candidate-store.ts'
import { lockSearch, updateSearch } from './search-store.ts'

interface OfSearch {
  organizationId: string
  searchId: string
}

/**
 * What is neither spent nor reserved of a search's budget, also after it ended; null where it has none or is deleted.
 */
export async function searchBudgetLeft(tx: Tx, { organizationId, searchId }: OfSearch): Promise<Millicredits | null> {
  const search = await lockSearch(tx, organizationId, searchId)
  if (search?.budget == null) return null
  const held = (await findReservedBatch(tx, search))?.postIds.length ?? 0
  return search.budget - search.spent - held * (search.price + search.modelPrice)
}

/** Adds a later charge to what a search has spent, such as a second opinion on its posts. */
export async function addToSearchSpent(
  tx: Tx,
  { organizationId, searchId }: OfSearch,
  amount: Millicredits,
): Promise<void> {
  const search = await lockSearch(tx, organizationId, searchId)
  if (search) await updateSearch(tx, search, { spent: search.spent + amount })
}
