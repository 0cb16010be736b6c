import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startSamGovDouble } from '@leadlight/testing/doubles/sam-gov-double'
import { createSamGov } from './sam-gov.ts'

describeChannel('SAM.gov', {
  tickMs: 86_400_000,
  faults: {
    unauthorized: { fault: { kind: 'status', status: 401 }, kind: 'key_refused', retry: false },
    ownKey: {
      fault: { kind: 'status', status: 403, body: '{"error":{"code":"API_KEY_INVALID"}}' },
      kind: 'key_refused',
      retry: false,
    },
    ownLimit: {
      fault: {
        kind: 'status',
        status: 429,
        body: '{"code":"900804","message":"Message throttled out","nextAccessTime":"2026-Nov-22 00:00:00+0000 UTC"}',
      },
      kind: 'rate_limited',
      retry: true,
    },
    useless: {
      fault: { kind: 'body', body: '{"totalRecords":3,"opportunitiesData":[{"noticeId":7},null,"x"]}' },
      kind: 'changed',
      retry: false,
    },
  },
  async open(options) {
    const double = await startSamGovDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => {
        const channel = createSamGov({ apiUrl: double.apiUrl, fetch, clock: options.clock })
        return { ...channel, search: (request) => channel.search({ ...request, key: double.key }) }
      },
    })
  },
})
