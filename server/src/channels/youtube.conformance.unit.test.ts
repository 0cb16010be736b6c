import { describeChannel } from '@leadlight/testing/channel-conformance'
import type { FaultCase } from '@leadlight/testing/channel-faults'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startYoutubeDouble } from '@leadlight/testing/doubles/youtube-double'
import { createYoutube } from './youtube.ts'

function refusal(status: number, reason: string, kind: FaultCase['kind']): FaultCase {
  const body = JSON.stringify({ error: { code: status, message: 'No.', errors: [{ domain: 'youtube', reason }] } })
  return { fault: { kind: 'status', status, body }, kind, retry: kind === 'rate_limited' }
}

describeChannel('YouTube', {
  faults: {
    quota: refusal(403, 'quotaExceeded', 'rate_limited'),
    tooFast: refusal(403, 'rateLimitExceeded', 'rate_limited'),
    commentsOff: refusal(403, 'commentsDisabled', 'refused'),
    unknownReason: refusal(403, 'forbidden', 'refused'),
    wrongKey: refusal(400, 'keyInvalid', 'key_refused'),
  },
  async open(options) {
    const double = await startYoutubeDouble({ posts: options.posts, videos: 3 })
    return openChannelFixture(double, options, {
      source: { externalId: double.channelId },
      create: ({ operator: fetch }) => {
        const channel = createYoutube({ apiUrl: double.apiUrl, fetch, clock: options.clock })
        return { ...channel, search: (request) => channel.search({ ...request, key: double.key }) }
      },
    })
  },
})
