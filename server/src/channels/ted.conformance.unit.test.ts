import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startTedDouble } from '@leadlight/testing/doubles/ted-double'
import { createTed } from './ted.ts'

describeChannel('TED', {
  tickMs: 86_400_000,
  faults: {
    ownRefusal: {
      fault: { kind: 'status', status: 400, body: '{"message":"Query syntax error"}' },
      kind: 'refused',
      retry: false,
    },
    unfinished: {
      fault: { kind: 'body', body: '{"notices":[],"totalNoticeCount":null,"timedOut":true}' },
      kind: 'unreachable',
      retry: true,
    },
    useless: {
      fault: { kind: 'body', body: '{"notices":[{"publication-number":7},null,"x"],"totalNoticeCount":3}' },
      kind: 'changed',
      retry: false,
    },
  },
  async open(options) {
    const double = await startTedDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => createTed({ apiUrl: double.apiUrl, fetch, clock: options.clock }),
    })
  },
})
