import { affordable } from '@leadlight/domain/credits'
import { reserveCredits, lockedBalance } from '../../core/billing/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { selectJudged } from '../judgements/judgements.ts'
import { announceSearch } from './announce-search.ts'
import { countCandidates, moveCandidates, selectBestPassed } from './candidate-store.ts'
import { judgingRoom } from './judging-room.ts'
import { mostForOne } from './judging-price.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'

/** Few, so that the search is seen going on. */
const POSTS_PER_BATCH = 16
const ALL = 100_000

/** The ledger's key for a batch, so that reserving twice reserves once. */
export function batchKey(search: Pick<SearchRow, 'id'>, batch: number): string {
  return `search:${search.id}:batch:${batch}`
}

/**
 * Reserves the price of the next posts and puts them in a batch. Posts this wording has judged before are free, and
 * count as judged and kept in this search too. Posts beyond the budget or the balance are marked unpaid, and the
 * search says so.
 */
export async function reserveBatch(deps: MatchingDependencies, seen: SearchRow): Promise<void> {
  await deps.db.transaction(organizationScope(seen.organizationId), async (tx) => {
    const current = await lockSearch(tx, seen.organizationId, seen.id)
    if (current?.state !== 'running' || current.batches !== seen.batches) return
    const room = Math.min(POSTS_PER_BATCH, judgingRoom(current, await countCandidates(tx, current)))
    const best = (await selectBestPassed(tx, current, room)).map(({ postId }) => postId)
    const known = await selectJudged(tx, current, best)
    await moveCandidates(tx, current, { postIds: [...known.keys()], from: 'passed', to: 'judged', batch: null })
    const keptBefore = [...known.values()].filter(Boolean).length
    const search = await updateSearch(tx, current, {
      judgedBefore: current.judgedBefore + known.size,
      kept: current.kept + keptBefore,
    })
    await reserve(
      tx,
      deps,
      search,
      best.filter((postId) => !known.has(postId)),
    )
    await announceSearch(tx, deps, search)
  })
}

async function reserve(tx: Tx, deps: MatchingDependencies, search: SearchRow, fresh: readonly string[]): Promise<void> {
  if (fresh.length === 0) return
  const balance = await lockedBalance(tx, deps.ledger, search.organizationId)
  const budgetLeft = search.budget === null ? null : search.budget - search.spent
  const price = mostForOne(search)
  const count = affordable(fresh.length, price, { balance, budgetLeft })
  if (count === 0) {
    const rest = (await selectBestPassed(tx, search, ALL)).map(({ postId }) => postId)
    await moveCandidates(tx, search, { postIds: rest, from: 'passed', to: 'unpaid', batch: null })
    const why = budgetLeft !== null && budgetLeft < price ? 'The budget is used up' : 'No credits are left'
    await updateSearch(tx, search, { note: `${why}: ${rest.length} more posts were found and not judged.` })
    return
  }
  const postIds = fresh.slice(0, count)
  const batch = search.batches + 1
  await moveCandidates(tx, search, { postIds, from: 'passed', to: 'held', batch })
  await reserveCredits(tx, deps.ledger, search.organizationId, {
    key: batchKey(search, batch),
    amount: price * postIds.length,
    occasion: {
      what: search.over === 'judged' ? 'Posts judged again' : 'Posts judged',
      work: 'search',
      projectId: search.projectId,
      signalId: search.signalId,
      accountId: search.requestedBy,
      role: null,
    },
  })
  await updateSearch(tx, search, { batches: batch })
}
