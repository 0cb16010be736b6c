import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startLemmyDouble } from '@leadlight/testing/doubles/lemmy-double'
import { createLemmy } from './lemmy.ts'

const limited = '{"error":"rate_limit_error"}'

describeChannel('Lemmy', {
  faults: {
    ownLimit: { fault: { kind: 'status', status: 400, body: limited }, kind: 'rate_limited', retry: true },
    useless: { fault: { kind: 'body', body: '{"posts":[{"id":7},null,"x"]}' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startLemmyDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      source: { externalId: double.instanceUrl },
      create: ({ guarded: fetch }) => createLemmy({ fetch, clock: options.clock }),
    })
  },
})
