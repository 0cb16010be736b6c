import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startDevDouble } from '@leadlight/testing/doubles/dev-double'
import { createDev } from './dev.ts'

describeChannel('DEV', {
  faults: {
    useless: { fault: { kind: 'body', body: '[{"id":7},null,"x"]' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startDevDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => createDev({ apiUrl: double.apiUrl, fetch, clock: options.clock }),
    })
  },
})
