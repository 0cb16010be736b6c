import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startWordpressDouble } from '@leadlight/testing/doubles/wordpress-double'
import { createWordpress } from './wordpress.ts'

describeChannel('WordPress.org', {
  async open(options) {
    const double = await startWordpressDouble({ posts: options.posts, entriesMax: Infinity })
    return openChannelFixture(double, options, {
      source: { externalId: double.plugin },
      create: ({ operator: fetch }) => createWordpress({ siteUrl: double.siteUrl, fetch, clock: options.clock }),
    })
  },
})
