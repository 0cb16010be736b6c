import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startBlueskyDouble } from '@leadlight/testing/doubles/bluesky-double'
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
