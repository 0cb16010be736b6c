import { sql, type RawBuilder } from 'kysely'

/** The address that somebody typed, without what may differ: its protocol, `www.`, fragment and last slashes. */
export function readAddress(typed: string): string | undefined {
  return /^https?:\/\/(?:www\.)?([^\s#]+)/iu.exec(typed.trim())?.[1]?.replace(/\/+$/u, '')
}

/** Whether a post's URL is such an address, in whatever case, or that without a query: sharing adds one. */
export function isAtAddress(url: RawBuilder<unknown>, address: string): RawBuilder<boolean> {
  // Each form begins with what a URL begins with: other URLs differ early, which a search through many is quick at.
  const forms = ['http://', 'https://', 'http://www.', 'https://www.'].flatMap((start) =>
    ['', '/', '#%', '/#%'].flatMap((end) =>
      [address, ...withoutQuery(address)].map((one) => `${start}${escapeLike(one.toLowerCase())}${end}`),
    ),
  )
  return sql`lower(${url}) like any(${forms}::text[])`
}

/** None without a query, or without a path: a whole site is no post. */
function withoutQuery(address: string): string[] {
  const [, page] = /^([^/?]+\/[^?]*[^/?])\/*\?/u.exec(address) ?? []
  return page === undefined ? [] : [page]
}

/** Text as it stands in a pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/gu, String.raw`\$&`)
}
