import type { SignalSearch } from '@leadlight/contract/asked-searches'
import type { Search } from '@leadlight/contract/search'
import { isOpen } from '@leadlight/domain/signals'
import { countCandidates } from './candidate-store.ts'
import type { Tx } from '../../platform/db.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { presentSearch } from './present-search.ts'
import { selectLegs } from './leg-store.ts'
import { lockSearch, selectLastSearches, selectSearches, type SearchRow } from './search-store.ts'
import { namePlatform } from '../../channels/name-platform.ts'

const SEARCHES_LISTED_MAX = 50

type Names = Pick<MatchingDependencies, 'channels'>

function nameOf(deps: Names): (platform: string) => string {
  return (platform) => namePlatform(deps.channels, platform)
}

async function describe(
  tx: Tx,
  deps: Names,
  organizationId: string,
  searches: readonly SearchRow[],
): Promise<Search[]> {
  const legs = await selectLegs(
    tx,
    organizationId,
    searches.map((search) => search.id),
  )
  const described = []
  for (const search of searches) {
    const own = legs.filter((leg) => leg.search_id === search.id)
    const counts = isOpen(search.state) ? await countCandidates(tx, search) : null
    described.push(presentSearch(search, { legs: own, counts, displayName: nameOf(deps) }))
  }
  return described
}

/** One search with its channels, as the API shows it; the search must exist. */
export async function describeSearch(tx: Tx, deps: Names, organizationId: string, searchId: string): Promise<Search> {
  const search = await lockSearch(tx, organizationId, searchId)
  if (!search) throw new Error(`Search ${searchId} is gone`)
  const [described] = await describe(tx, deps, organizationId, [search])
  if (!described) throw new Error(`Search ${searchId} could not be described`)
  return described
}

export async function listSearches(tx: Tx, deps: Names, organizationId: string, projectId: string): Promise<Search[]> {
  return describe(
    tx,
    deps,
    organizationId,
    await selectSearches(tx, organizationId, { projectId, limit: SEARCHES_LISTED_MAX }),
  )
}

/** A signal's newest searches, each with the words it goes by. */
export async function listSearchesOf(
  tx: Tx,
  deps: Names,
  organizationId: string,
  ids: { projectId: string; signalId: string },
): Promise<SignalSearch[]> {
  const rows = await selectSearches(tx, organizationId, { ...ids, limit: SEARCHES_LISTED_MAX })
  const described = await describe(tx, deps, organizationId, rows)
  return rows.flatMap(({ id, intentSignal, revision }) => {
    const search = described.find((one) => one.id === id)
    return search ? [{ ...search, intent_signal: intentSignal, revision }] : []
  })
}

/** The newest search of each signal, by signal id. */
export async function lastSearches(
  tx: Tx,
  deps: Names,
  organizationId: string,
  signalIds: readonly string[],
): Promise<Map<string, Search>> {
  const rows = [...(await selectLastSearches(tx, organizationId, signalIds)).values()]
  return new Map((await describe(tx, deps, organizationId, rows)).map((search) => [search.intent_signal_id, search]))
}
