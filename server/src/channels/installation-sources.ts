import type { Config } from '../platform/config.ts'
import type { PlatformSources } from './platform-sources.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'

const GITHUB: PlatformSources = {
  platform: 'github',
  sources: ['issues', 'discussions'],
  reading: 'search',
  takesTitles: true,
  hasCommunities: true,
  // Two minutes of its thirty requests a minute, less what monitoring takes.
  pagesMax: 40,
  own: 'names',
  // Thirty requests a minute, a third of them left to searches.
  pollsPerDay: 28_000,
}
const BLUESKY: PlatformSources = { platform: 'bluesky', sources: null, reading: 'search' }
/** Whoever sells nothing to public buyers would pay to have their tenders judged. */
const TED: PlatformSources = {
  platform: 'ted',
  sources: null,
  reading: 'search',
  postsMax: 300,
  isOffAtFirst: true,
  // Notices come out once a day, in the morning.
  pollsPerDay: 2_000,
}
/**
 * What a project reads with its own key. X charges per post, so a search sends it at most five queries. YouTube allows
 * a key a hundred searches a day, and each query is one.
 */
const KEYED: readonly PlatformSources[] = [
  {
    platform: 'reddit',
    sources: null,
    reading: 'search',
    takesTitles: true,
    hasCommunities: true,
    ownKey: 'required',
    isOffAtFirst: true,
  },
  {
    platform: 'reddit',
    sources: [],
    reading: 'list',
    postsMax: 1_000,
    own: 'names',
    ownKey: 'optional',
    isOffAtFirst: true,
  },
  {
    platform: 'x',
    sources: null,
    reading: 'search',
    postsMax: 20,
    pagesMax: 5,
    ownKey: 'required',
    isPaid: true,
    // Each query runs every hour and a half at most, and only for posts newer than the last.
    pollsPerDay: 16,
    notice:
      'A search here reads at most 100 posts and costs up to 1.50 dollars, monitoring at most 320 a day and up to 4.80 dollars. Previews leave X out.',
  },
  { platform: 'product_hunt', sources: null, reading: 'list', postsMax: 400, ownKey: 'required' },
  { platform: 'product_hunt', sources: [], reading: 'list', postsMax: 400, own: 'names', ownKey: 'required' },
  {
    platform: 'youtube',
    sources: null,
    reading: 'search',
    postsMax: 300,
    pagesMax: 5,
    ownKey: 'required',
    isSlow: true,
    pollsPerDay: 50,
  },
  {
    platform: 'youtube',
    sources: [],
    reading: 'list',
    postsMax: 1_000,
    own: 'names',
    ownKey: 'required',
    isSlow: true,
  },
  {
    platform: 'sam_gov',
    sources: null,
    reading: 'search',
    postsMax: 300,
    // Of the ten requests that a key without a role has a day.
    pagesMax: 3,
    ownKey: 'required',
    pollsPerDay: 4,
    notice:
      'A key of somebody without a role there makes ten requests a day: a search takes up to three, monitoring four.',
  },
]
/**
 * What a project can add. A search reads sources one after the other, so each may take a minute or two. That is a few
 * thousand posts, or a few hundred of DEV's articles at one request each, three a second.
 */
const ADDED: readonly PlatformSources[] = [
  { platform: 'feed', sources: [], reading: 'list', own: 'addresses' },
  { platform: 'discourse', sources: [], reading: 'list', own: 'addresses', postsMax: 2_000 },
  { platform: 'lemmy', sources: [], reading: 'list', own: 'addresses', postsMax: 3_000 },
  {
    platform: 'mastodon',
    sources: [],
    reading: 'list',
    own: 'addresses',
    postsMax: 2_000,
    ownKey: 'optional',
    notice: 'Its servers and hashtags are added below.',
  },
  { platform: 'dev', sources: [], reading: 'list', own: 'names', postsMax: 300, isSlow: true },
  { platform: 'app_store', sources: [], reading: 'list', own: 'names', postsMax: 500 },
  { platform: 'wordpress', sources: [], reading: 'list', own: 'names' },
  { platform: 'steam', sources: [], reading: 'list', own: 'names', postsMax: 1_000 },
]

/** The places of an installation as configured; `sites` are Stack Exchange's. */
export function installationSources(
  { stackExchange, github, bluesky }: Config['channels'],
  sites: readonly StackExchangeSite[],
): PlatformSources[] {
  return [
    { platform: 'hacker_news', sources: null, reading: 'search', takesTitles: true, isListed: true },
    {
      platform: 'stack_exchange',
      sources: sites.map((site) => site.name),
      reading: 'search',
      takesTitles: true,
      isListed: true,
      // Without a key there are 300 requests a day for all searches, and monitoring.
      ...(stackExchange.key === undefined && { pagesMax: 12 }),
      // The rest of 300 requests a day without a key, or 10,000 with one, is left to searches.
      pollsPerDay: stackExchange.key === undefined ? 150 : 5_000,
    },
    // Those that need a key are searched where the installation or the project has one.
    withInstallationKey(GITHUB, github.token !== undefined),
    withInstallationKey(BLUESKY, bluesky.key !== undefined),
    TED,
    ...ADDED,
    ...KEYED.map((place) => ({ ...place, isPrivate: true })),
  ]
}

function withInstallationKey(place: PlatformSources, hasInstallationKey: boolean): PlatformSources {
  return { ...place, ownKey: hasInstallationKey ? 'optional' : 'required', hasInstallationKey }
}
