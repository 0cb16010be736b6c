import { toMillicredits } from '@leadlight/domain/credits'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { installationSources } from '../../channels/installation-sources.ts'
import { createChannels } from '../../channels/registry.ts'
import { STACK_EXCHANGE_SITES, type StackExchangeSite } from '../../channels/stack-exchange-sites.ts'
import type { Config } from '../../platform/config.ts'
import type { Reader } from '../opinions/create-reader.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { createJudge } from '@leadlight/engine/judge/judge'
import type { MatchingDependencies } from './matching-dependencies.ts'

type Given = Pick<
  MatchingDependencies,
  'db' | 'jobs' | 'clock' | 'newId' | 'random' | 'log' | 'ledger' | 'vault' | 'checkpoint' | 'archive' | 'suppression'
>

interface MatchingOptions extends Given {
  config: Config
  outbound: Outbound
  embedder: Embedder
  reader?: Reader | undefined
}

/** Builds an installation's matching: its channels, the built-in judge, and the large model if one is configured. */
export function createMatching({
  config,
  outbound,
  embedder,
  reader,
  ...given
}: MatchingOptions): MatchingDependencies {
  const { stackExchange } = config.channels
  const sites = stackExchange.sites.map(siteOf)
  const channels = createChannels({
    ...config.channels,
    stackExchange: { ...stackExchange, sites },
    outbound,
    clock: given.clock,
  })
  return {
    ...given,
    channels,
    platformSources: installationSources(config.channels, sites),
    embedder,
    judge: createJudge({ embedder }),
    reader,
    judgedPostPrice: toMillicredits(config.billing.judgedPostPrice),
  }
}

function siteOf(name: string): StackExchangeSite {
  const known = STACK_EXCHANGE_SITES.find((site) => site.name === name)
  return known ?? { name, displayName: name, host: `${name}.stackexchange.com` }
}
