import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startStackExchangeDouble } from '@leadlight/testing/doubles/stack-exchange-double'
import { STACK_EXCHANGE_SITES } from './stack-exchange-sites.ts'
import { createStackExchange } from './stack-exchange.ts'

describeChannel('Stack Exchange', {
  async open(options) {
    const double = await startStackExchangeDouble({ posts: options.posts, quota: 1_000_000 })
    const { apiUrl } = double
    return openChannelFixture(double, options, {
      source: { externalId: 'stackoverflow' },
      create: ({ operator: fetch }) =>
        createStackExchange({ apiUrl, key: 'test', sites: STACK_EXCHANGE_SITES, fetch, clock: options.clock }),
    })
  },
})
