import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startStackExchangeDouble } from '../testing/doubles/stack-exchange-double.ts'
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
