import type { AskedSearch, AskedSearches } from '@leadlight/contract/asked-searches'
import { can, type Role } from '@leadlight/domain/roles'
import { errorFor } from '../../core/events/search-for.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findSourceNames } from '../sources/name-sources.ts'
import { selectAskedSearches, type AskedRow, type AskingSearch } from './asked-search-store.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { writeQuestion } from './write-question.ts'
import { namePlatform } from '../../channels/name-platform.ts'

/** More than a search ever asks: its pages are limited, and so are a project's sources. */
const LISTED_MAX = 1_000

type NamePlace = (row: AskedRow) => string | null

/** What the signal's newest search asked, platform by platform, as this actor may see it; null where there was none. */
export function readAskedSearches(
  { db, channels }: Pick<MatchingDependencies, 'db' | 'channels'>,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<AskedSearches | null> {
  const { organizationId, role } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: signalId } = await requireSignal(tx, actor, ids)
    const found = await selectAskedSearches(tx, { organizationId, signalId }, LISTED_MAX)
    if (!found) return null
    const nameOf = await findSourceNames(tx, organizationId, ids.projectId)
    const namePlace: NamePlace = ({ platform, source, origin }) => {
      // The address of a project's own source may be private.
      if (source === null || (origin !== 'community' && !can(role, 'source.read'))) return null
      return nameOf({ platform, source }) ?? (platform === 'reddit' ? `r/${source}` : source)
    }
    const { search, asked } = found
    const presented = asked.map((row) => ({
      platform: row.platform,
      search: present(row, search, { role, namePlace }),
    }))
    return {
      search_id: search.searchId,
      state: search.searchState,
      seen: search.searchSeen,
      judged: search.searchJudged,
      kept: search.searchKept,
      is_exact: isExact(search, asked),
      held: { posts: search.held, ...verdictsOf(search, { judged: search.heldJudged, kept: search.heldKept }) },
      channels: [...Map.groupBy(presented, ({ platform }) => platform)].map(([platform, own]) => ({
        platform,
        display_name: namePlatform(channels, platform),
        searches: own.map((one) => one.search),
      })),
    }
  })
}

function isExact(search: AskingSearch, asked: readonly AskedRow[]): boolean {
  const judged = asked.reduce((sum, row) => sum + row.judged, search.heldJudged)
  const kept = asked.reduce((sum, row) => sum + row.kept, search.heldKept)
  return search.isKnown && judged === search.searchJudged && kept === search.searchKept
}

function verdictsOf({ isKnown }: AskingSearch, { judged, kept }: { judged: number; kept: number }) {
  return isKnown ? { judged, kept } : { judged: null, kept: null }
}

function present(
  row: AskedRow,
  search: AskingSearch,
  { role, namePlace }: { role: Role; namePlace: NamePlace },
): AskedSearch {
  return {
    words: writeQuestion(row.query),
    in_title: row.query.inTitle === true,
    community: namePlace(row),
    why: row.origin,
    pages: row.pages,
    brought: row.brought,
    new: row.fresh,
    ...verdictsOf(search, row),
    hits: row.hits,
    state: row.state,
    error: errorFor(role, row.error),
  }
}
