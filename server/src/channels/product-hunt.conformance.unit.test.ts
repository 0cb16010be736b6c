import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startProductHuntDouble } from '@leadlight/testing/doubles/product-hunt-double'
import { createProductHunt } from './product-hunt.ts'

const useless = '{"data":{"posts":{"edges":[{"node":7},{"node":null}],"pageInfo":{"hasNextPage":false}}}}'

describeChannel('Product Hunt', {
  faults: {
    ownLimit: {
      fault: { kind: 'status', status: 429, headers: { 'x-rate-limit-reset': '850' } },
      kind: 'rate_limited',
      retry: true,
    },
    ownRefusal: {
      fault: { kind: 'body', body: '{"errors":[{"message":"no such topic"}]}' },
      kind: 'refused',
      retry: false,
    },
    unauthorized: { fault: { kind: 'status', status: 401 }, kind: 'key_refused', retry: false },
    useless: { fault: { kind: 'body', body: useless }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startProductHuntDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      create: ({ operator: fetch }) => {
        const channel = createProductHunt({ apiUrl: double.apiUrl, fetch, clock: options.clock })
        return { ...channel, search: (request) => channel.search({ ...request, key: double.key }) }
      },
    })
  },
})
