import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startMastodonDouble } from '@leadlight/testing/doubles/mastodon-double'
import { createMastodon } from './mastodon.ts'

describeChannel('Mastodon', {
  faults: {
    useless: { fault: { kind: 'body', body: '[{"id":7},null,"x"]' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startMastodonDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      source: { externalId: `${double.instanceUrl}#madeup` },
      create: ({ guarded: fetch }) => createMastodon({ fetch, clock: options.clock }),
    })
  },
})
