import { describeChannel } from '@leadlight/testing/channel-conformance'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startDiscourseDouble } from '@leadlight/testing/doubles/discourse-double'
import { createDiscourse } from './discourse.ts'

const limited = '{"errors":["Slow down"],"error_type":"rate_limit","extras":{"wait_seconds":7}}'

describeChannel('Discourse', {
  // Every third is an answer, which has no title.
  shape: (post) => ({ ...post, ...(Number(post.id) % 3 === 0 && { title: null }) }),
  faults: {
    ownLimit: { fault: { kind: 'status', status: 429, body: limited }, kind: 'rate_limited', retry: true },
    useless: { fault: { kind: 'body', body: '{"latest_posts":[{"id":7},null,"x"]}' }, kind: 'changed', retry: false },
  },
  async open(options) {
    const double = await startDiscourseDouble({ posts: options.posts })
    return openChannelFixture(double, options, {
      source: { externalId: double.forumUrl },
      create: ({ guarded: fetch }) => createDiscourse({ fetch, clock: options.clock }),
    })
  },
})
