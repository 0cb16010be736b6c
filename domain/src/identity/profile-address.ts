/** What an address in a profile leads to: an account, or somebody's site. */
export type ProfileAddress =
  | { kind: 'account'; platform: string; host: string | null; handle: string }
  | { kind: 'site'; key: string; host: string }

/** Hosts where each path belongs to somebody else. */
const HOSTS_OF_MANY = new Set(
  (
    'linktr.ee about.me medium.com dev.to linkedin.com twitter.com x.com facebook.com instagram.com youtube.com ' +
    'patreon.com ko-fi.com keybase.io gitlab.com bitbucket.org sites.google.com notion.site substack.com t.me'
  ).split(' '),
)
const STACK_EXCHANGE = new Set(
  'stackoverflow.com superuser.com serverfault.com askubuntu.com stackapps.com mathoverflow.net'.split(' '),
)
/** First path segments on GitHub that are its own pages. */
const GITHUB_PAGES = new Set(
  'about features topics sponsors orgs settings marketplace explore apps pricing login'.split(' '),
)
const ADDRESS = /(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/[^\s<>"')\],;]*)?/giu
const MENTION = /(?:^|[\s(])@([\w.-]+)@((?:[\w-]+\.)+[a-z]{2,})/giu

/** Reads an address; undefined if it is none. Ignores the query, the fragment, a trailing slash and `www.` */
export function readAddress(written: string): ProfileAddress | undefined {
  const text = written.trim().replace(/[.!?]+$/u, '')
  const match = /^(?:https?:\/\/)?(?:www\.)?((?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(\/[^?#]*)?(?:\?([^#]*))?/iu.exec(text)
  const host = match?.[1]?.toLowerCase()
  if (host === undefined) return undefined
  const path = (match?.[2] ?? '').replace(/\/+$/u, '')
  return readAccount(host, path, match?.[3] ?? '') ?? readSite(host, path.toLowerCase())
}

/** Every address and `@name@host` in running text. */
export function findAddresses(words: string): { address: ProfileAddress; before: string }[] {
  const mentions = [...words.matchAll(MENTION)].map(({ 1: handle = '', 2: host = '', index }) => ({
    address: { kind: 'account', platform: 'mastodon', host: host.toLowerCase(), handle: handle.toLowerCase() } as const,
    before: words.slice(0, index),
  }))
  const rest = words.replaceAll(MENTION, (found) => ' '.repeat(found.length))
  const written = [...rest.matchAll(ADDRESS)].flatMap(({ 0: text, index }) => {
    // What has an @ before it is a mail address, not a site.
    const address = rest.charAt(index - 1) === '@' ? undefined : readAddress(text)
    return address ? [{ address, before: rest.slice(0, index) }] : []
  })
  return [...mentions, ...written]
}

/** One key per account, however its address is written; null if a platform only numbers people. */
export function accountKey(platform: string, handle: string, host: string | null): string {
  const name = handle.toLowerCase().replace(/\.bsky\.social$/u, '')
  return platform === 'mastodon' ? `mastodon:${host?.toLowerCase() ?? ''}:${name}` : `${platform}:${name}`
}

function readAccount(host: string, path: string, query: string): ProfileAddress | undefined {
  const [first = '', second = '', third = ''] = path.slice(1).split('/')
  const account = (platform: string, handle: string, at: string | null = null): ProfileAddress => ({
    kind: 'account',
    platform,
    host: at,
    handle: handle.toLowerCase(),
  })
  if (host === 'github.com') {
    // A repository is not its owner: anybody who works on it may link to it.
    return first && !second && !GITHUB_PAGES.has(first.toLowerCase()) ? account('github', first) : undefined
  }
  if (host === 'news.ycombinator.com') {
    const id = /(?:^|&)id=([\w-]+)/u.exec(query)?.[1]
    return path === '/user' && id ? account('hacker_news', id) : undefined
  }
  if (host === 'bsky.app') return first === 'profile' && second && !third ? account('bluesky', second) : undefined
  if (host.endsWith('.bsky.social')) return account('bluesky', host)
  if (STACK_EXCHANGE.has(host) || host.endsWith('.stackexchange.com')) {
    return first === 'users' && /^\d+$/u.test(second) ? account('stack_exchange', `${host}/${second}`) : undefined
  }
  if (/^@[\w.-]+$/u.test(first) && !second && !HOSTS_OF_MANY.has(host)) return account('mastodon', first.slice(1), host)
  return undefined
}

function readSite(host: string, path: string): ProfileAddress | undefined {
  if (STACK_EXCHANGE.has(host) || host === 'github.com' || host === 'news.ycombinator.com' || host === 'bsky.app')
    return undefined
  const isOfMany = HOSTS_OF_MANY.has(host)
  if (isOfMany && path === '') return undefined
  return { kind: 'site', key: isOfMany ? `${host}${path}` : host, host }
}
