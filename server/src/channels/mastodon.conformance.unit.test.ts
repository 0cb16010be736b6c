import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startMastodonDouble } from '../testing/doubles/mastodon-double.ts'
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
