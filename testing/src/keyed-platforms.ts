import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './doubles/corpus.ts'
import type { Double } from './doubles/double-server.ts'
import { startProductHuntDouble } from './doubles/product-hunt-double.ts'
import { startRedditDouble } from './doubles/reddit-double.ts'
import { startXDouble } from './doubles/x-double.ts'
import { startYoutubeDouble } from './doubles/youtube-double.ts'

/** The platforms that need a project's own key, except Reddit's feeds. */
export const KEYED = ['reddit', 'x', 'product_hunt', 'youtube'] as const
export type Keyed = (typeof KEYED)[number]

export interface KeyedPlatforms {
  doubles: ReadonlyMap<Keyed, Double>
  keys: ReadonlyMap<Keyed, Readonly<Record<string, string>>>
  /** The source a project adds for each, as somebody types it; none where the platform has only one. */
  sources: ReadonlyMap<Keyed, string>
  environment: Record<string, string>
}

interface KeyedOptions {
  posts: ReadonlyMap<string, readonly CorpusPost[]>
  clock: Clock
  onHang?: () => void
}

/** A double of each keyed platform with posts of its own. */
export async function startKeyedPlatforms({ posts, clock, onHang }: KeyedOptions): Promise<KeyedPlatforms> {
  const options = (platform: Keyed) => ({ posts: posts.get(platform) ?? [], clock, ...(onHang && { onHang }) })
  const reddit = await startRedditDouble({ ...options('reddit'), entriesMax: 1_000 })
  const x = await startXDouble(options('x'))
  const productHunt = await startProductHuntDouble(options('product_hunt'))
  const youtube = await startYoutubeDouble(options('youtube'))
  return {
    doubles: new Map<Keyed, Double>([
      ['reddit', reddit],
      ['x', x],
      ['product_hunt', productHunt],
      ['youtube', youtube],
    ]),
    keys: new Map<Keyed, Readonly<Record<string, string>>>([
      ['reddit', reddit.key],
      ['x', x.key],
      ['product_hunt', productHunt.key],
      ['youtube', youtube.key],
    ]),
    sources: new Map<Keyed, string>([
      ['reddit', 'r/made_up'],
      ['youtube', youtube.handle],
    ]),
    environment: {
      REDDIT_API_URL: reddit.apiUrl,
      REDDIT_SITE_URL: reddit.siteUrl,
      X_API_URL: x.apiUrl,
      PRODUCT_HUNT_API_URL: productHunt.apiUrl,
      YOUTUBE_API_URL: youtube.apiUrl,
    },
  }
}
