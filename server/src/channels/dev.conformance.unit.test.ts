import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startDevDouble } from '../testing/doubles/dev-double.ts'
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
