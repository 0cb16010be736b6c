import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { asOnHackerNews, startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
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
