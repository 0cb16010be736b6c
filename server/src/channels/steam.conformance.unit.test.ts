import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startSteamDouble } from '@leadlight/testing/doubles/steam-double'
import { createSteam } from './steam.ts'

describeChannel('Steam', {
  faults: {
    useless: {
      fault: { kind: 'body', body: '{"success":1,"reviews":[{"recommendationid":7},null,"x"],"cursor":"a"}' },
      kind: 'changed',
      retry: false,
    },
    // As for an app that there is not.
    unknown: { fault: { kind: 'body', body: '{"success":2}' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startSteamDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      source: { externalId: double.app },
      create: ({ operator: fetch }) => createSteam({ storeUrl: double.storeUrl, fetch, clock: options.clock }),
    })
  },
})
