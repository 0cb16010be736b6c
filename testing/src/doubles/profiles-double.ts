import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'

/** The person the double knows, under the same handle on every platform. */
export const KNOWN = { handle: 'ottoline', did: 'did:plc:ottoline', userId: '4711' }
/** Somebody who asked not to be read by machines or strangers. */
export const CLOSED = { handle: 'shy', did: 'did:plc:shy' }

/** Somebody on GitHub who abbreviates their title. */
export const SHORT = { handle: 'terse' }

const NOBODY = { id: 2, type: 'User', name: null, company: null, blog: '', location: null, email: null, bio: null }

export interface ProfilesDouble extends Double {
  githubUrl: string
  itemsUrl: string
  blueskyUrl: string
  stackExchangeUrl: string
}

/** The profile calls of GitHub, Hacker News, Bluesky, Mastodon and Stack Exchange, in their documented shapes. */
export async function startProfilesDouble(options: DoubleOptions = {}): Promise<ProfilesDouble> {
  const double = await startDouble(answer, options)
  return {
    ...double,
    githubUrl: `${double.url}/github`,
    itemsUrl: `${double.url}/v0`,
    blueskyUrl: double.url,
    stackExchangeUrl: `${double.url}/2.3`,
  }
}

function answer({ url: { pathname, searchParams } }: Question): Answer {
  if (pathname.startsWith('/github/users/')) return github(pathname.slice('/github/users/'.length))
  if (pathname.startsWith('/v0/user/')) return hackerNews(pathname.slice('/v0/user/'.length, -'.json'.length))
  if (pathname === '/xrpc/app.bsky.actor.getProfile') return bluesky(searchParams.get('actor') ?? '')
  if (pathname === '/api/v1/accounts/lookup') return mastodon(searchParams.get('acct') ?? '')
  if (pathname.startsWith('/2.3/users/')) return stackExchange(pathname.slice('/2.3/users/'.length))
  return json({ message: 'Not Found' }, 404)
}

function github(login: string): Answer {
  if (login === SHORT.handle)
    return json({ ...NOBODY, login, html_url: `https://github.com/${login}`, bio: 'sr swe at Oxbow' })
  if (login !== KNOWN.handle) return json({ message: 'Not Found', status: '404' }, 404)
  return json({
    login,
    id: 1,
    html_url: `https://github.com/${login}`,
    type: 'User',
    name: 'Ottoline Berg',
    company: '@oxbow',
    blog: 'ottoline.example',
    location: 'Ghent',
    email: 'hello@ottoline.example',
    bio: 'Staff Engineer @ Oxbow. Gardens.',
    twitter_username: null,
  })
}

function hackerNews(id: string): Answer {
  if (id !== KNOWN.handle) return json(null)
  const about =
    'Gardens &amp; code.<p>See <a href="https:&#x2F;&#x2F;ottoline.example">ottoline.example</a><p>hello@ottoline.example'
  return json({ id, about, created: 1_300_000_000, karma: 42, submitted: [1] })
}

function bluesky(actor: string): Answer {
  const labels = [{ val: '!no-unauthenticated', src: CLOSED.did, cts: '2026-01-01T00:00:00Z' }]
  if (actor === CLOSED.did) return json({ did: actor, handle: 'shy.bsky.social', description: 'Go away', labels })
  if (actor !== KNOWN.did) return json({ error: 'InvalidRequest', message: 'Profile not found' }, 400)
  return json({
    did: actor,
    handle: `${KNOWN.handle}.bsky.social`,
    displayName: 'Ottoline Berg',
    description: 'Gardens and code. github.com/ottoline',
    labels: [],
  })
}

function mastodon(acct: string): Answer {
  if (acct !== KNOWN.handle && acct !== CLOSED.handle) return json({ error: 'Record not found' }, 404)
  return json({
    id: '1',
    acct,
    url: `https://social.example/@${acct}`,
    display_name: 'Ottoline Berg',
    note: '<p>Gardens and code</p>',
    bot: false,
    noindex: acct === CLOSED.handle,
    fields: [
      {
        name: 'Web',
        value: '<a href="https://ottoline.example" rel="me">ottoline.example</a>',
        verified_at: '2026-01-01T00:00:00Z',
      },
      { name: 'Code', value: '<a href="https://github.com/ottoline">github</a>', verified_at: null },
    ],
  })
}

function stackExchange(id: string): Answer {
  const user = {
    user_id: Number(id),
    display_name: 'Ottoline &amp; Berg',
    link: `https://stackoverflow.com/users/${id}/ottoline`,
    location: 'Ghent',
    website_url: 'https://ottoline.example',
    profile_image: 'https://www.gravatar.com/avatar/0123456789abcdef0123456789abcdef?s=256&d=identicon',
  }
  return json({ items: id === KNOWN.userId ? [user] : [], has_more: false, quota_max: 300, quota_remaining: 299 })
}
