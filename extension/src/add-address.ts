/** What a page brings. */
export interface Found {
  /** The page’s address; empty where it is none of the web. */
  url: string
  /** The words that are selected; empty where none are, or the page lets nothing be read. */
  text: string
}

/** Of longer texts so much is handed on: more than is judged, so that Leadlight can say that it was cut. */
const TEXT_MAX = 20_000

/**
 * The address that opens Leadlight with a post filled in. It stands behind the `#`, which browsers send to no server: the
 * words are on the way to Leadlight only once somebody has them judged.
 */
export function addAddress(home: string, { url, text }: Found): string {
  const address = /^https?:/iu.test(url) ? url : ''
  const words = text
    .toWellFormed()
    .slice(0, TEXT_MAX)
    .replace(/[\uD800-\uDBFF]$/u, '')
  return `${home}/add#${new URLSearchParams({ url: address, text: words }).toString()}`
}

/** The address of a Leadlight as somebody types it, without what stands behind it; undefined where it is none. */
export function homeOf(typed: string): string | undefined {
  const words = typed.trim()
  const url = URL.parse(/^[a-z]+:/iu.test(words) && !/^[\w.-]+:\d/u.test(words) ? words : `https://${words}`)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  // Some browsers take a space for a letter of the host’s name.
  if (url.hostname === '' || /[%\s]/u.test(url.hostname)) return undefined
  return url.origin
}
