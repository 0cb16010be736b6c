import { describeChannel } from '../testing/channel-conformance.ts'
import { openChannelFixture } from '../testing/channel-fixtures.ts'
import { startLemmyDouble } from '../testing/doubles/lemmy-double.ts'
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
