import { describeChannel } from '@leadlight/testing/channel-conformance'
import { FEED_FAULTS } from '@leadlight/testing/channel-faults'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startFeedsDouble } from '@leadlight/testing/doubles/feeds-double'
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
