import { toMillicredits } from '@leadlight/domain/credits'
import type { Embedder } from '../ai/embedder.ts'
import type { Place } from '../channels/places.ts'
import { createChannels } from '../channels/registry.ts'
import { STACK_EXCHANGE_SITES, type StackExchangeSite } from '../channels/stack-exchange-sites.ts'
import type { Config } from '../platform/config.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createJudge } from './judge.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** A few hundred results a question keep a search of both within GitHub's 30 questions a minute. */
const GITHUB: Place = { platform: 'github', sources: ['issues', 'discussions'], reading: 'search', postsMax: 300 }
const BLUESKY: Place = { platform: 'bluesky', sources: null, reading: 'search' }

type Given = Pick<MatchingDependencies, 'db' | 'jobs' | 'clock' | 'newId' | 'log' | 'ledger' | 'checkpoint'>

interface MatchingOptions extends Given {
  config: Config
  outbound: Outbound
  embedder: Embedder
}

/** The matching of an installation, with every channel that is set up and the local judge. */
export function createMatching({ config, outbound, embedder, ...given }: MatchingOptions): MatchingDependencies {
  const { hackerNews, stackExchange, github, bluesky } = config.channels
  const sites = stackExchange.sites.map(siteOf)
  const channels = createChannels({
    hackerNews,
    stackExchange: { ...stackExchange, sites },
    github,
    bluesky,
    outbound,
    clock: given.clock,
  })
  const places: Place[] = [
    { platform: 'hacker_news', sources: null, reading: 'sweep' },
    { platform: 'stack_exchange', sources: sites.map((site) => site.name), reading: 'search' },
    // Those that ask for a key are searched where the installation has one.
    ...(github.token === undefined ? [] : [GITHUB]),
    ...(bluesky.key === undefined ? [] : [BLUESKY]),
    { platform: 'feed', sources: [], reading: 'feed' },
  ]
  return {
    ...given,
    channels,
    places,
    embedder,
    judge: createJudge({ embedder }),
    judgedPostPrice: toMillicredits(config.billing.judgedPostPrice),
  }
}

function siteOf(name: string): StackExchangeSite {
  const known = STACK_EXCHANGE_SITES.find((site) => site.name === name)
  return known ?? { name, displayName: name, host: `${name}.stackexchange.com` }
}
