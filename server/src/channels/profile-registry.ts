import type { Clock } from '../platform/clock.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createBlueskyProfiles } from './bluesky-profile.ts'
import { createGithubProfiles } from './github-profile.ts'
import { createHackerNewsProfiles } from './hacker-news-profile.ts'
import { createMastodonProfiles } from './mastodon-profile.ts'
import type { ProfileSource } from './profile-source.ts'
import { createStackExchangeProfiles } from './stack-exchange-profile.ts'

export interface ProfileSourcesOptions {
  hackerNews: { itemsUrl: string }
  stackExchange: { apiUrl: string; key?: string | undefined }
  github: { apiUrl: string; token?: string | undefined }
  bluesky: { publicUrl: string }
  outbound: Pick<Outbound, 'operator' | 'guarded'>
  clock: Clock
}

/**
 * The platforms whose public profiles are read. Their terms allow reading single profiles on request, within their
 * limits.
 */
export function createProfileSources(options: ProfileSourcesOptions): readonly ProfileSource[] {
  const { hackerNews, stackExchange, github, bluesky, outbound, clock } = options
  return [
    createHackerNewsProfiles({ ...hackerNews, fetch: outbound.operator, clock }),
    createStackExchangeProfiles({ ...stackExchange, fetch: outbound.operator, clock }),
    createGithubProfiles({ ...github, fetch: outbound.operator, clock }),
    createBlueskyProfiles({ ...bluesky, fetch: outbound.operator, clock }),
    createMastodonProfiles({ fetch: outbound.guarded, clock }),
  ]
}
