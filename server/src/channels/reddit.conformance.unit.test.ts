import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startRedditDouble } from '@leadlight/testing/doubles/reddit-double'
import { createReddit } from './reddit.ts'

const useless = '{"kind":"Listing","data":{"after":null,"children":[{"kind":"t3","data":{"id":7}},{"data":null}]}}'

describeChannel('Reddit', {
  deepest: 1_000,
  // The first request is for a token; a malformed body fails there as in any other answer.
  faults: {
    useless: { fault: { kind: 'body', body: useless }, kind: 'changed', retry: false },
    unauthorized: { fault: { kind: 'status', status: 401 }, kind: 'key_refused', retry: false },
  },
  async open(options) {
    const double = await startRedditDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => {
        const channel = createReddit({ ...double, fetch, clock: options.clock })
        return { ...channel, search: (request) => channel.search({ ...request, key: double.key }) }
      },
    })
  },
})
