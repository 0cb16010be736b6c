import { describeChannel, type ChannelTraits } from '@leadlight/testing/channel-conformance'
import type { FaultCase } from '@leadlight/testing/channel-faults'
import { openChannelFixture } from '@leadlight/testing/channel-fixtures'
import { startGithubDouble } from '@leadlight/testing/doubles/github-double'
import { createGithub } from './github.ts'

const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-11-21T12:05:00Z') / 1000) }
const secondary = '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}'

const faults: Record<string, FaultCase> = {
  unauthorized: { fault: { kind: 'status', status: 401 }, kind: 'key_refused', retry: false },
  ownLimit: { fault: { kind: 'status', status: 403, headers: limit }, kind: 'rate_limited', retry: true },
  secondaryLimit: { fault: { kind: 'status', status: 403, body: secondary }, kind: 'rate_limited', retry: true },
  graphLimit: {
    fault: { kind: 'body', body: '{"errors":[{"type":"RATE_LIMIT","message":"API rate limit exceeded"}]}' },
    kind: 'rate_limited',
    retry: true,
  },
}

function traits(kind: 'issue' | 'discussion', source: { externalId: string } | null): ChannelTraits {
  return {
    faults,
    shape: (post) => ({ ...post, platform: 'github', kind, channel: 'made-up/place' }),
    async open(options) {
      const double = await startGithubDouble({ posts: options.posts })
      return openChannelFixture(double, options, {
        source,
        create: ({ operator: fetch }) =>
          createGithub({ apiUrl: double.apiUrl, token: 'made-up', fetch, clock: options.clock }),
      })
    },
  }
}

describeChannel('GitHub issues', traits('issue', null))
describeChannel('GitHub issues of one repository', traits('issue', { externalId: 'made-up/place' }))
describeChannel('GitHub discussions', traits('discussion', { externalId: 'discussions' }))
