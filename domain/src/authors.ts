/** The author that a post names. */
export interface Author {
  /** The platform's own id for the account; null if it gives none. */
  externalId: string | null
  name: string
  url: string | null
}

/** An account on a platform. `externalId` is unique there. */
export interface Account {
  externalId: string
  /** The account's name there, without a leading sign. */
  handle: string
  name: string
  url: string | null
}

const NAME_MAX = 200

/** What platforms show for somebody who is gone, hidden or nobody in particular. */
const NOBODY = new Set([
  '',
  '[deleted]',
  '[removed]',
  '[redacted]',
  'deleted',
  'anonymous',
  'unknown',
  'guest',
  'admin',
])
const NOBODY_ON: Record<string, ReadonlySet<string>> = {
  github: new Set(['ghost']),
  reddit: new Set(['automoderator']),
  stack_exchange: new Set(['community']),
  discourse: new Set(['system', 'discobot']),
}

/** How bots name themselves: `dependabot[bot]`, `stale-bot`, `RemindMeBot`. Talbot and abbot do not match. */
const MACHINE = /\[bot\]$|[-_.]bot$|[a-z0-9]Bot$|^(?:dependabot|renovate|github-actions|codecov|stale)$/u

/** Where the handle stands in an account's address, by platform. */
const HANDLE_IN_URL: Record<string, RegExp> = {
  bluesky: /\/profile\/([^/?#]+)/u,
  dev: /dev\.to\/([^/?#]+)/u,
  discourse: /\/u\/([^/?#]+)/u,
  product_hunt: /\/@([^/?#]+)/u,
  x: /\/(?:x|twitter)\.com\/([^/?#]+)/u,
  youtube: /\/@([^/?#]+)/u,
}

/** The account behind a post; undefined if there is none, it is gone, or it is a bot's. */
export function accountOf(platform: string, author: Author | null): Account | undefined {
  const name = oneLine(author?.name ?? '')
  if (!author || isNobody(platform, name) || MACHINE.test(name)) return undefined
  const handle = handleOf(platform, { ...author, name })
  if (isNobody(platform, handle) || MACHINE.test(handle)) return undefined
  return { externalId: idOf(platform, author, handle), handle, name, url: author.url }
}

function isNobody(platform: string, name: string): boolean {
  const folded = name.toLowerCase()
  return NOBODY.has(folded) || (NOBODY_ON[platform]?.has(folded) ?? false)
}

function handleOf(platform: string, { name, url, externalId }: Author): string {
  const inUrl = HANDLE_IN_URL[platform]?.exec(url ?? '')?.[1]
  if (inUrl !== undefined) return oneLine(decoded(inUrl))
  if (platform === 'mastodon') return oneLine((externalId ?? name).replace(/^@/u, ''))
  if (platform === 'lemmy') return oneLine(handleOfActor(externalId ?? '') ?? name)
  return name.replace(/^(?:@|\/?u\/)/u, '')
}

/** A name is no id, except on platforms that have nothing else. */
function idOf(platform: string, { externalId, url }: Author, handle: string): string {
  // One way of reading the platform gives this account an id, another does not.
  if (platform === 'reddit') return handle.toLowerCase()
  // Each site numbers its accounts separately.
  if (platform === 'stack_exchange') return `${hostOf(url)}/${externalId ?? handle}`
  return (externalId ?? handle).slice(0, 500)
}

function handleOfActor(actor: string): string | undefined {
  const [, host, user] = /^https?:\/\/([^/]+)\/u\/([^/?#]+)/u.exec(actor) ?? []
  return host === undefined || user === undefined ? undefined : `${user}@${host}`
}

function hostOf(url: string | null): string {
  return /^https?:\/\/([^/?#]+)/u.exec(url ?? '')?.[1]?.toLowerCase() ?? ''
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not an escape after all, so it stays as it is.
    return part
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, NAME_MAX).toWellFormed()
}
