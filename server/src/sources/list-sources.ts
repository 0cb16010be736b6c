import type { CoverageEntry, Source } from '@leadlight/contract/sources'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { selectCommunities } from './community-store.ts'
import { selectCoverage, selectLastCoverage } from './coverage-store.ts'
import { selectFeeds } from './feed-store.ts'
import { presentCommunity, presentSource } from './present-source.ts'
import { usablePlaces } from './project-places.ts'
import type { SourceDependencies } from './source-dependencies.ts'

const COVERAGE_LISTED_MAX = 200

/** Where the project listens: platforms that are on first, then feeds, then communities, with the health of the last look at each. */
export function listSources(deps: SourceDependencies, actor: Actor, projectId: string): Promise<Source[]> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const places = await usablePlaces(tx, deps.places, { organizationId, projectId })
    const looks = await selectLastCoverage(tx, organizationId, projectId)
    const feeds = await selectFeeds(tx, organizationId, projectId)
    const communities = await selectCommunities(tx, organizationId, projectId)
    const lookAt = (platform: string, source: string) =>
      looks.find((look) => look.platform === platform && look.source === source)
    const nameOf = (platform: string) =>
      deps.channels.find((channel) => channel.platform === platform)?.displayName ?? platform
    const isOn = (platform: string) => places.some((place) => place.platform === platform)
    const platforms = places.flatMap(({ platform, sources }) =>
      (sources ?? ['']).map((source) => {
        const platformName = nameOf(platform)
        const name = source === '' ? platformName : `${platformName}: ${source}`
        const named = { id: null, kind: 'built_in' as const, platform, platform_name: platformName, name, url: null }
        return presentSource({ ...named, on: true }, lookAt(platform, source))
      }),
    )
    const read = feeds.map(({ id, title, url }) => {
      const kind = 'feed' as const
      const named = { id, kind, platform: 'feed', platform_name: nameOf('feed'), name: title, url, on: true }
      return presentSource(named, lookAt('feed', url))
    })
    const listened = communities.map((community) =>
      presentCommunity(community, {
        platformName: nameOf(community.platform),
        on: isOn(community.platform),
        look: lookAt(community.platform, community.externalId),
      }),
    )
    return [...platforms, ...read, ...listened]
  })
}

/** The coverage ledger of a project, newest look first. */
export function listCoverage(deps: SourceDependencies, actor: Actor, projectId: string): Promise<CoverageEntry[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const looks = await selectCoverage(tx, actor.organizationId, { projectId, limit: COVERAGE_LISTED_MAX })
    return looks.map((look) => ({
      platform: look.platform,
      source: look.source,
      query: look.query,
      window_from: look.windowFrom.toISOString(),
      window_to: look.windowTo.toISOString(),
      seen: look.seen,
      kept: look.kept,
      gap: look.gap,
      error: look.error,
      next_try_at: look.nextTryAt?.toISOString() ?? null,
      polled_at: look.polledAt.toISOString(),
    }))
  })
}
