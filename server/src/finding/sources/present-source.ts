import type { Source } from '@leadlight/contract/sources'
import type { CommunityRow } from './community-store.ts'
import type { CoverageRow } from './coverage-store.ts'

/** Platforms whose names are paths on their own site. */
const BELOW: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    dev: 'https://dev.to/t/',
    github: 'https://github.com/',
    reddit: 'https://www.reddit.com/r/',
    product_hunt: 'https://www.producthunt.com/topics/',
    youtube: 'https://www.youtube.com/channel/',
    steam: 'https://store.steampowered.com/app/',
    wordpress: 'https://wordpress.org/support/plugin/',
  }),
)

/** What health is derived from: the last fetch, of a search or of monitoring. */
export type LastRequest = Pick<CoverageRow, 'platform' | 'source' | 'error' | 'polledAt' | 'seen' | 'nextTryAt'>

type Named = Pick<Source, 'id' | 'kind' | 'platform' | 'platform_name' | 'name' | 'url' | 'on'>

/** A source with the health that its last fetch shows. */
export function presentSource(source: Named, lastRequest: LastRequest | undefined): Source {
  return {
    ...source,
    health: lastRequest ? (lastRequest.error === null ? 'working' : 'failing') : 'new',
    error: lastRequest?.error ?? null,
    last_polled_at: lastRequest?.polledAt.toISOString() ?? null,
    last_seen: lastRequest?.seen ?? null,
    next_try_at: lastRequest?.nextTryAt?.toISOString() ?? null,
  }
}

export function presentCommunity(
  { id, platform, externalId, displayName }: CommunityRow,
  { platformName, on, lastRequest }: { platformName: string; on: boolean; lastRequest?: LastRequest | undefined },
): Source {
  const url = addressOf(platform, externalId)
  const named = { id, kind: 'community' as const, platform, platform_name: platformName, name: displayName, url }
  return presentSource({ ...named, on }, lastRequest)
}

/** Its public address. */
function addressOf(platform: string, externalId: string): string | null {
  if (/^https?:/.test(externalId)) return externalId.replace('#', '/tags/')
  if (platform === 'app_store') return `https://apps.apple.com/${externalId.replace('/', '/app/id')}`
  const above = BELOW.get(platform)
  return above === undefined ? null : `${above}${externalId}`
}
