import { describeChannel } from '../testing/channel-conformance.ts'
import { openStand } from '../testing/channel-stands.ts'
import { startDevDouble } from '../testing/doubles/dev-double.ts'
import { createDev } from './dev.ts'

describeChannel('DEV', {
  faults: {
    useless: { fault: { kind: 'body', body: '[{"id":7},null,"x"]' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startDevDouble({ posts: options.posts })
    return openStand(double, options, {
      create: ({ operator: fetch }) => createDev({ apiUrl: double.apiUrl, fetch, clock: options.clock }),
    })
  },
})
