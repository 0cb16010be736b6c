import type { Config } from '../platform/config.ts'
import type { PlatformSources } from './platform-sources.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'

/** A few hundred results a question keep a search of both within GitHub's 30 questions a minute. */
const GITHUB: PlatformSources = {
  platform: 'github',
  sources: ['issues', 'discussions'],
  reading: 'search',
  postsMax: 300,
  own: 'names',
  // Thirty questions a minute, a third of them left to searches.
  pollsPerDay: 28_000,
}
const BLUESKY: PlatformSources = { platform: 'bluesky', sources: null, reading: 'search' }
/**
 * What a project reads with a key of its own. X is paid for by the post, and a search asks at most five questions there.
 * YouTube lets a key search a hundred times a day, and a search there is one of those for each question.
 */
const KEYED: readonly PlatformSources[] = [
  { platform: 'reddit', sources: null, reading: 'search', postsMax: 500, ownKey: 'required', isOffAtFirst: true },
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
    ownKey: 'required',
    isPaid: true,
    // Each question once an hour and a half at most, and only what is new since the last.
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
]
/**
 * What is listened to where a project adds it. A search reads one after the other, so each may take a minute or two: that is
 * a few thousand posts, or a few hundred of DEV's articles, each of which costs a request, and there are three a second.
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
]

/** What an installation asks on each platform, and how, as it is configured; with `sites` of Stack Exchange. */
export function installationSources(
  { stackExchange, github, bluesky }: Config['channels'],
  sites: readonly StackExchangeSite[],
): PlatformSources[] {
  return [
    { platform: 'hacker_news', sources: null, reading: 'sweep' },
    {
      platform: 'stack_exchange',
      sources: sites.map((site) => site.name),
      reading: 'search',
      isListed: true,
      // Of 300 requests a day without a key, and 10,000 with one, the rest is for searches.
      pollsPerDay: stackExchange.key === undefined ? 150 : 5_000,
    },
    // Those that ask for a key are searched where the installation has one, or the project.
    withInstallationKey(GITHUB, github.token !== undefined),
    withInstallationKey(BLUESKY, bluesky.key !== undefined),
    ...ADDED,
    ...KEYED.map((place) => ({ ...place, isPrivate: true })),
  ]
}

function withInstallationKey(place: PlatformSources, hasInstallationKey: boolean): PlatformSources {
  return { ...place, ownKey: hasInstallationKey ? 'optional' : 'required', hasInstallationKey }
}
