import { planBrief } from '@leadlight/engine/plan/brief'
import { chooseSearch } from '@leadlight/engine/reach/choose-search'
import type { AskedSearch, ReachSearch, SearchOrigin } from '@leadlight/engine/reach/reach'
import { readSearchText } from '@leadlight/engine/reach/search-text'
import type { Tx } from '../../platform/db.ts'
import { projectSources } from '../sources/project-sources.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { reachTargets } from './reach-targets.ts'
import type { LegRow, NewLeg } from './leg-store.ts'
import type { SearchRow } from './search-store.ts'
import type { SeenPosts } from './seen-posts.ts'
import { writeQuestion } from './write-question.ts'

/** Far more than the pages of a search bring. */
const POSTS_MAX = 100_000

export type Question = { kind: 'page'; leg: LegRow } | { kind: 'new'; leg: NewLeg }

/**
 * What the search asks next: the next page of a question, or a new one; null where nothing more is worth a page. It
 * follows from the database alone, so whoever takes the search over asks the same.
 */
export async function nextQuestion(
  tx: Tx,
  deps: Pick<MatchingDependencies, 'channels' | 'platformSources'>,
  { search, legs, seen }: { search: SearchRow; legs: readonly LegRow[]; seen: SeenPosts },
): Promise<Question | null> {
  // Without its first page a question has brought nothing yet, which would speak against asking it.
  const unanswered = legs.find(({ state, attempts, pages }) => state === 'running' && (attempts > 0 || pages === 0))
  if (unanswered) return { kind: 'page', leg: unanswered }
  // Names are asked for as a user's own queries are: all of them, everywhere, to the last page. What their posts have
  // in common is no name.
  const isNamed = search.kind === 'name'
  const plan = planBrief(search)
  const { searches } = search.planEdits
  const platformSources = await projectSources(tx, deps.platformSources, search)
  const choice = chooseSearch({
    targets: reachTargets(deps.channels, platformSources),
    own: isNamed ? plan.searchQueries : searches.added,
    starting: isNamed ? [] : plan.searchQueries.filter((words) => !searches.added.includes(words)),
    unwanted: searches.removed,
    asked: legs.map(toAsked),
    ...(isNamed ? { seen: [], best: [], readsAll: true } : await seen.read(tx, search)),
  })
  if (choice === null) return null
  if (choice.kind === 'ask') {
    const { platform: asked, source } = choice.search
    const own = platformSources.filter(({ platform }) => platform === asked)
    const place =
      own.find(({ sources }) => (sources === null ? source === null : source !== null && sources.includes(source))) ??
      own[0]
    return { kind: 'new', leg: toLeg(choice.search, choice.origin, place?.postsMax ?? POSTS_MAX) }
  }
  const leg = legs.find(({ position }) => position === choice.position)
  return leg ? { kind: 'page', leg } : null
}

function toAsked(leg: LegRow): AskedSearch {
  const { query } = leg
  return {
    position: leg.position,
    platform: leg.platform,
    source: leg.source,
    words: writeQuestion(query),
    inTitle: query.inTitle === true,
    origin: leg.origin,
    pages: leg.pages,
    posts: leg.seen,
    state: leg.state === 'failed' ? 'failed' : leg.state === 'running' ? 'open' : 'over',
    isCut: leg.is_cut,
  }
}

function toLeg({ platform, source, words, inTitle }: ReachSearch, origin: SearchOrigin, postsMax: number): NewLeg {
  const query = { ...readSearchText(words), exclude: [], ...(inTitle && { inTitle }), text: words, postsMax }
  return { platform, source, origin, query }
}
