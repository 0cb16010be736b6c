import { describeChannel, FEED_FAULTS } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startFeedsDouble } from '../testing/doubles/feeds-double.ts'
import { createFeeds } from './feeds.ts'

for (const format of ['rss', 'atom', 'rdf', 'json'] as const) {
  describeChannel(`a feed as ${format}`, {
    faults: FEED_FAULTS,
    async open(options) {
      const double = await startFeedsDouble({ posts: options.posts, entriesMax: Infinity })
      return openChannelFixture(double, options, {
        source: { externalId: double.feedUrl(format) },
        create: ({ guarded: fetch }) => createFeeds({ fetch, clock: options.clock }),
      })
    },
  })
}
