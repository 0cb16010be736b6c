import type { CoverageEntry, Source } from '@leadlight/contract/sources'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import type { SourceDependencies } from './add-feed.ts'
import { selectCoverage, selectLastCoverage, type CoverageRow } from './coverage-store.ts'
import { selectFeeds } from './feed-store.ts'

const COVERAGE_LISTED_MAX = 200

/** Where the project listens, platforms first, with the health that the last look at each shows. */
export function listSources(deps: SourceDependencies, actor: Actor, projectId: string): Promise<Source[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const looks = await selectLastCoverage(tx, actor.organizationId, projectId)
    const feeds = await selectFeeds(tx, actor.organizationId, projectId)
    const lookAt = (platform: string, source: string) =>
      looks.find((look) => look.platform === platform && look.source === source)
    const platforms = deps.places
      .filter((place) => place.reading !== 'feed')
      .flatMap(({ platform, sources }) =>
        (sources ?? ['']).map((source) => {
          const { displayName = platform } = deps.channels.find((channel) => channel.platform === platform) ?? {}
          const name = source === '' ? displayName : `${displayName}: ${source}`
          return present({ id: null, platform, name, url: null }, lookAt(platform, source))
        }),
      )
    const read = feeds.map((feed) =>
      present({ id: feed.id, platform: 'feed', name: feed.title, url: feed.url }, lookAt('feed', feed.url)),
    )
    return [...platforms, ...read]
  })
}

function present(source: Pick<Source, 'id' | 'platform' | 'name' | 'url'>, look: CoverageRow | undefined): Source {
  return {
    ...source,
    health: look ? (look.error === null ? 'working' : 'failing') : 'new',
    error: look?.error ?? null,
    last_polled_at: look?.polledAt.toISOString() ?? null,
    last_seen: look?.seen ?? null,
    next_try_at: look?.nextTryAt?.toISOString() ?? null,
  }
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
