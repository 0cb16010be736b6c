import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { asOnHackerNews, startHackerNewsDouble } from '../testing/doubles/hacker-news-double.ts'
import { createHackerNews } from './hacker-news.ts'

describeChannel('Hacker News', {
  shape: asOnHackerNews,
  async open(options) {
    const double = await startHackerNewsDouble({ posts: options.posts, clock: options.clock })
    return openChannelFixture(double, options, {
      create: (outbound) => createHackerNews({ ...double, fetch: outbound.operator, clock: options.clock }),
    })
  },
})
