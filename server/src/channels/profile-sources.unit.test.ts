import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { CLOSED, KNOWN, startProfilesDouble, type ProfilesDouble } from '@leadlight/testing/doubles/profiles-double'
import { createBlueskyProfiles } from './bluesky-profile.ts'
import { ChannelError } from './channel.ts'
import { createGithubProfiles } from './github-profile.ts'
import { createHackerNewsProfiles } from './hacker-news-profile.ts'
import { createMastodonProfiles } from './mastodon-profile.ts'
import { NOTHING_SAID, type ProfileSource, type PublicProfile } from './profile-source.ts'
import { createStackExchangeProfiles } from './stack-exchange-profile.ts'

const NOW = '2026-11-21T12:00:00Z'
const { signal } = new AbortController()
const PLATFORMS = ['github', 'hacker_news', 'bluesky', 'mastodon', 'stack_exchange'] as const
const ACCOUNTS = {
  github: { handle: KNOWN.handle, externalId: KNOWN.handle },
  hacker_news: { handle: KNOWN.handle, externalId: KNOWN.handle },
  bluesky: { handle: `${KNOWN.handle}.bsky.social`, externalId: KNOWN.did },
  mastodon: { handle: `${KNOWN.handle}@social.example`, externalId: `${KNOWN.handle}@social.example` },
  stack_exchange: { handle: 'Ottoline', externalId: `stackoverflow.com/${KNOWN.userId}` },
}
const GONE = {
  github: { handle: 'gone', externalId: 'gone' },
  hacker_news: { handle: 'gone', externalId: 'gone' },
  bluesky: { handle: 'gone', externalId: 'did:plc:gone' },
  mastodon: { handle: 'gone@social.example', externalId: 'gone@social.example' },
  stack_exchange: { handle: 'gone', externalId: 'stackoverflow.com/1' },
}
const SITE = 'https://ottoline.example/'
const EMAIL = 'hello@ottoline.example'
const WRITTEN: Record<(typeof PLATFORMS)[number], Partial<PublicProfile>> = {
  github: {
    url: 'https://github.com/ottoline',
    name: 'Ottoline Berg',
    bio: 'Staff Engineer @ Oxbow. Gardens.',
    location: 'Ghent',
    company: '@oxbow',
    website: SITE,
    email: EMAIL,
  },
  hacker_news: {
    url: 'https://news.ycombinator.com/user?id=ottoline',
    bio: `Gardens & code.\n\nSee ottoline.example\n\n${EMAIL}`,
    website: SITE,
    email: EMAIL,
  },
  bluesky: {
    url: 'https://bsky.app/profile/ottoline.bsky.social',
    name: 'Ottoline Berg',
    bio: 'Gardens and code. github.com/ottoline',
  },
  mastodon: {
    url: 'https://social.example/@ottoline',
    name: 'Ottoline Berg',
    bio: 'Gardens and code',
    website: SITE,
    links: [SITE, 'https://github.com/ottoline'],
    verifiedLinks: [SITE],
  },
  stack_exchange: {
    url: 'https://stackoverflow.com/users/4711/ottoline',
    name: 'Ottoline & Berg',
    location: 'Ghent',
    website: SITE,
    // Gravatar's own name for the picture, hashed.
    avatarHash: createHash('sha256').update('0123456789abcdef0123456789abcdef').digest('base64url'),
  },
}

let double: ProfilesDouble
let outbound: Outbound
beforeAll(async () => {
  double = await startProfilesDouble()
  outbound = createOutbound({ userAgent: 'Leadlight test', limits: { headersMs: 300, totalMs: 600 } })
})
afterEach(() => double.recover())
afterAll(async () => {
  await outbound.close()
  await double.close()
})

function sourceOf(platform: (typeof PLATFORMS)[number]): ProfileSource {
  const parts = { fetch: outbound.operator, clock: createImpatientClock(NOW) }
  // An instance is asked by https under its own name, which loopback does not have.
  const toDouble: typeof parts.fetch = (url, init) =>
    parts.fetch(String(url).replace(/^https:\/\/social\.example/u, double.url), init)
  const sources = [
    createGithubProfiles({ ...parts, apiUrl: double.githubUrl }),
    createHackerNewsProfiles({ ...parts, itemsUrl: double.itemsUrl }),
    createBlueskyProfiles({ ...parts, publicUrl: double.blueskyUrl }),
    createMastodonProfiles({ ...parts, fetch: toDouble }),
    createStackExchangeProfiles({ ...parts, apiUrl: double.stackExchangeUrl }),
  ]
  return sources.find((source) => source.platform === platform)!
}

describe.each(PLATFORMS)('%s', (platform) => {
  test('a profile is read as its owner wrote it', async () => {
    expect(await sourceOf(platform).read(ACCOUNTS[platform], signal)).toEqual({
      kind: 'read',
      profile: { ...NOTHING_SAID, ...WRITTEN[platform] },
    })
  })

  test('an account that does not exist is gone', async () => {
    expect(await sourceOf(platform).read(GONE[platform], signal)).toEqual({ kind: 'gone' })
  })

  test.each([
    [
      'a limit',
      {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '30' },
        body: '{"error_id":502,"error_message":"more requests available in 30 seconds"}',
      },
      'rate_limited',
    ],
    ['trouble', { kind: 'status', status: 503, body: '{"error_id":503,"error_message":"down"}' }, 'unreachable'],
    ['a page of a firewall', { kind: 'html' }, 'refused'],
    ['garbage', { kind: 'body', body: '{"weird":true,"items":[{"odd":1}]}' }, 'changed'],
    ['half an answer', { kind: 'truncated' }, 'unreachable'],
    ['a body that drips', { kind: 'drip' }, 'unreachable'],
    ['silence', { kind: 'hang' }, 'unreachable'],
  ] as const)('%s is reported as what it is', async (_name, fault, kind) => {
    double.failNext(fault)
    const error = await sourceOf(platform)
      .read(ACCOUNTS[platform], signal)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ChannelError)
    expect((error as ChannelError).kind).toBe(kind)
  })
})

test('an owner who refuses machines or strangers is not read', async () => {
  expect(await sourceOf('bluesky').read({ handle: 'shy', externalId: CLOSED.did }, signal)).toEqual({ kind: 'closed' })
  const shy = `${CLOSED.handle}@social.example`
  expect(await sourceOf('mastodon').read({ handle: shy, externalId: shy }, signal)).toEqual({ kind: 'closed' })
})

test('an instance at an internal address is not asked', async () => {
  const source = createMastodonProfiles({ fetch: outbound.guarded, clock: createImpatientClock(NOW) })
  const inside = { handle: 'a@169.254.169.254', externalId: 'a@169.254.169.254' }
  await expect(source.read(inside, signal)).rejects.toThrow(ChannelError)
})
