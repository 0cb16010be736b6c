import type { Millicredits } from '@leadlight/domain/credits'
import type { Tx } from '../../platform/db.ts'
import { findReservedBatch } from './candidate-store.ts'
import { lockSearch, updateSearch } from './search-store.ts'

interface OfSearch {
  organizationId: string
  searchId: string
}

/** What of a search's budget is neither spent nor held, also when it is over; null where it has none, or is gone. */
export async function searchBudgetLeft(tx: Tx, { organizationId, searchId }: OfSearch): Promise<Millicredits | null> {
  const search = await lockSearch(tx, organizationId, searchId)
  if (search?.budget == null) return null
  const held = (await findReservedBatch(tx, search))?.postIds.length ?? 0
  return search.budget - search.spent - held * (search.price + search.modelPrice)
}

/** Adds to what a search has spent: what was found out about its posts later. */
export async function addToSearchSpent(
  tx: Tx,
  { organizationId, searchId }: OfSearch,
  amount: Millicredits,
): Promise<void> {
  const search = await lockSearch(tx, organizationId, searchId)
  if (search) await updateSearch(tx, search, { spent: search.spent + amount })
}
