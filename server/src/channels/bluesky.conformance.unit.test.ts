import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startBlueskyDouble } from '../testing/doubles/bluesky-double.ts'
import { createBluesky } from './bluesky.ts'

const limited = '{"error":"RateLimitExceeded","message":"Rate Limit Exceeded"}'

describeChannel('Bluesky', {
  faults: {
    ownLimit: { fault: { kind: 'status', status: 429, body: limited }, kind: 'rate_limited', retry: true },
  },
  async open(options) {
    const double = await startBlueskyDouble({ posts: options.posts })
    const { pdsUrl, key } = double
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => createBluesky({ pdsUrl, key, fetch, clock: options.clock }),
    })
  },
})
