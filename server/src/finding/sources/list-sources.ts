import type { CoverageEntry, CoverageGap, Source } from '@leadlight/contract/sources'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectCommunities } from './community-store.ts'
import { selectCoverage, selectLastCoverage } from './coverage-store.ts'
import { selectFeeds } from './feed-store.ts'
import { presentCommunity, presentSource, type LastRequest } from './present-source.ts'
import { usableSources } from './project-sources.ts'
import type { SourceDependencies } from './source-dependencies.ts'
import type { SourceHooks } from './source-hooks.ts'
import { namePlatform } from '../../channels/name-platform.ts'

export type ListingDependencies = SourceDependencies & SourceHooks

const COVERAGE_LISTED_MAX = 200

/**
 * Where the project listens: platforms that are on, then feeds, then communities, with the health of each one's last
 * fetch.
 */
export function listSources(deps: ListingDependencies, actor: Actor, projectId: string): Promise<Source[]> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const platformSources = await usableSources(tx, deps.platformSources, { organizationId, projectId })
    const looks = await selectLastCoverage(tx, organizationId, projectId)
    const feeds = await selectFeeds(tx, organizationId, projectId)
    const communities = await selectCommunities(tx, organizationId, projectId)
    const watched = await deps.findWatched(tx, organizationId, projectId)
    const lookAt = (platform: string, source: string) =>
      lastLook(looks.filter(isAt(platform, source)), watched.filter(isAt(platform, source)))
    const isOn = (platform: string) => platformSources.some((place) => place.platform === platform)
    // A platform the project has no key to search may still be streamed.
    const heard = watched.filter(({ platform, source }) => source === '' && !isOn(platform))
    const asked = [...platformSources, ...heard.map(({ platform }) => ({ platform, sources: null }))]
    const platforms = asked.flatMap(({ platform, sources }) =>
      (sources ?? ['']).map((source) => {
        const platformName = namePlatform(deps.channels, platform)
        const name = source === '' ? platformName : `${platformName}: ${source}`
        const named = { id: null, kind: 'built_in' as const, platform, platform_name: platformName, name, url: null }
        return presentSource({ ...named, on: true }, lookAt(platform, source))
      }),
    )
    const read = feeds.map(({ id, title, url }) => {
      const kind = 'feed' as const
      const named = {
        id,
        kind,
        platform: 'feed',
        platform_name: namePlatform(deps.channels, 'feed'),
        name: title,
        url,
        on: true,
      }
      return presentSource(named, lookAt('feed', url))
    })
    const listened = communities.map((community) =>
      presentCommunity(community, {
        platformName: namePlatform(deps.channels, community.platform),
        on: isOn(community.platform),
        lastRequest: lookAt(community.platform, community.externalId),
      }),
    )
    return [...platforms, ...read, ...listened]
  })
}

/** The project's coverage ledger, newest fetch first. */
export function listCoverage(deps: ListingDependencies, actor: Actor, projectId: string): Promise<CoverageEntry[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const looks = await selectCoverage(tx, actor.organizationId, { projectId, limit: COVERAGE_LISTED_MAX })
    const watched = await deps.listPolls(tx, actor.organizationId, { projectId, limit: COVERAGE_LISTED_MAX })
    const searched = looks.map((look) => ({
      platform: look.platform,
      source: look.source,
      query: look.query,
      window_from: look.windowFrom.toISOString(),
      window_to: look.windowTo.toISOString(),
      seen: look.seen,
      kept: look.kept,
      let_go: 0,
      gap: look.gap,
      error: look.error,
      next_try_at: look.nextTryAt?.toISOString() ?? null,
      polled_at: look.polledAt.toISOString(),
    }))
    return [...searched, ...watched]
      .toSorted((a, b) => (a.polled_at < b.polled_at ? 1 : -1))
      .slice(0, COVERAGE_LISTED_MAX)
  })
}

/** When monitoring was blind to a source of the project, and whether that was recovered; newest first. */
export function listGaps(deps: ListingDependencies, actor: Actor, projectId: string): Promise<CoverageGap[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const gaps = await deps.listGapsOf(tx, actor.organizationId, projectId)
    return gaps.map((gap) => ({ ...gap, platform_name: namePlatform(deps.channels, gap.platform) }))
  })
}

function isAt(platform: string, source: string) {
  return (look: LastRequest) => look.platform === platform && look.source === source
}

/** The newest fetch. Among a source's watches a failing one wins, so that the others do not hide it. */
function lastLook(searched: readonly LastRequest[], watched: readonly LastRequest[]): LastRequest | undefined {
  const failing = watched.find(({ error }) => error !== null)
  const looks = failing ? [...searched, failing] : [...searched, ...watched]
  return looks.toSorted((a, b) => b.polledAt.getTime() - a.polledAt.getTime() || (a.error === null ? 1 : -1))[0]
}
