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
const NOBODY_ON: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<ReadonlySet<string>>({
    github: new Set(['ghost']),
    reddit: new Set(['automoderator']),
    stack_exchange: new Set(['community']),
    discourse: new Set(['system', 'discobot']),
  }),
)

/** How bots name themselves: `dependabot[bot]`, `stale-bot`, `RemindMeBot`. Talbot and abbot do not match. */
const MACHINE = /\[bot\]$|[-_.]bot$|[a-z0-9]Bot$|^(?:dependabot|renovate|github-actions|codecov|stale)$/u

/** Where the handle stands in an account's address, by platform. */
const HANDLE_IN_URL: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    bluesky: /\/profile\/([^/?#]+)/u,
    dev: /dev\.to\/([^/?#]+)/u,
    discourse: /\/u\/([^/?#]+)/u,
    product_hunt: /\/@([^/?#]+)/u,
    x: /\/(?:x|twitter)\.com\/([^/?#]+)/u,
    youtube: /\/@([^/?#]+)/u,
  }),
)

/** The account behind a post; undefined if there is none, it is gone, or it is a bot's. */
export function accountOf(platform: string, author: Author | null): Account | undefined {
  const name = oneLine(author?.name ?? '')
  if (!author || isNobody(platform, name) || MACHINE.test(name)) return undefined
  const handle = handleOf(platform, { ...author, name })
  if (isNobody(platform, handle) || MACHINE.test(handle)) return undefined
  return { externalId: idOf(platform, author, handle), handle, name, url: author.url }
}

/** How an account is named by its id, where an id must have a shape to be one; the other platforms take any word. */
const SHAPES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    app_store: /\S/u,
    bluesky: /^did:/u,
    dev: /^\S+$/u,
    discourse: /^[^/\s]+\.[^/\s]+\/[^/\s]+$/u,
    feed: /\S/u,
    github: /^\S+$/u,
    hacker_news: /^\S+$/u,
    lemmy: /^https?:\/\/[^/\s]+\/u\/[^/\s]+$/u,
    mastodon: /^[^@\s]+@[^@\s]+$/u,
    product_hunt: /^\S+$/u,
    reddit: /^\S+$/u,
    sam_gov: /\S/u,
    stack_exchange: /^[^/\s]+\.[^/\s]+\/\d+$/u,
    steam: /^\d+$/u,
    ted: /^[A-Z]{3}\/\S/u,
    wordpress: /\S/u,
    x: /^\S+$/u,
    youtube: /^\S+$/u,
  }),
)

/** The platforms whose accounts can be named by an id. */
export const PLATFORMS_OF_ACCOUNTS: readonly string[] = [...SHAPES.keys()]

/**
 * The `externalId` that `accountOf` gives the account with this id on a platform, written as people write it: on
 * Stack Exchange with the site before it, on Reddit the name. Undefined for an unknown platform, or what is no id there.
 */
export function accountIdOf(platform: string, id: string): string | undefined {
  const called = platform === 'mastodon' ? id.trim().replace(/^@/u, '') : id.trim()
  if (!SHAPES.get(platform)?.test(called)) return undefined
  const [, host, number] = platform === 'stack_exchange' ? (/^([^/]+)\/(.+)$/u.exec(called) ?? []) : []
  const author = { externalId: number ?? called, name: called, url: host === undefined ? null : `https://${host}` }
  return idOf(platform, author, handleOf(platform, author))
}

/** Where an account has an id beside its name, which not every way of reading gives, or which stays when the name changes. */
export const NAMED_TWICE: readonly string[] = ['github', 'reddit']
/** Where accounts are told apart by names, whatever their case. */
const CASELESS: ReadonlySet<string> = new Set(['dev', 'discourse', 'github', 'lemmy', 'mastodon', 'reddit'])

/** All forms of an account's ids: whoever is known by one of them is known. */
export function formsOfIds(platform: string, externalIds: readonly string[]): string[] {
  return distinct(CASELESS.has(platform) ? externalIds.flatMap((id) => [id, id.toLowerCase()]) : externalIds)
}

/** All ids by which the account behind a post may come back, that of `accountOf` first; none where there is no account. */
export function accountIdsOf(platform: string, author: Author | null): string[] {
  const account = accountOf(platform, author)
  if (!account) return []
  const own = NAMED_TWICE.includes(platform) ? author?.externalId : null
  return formsOfIds(platform, [account.externalId, ...(own ? [own] : [])])
}

/** How the posts of one account name it: by one of these ids or names. */
export interface Authorship {
  platform: string
  externalIds: readonly string[]
  /** In small letters; none where a name tells nobody apart. */
  names: readonly string[]
  /** The host of its address, '' if it has none, where each site numbers its accounts separately; else null. */
  site: string | null
}

/**
 * How other posts of one account may name it, also when its name, handle or address changed since. The forms are how
 * posts of it do.
 */
export function authorshipOf(platform: string, ...forms: readonly [Author, ...Author[]]): Authorship {
  const isPerSite = platform === 'stack_exchange'
  return {
    platform,
    externalIds: distinct(
      forms.flatMap((form) => [
        ...(form.externalId === null ? [] : [form.externalId]),
        ...(isPerSite ? [] : accountIdsOf(platform, form)),
      ]),
    ),
    names: NAMED_TWICE.includes(platform) ? distinct(forms.map(({ name }) => name.toLowerCase())) : [],
    site: isPerSite ? hostOf(forms[0].url) : null,
  }
}

function isNobody(platform: string, name: string): boolean {
  const folded = name.toLowerCase()
  return NOBODY.has(folded) || (NOBODY_ON.get(platform)?.has(folded) ?? false)
}

function handleOf(platform: string, { name, url, externalId }: Author): string {
  const inUrl = HANDLE_IN_URL.get(platform)?.exec(url ?? '')?.[1]
  if (inUrl !== undefined) return oneLine(decoded(inUrl))
  if (platform === 'mastodon') return oneLine((externalId ?? name).replace(/^@/u, ''))
  if (platform === 'lemmy') return oneLine(handleOfActor(externalId ?? '') ?? name)
  return name.replace(/^(?:@|\/?u\/)/u, '')
}

/** A name is no id, except on platforms that have nothing else. */
function idOf(platform: string, { externalId, url }: Author, handle: string): string {
  // One way of reading the platform gives this account an id, another does not.
  if (platform === 'reddit') return handle.toLowerCase()
  if (platform === 'github') return handle
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

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, NAME_MAX).toWellFormed()
}
