import { planBrief } from '@leadlight/engine/plan/brief'
import { namePlatform } from '../../channels/name-platform.ts'
import type { Tx } from '../../platform/db.ts'
import { projectSources } from '../sources/project-sources.ts'
import type { LegRow } from './leg-store.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { reachTargets } from './reach-targets.ts'
import type { SearchRow } from './search-store.ts'

type Dependencies = Pick<MatchingDependencies, 'channels' | 'platformSources'>

/**
 * What a search for names did not ask, though it is meant to ask for all: questions beyond the pages that a platform or
 * the search has, and pages that were not read. Null where it asked all; a platform that fails says so itself.
 */
export async function sayUnasked(
  tx: Tx,
  deps: Dependencies,
  search: SearchRow,
  legs: readonly LegRow[],
): Promise<string | null> {
  if (search.kind !== 'name' || search.over !== 'channels') return null
  const questions = planBrief(search).searchQueries.length
  const targets = reachTargets(deps.channels, await projectSources(tx, deps.platformSources, search))
  const said = [...new Set(targets.map(({ platform }) => platform))].flatMap((platform) => {
    const own = legs.filter((leg) => leg.platform === platform)
    if (own.some(({ state }) => state === 'failed')) return []
    const name = namePlatform(deps.channels, platform)
    const searched = targets.filter((target) => target.platform === platform && target.takes !== 'listing')
    const most = questions * searched.length
    const asked = own.filter(({ origin }) => origin === 'own').length
    if (asked < most) return [`${name} was asked ${asked} of ${most} questions.`]
    return own.some(({ state }) => state === 'running') ? [`${name} has more posts than were read.`] : []
  })
  if (said.length === 0) return null
  return `${said.join(' ')} Watch fewer names in one expression, or search fewer days, to read all.`
}
