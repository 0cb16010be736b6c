import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startAppStoreDouble } from '@leadlight/testing/doubles/app-store-double'
import { createAppStore } from './app-store.ts'

describeChannel('the App Store', {
  deepest: 500,
  faults: {
    useless: {
      fault: { kind: 'body', body: '{"feed":{"entry":[{"id":7},null,"x"]}}' },
      kind: 'changed',
      retry: false,
    },
  },
  async open(options) {
    const double = await startAppStoreDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      source: { externalId: double.app },
      create: ({ operator: fetch }) => createAppStore({ storeUrl: double.storeUrl, fetch, clock: options.clock }),
    })
  },
})
