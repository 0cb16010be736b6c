export interface Location {
  /** Begins with a slash. */
  pathname: string
  /** With its question mark; empty if there is none. */
  search: string
  /** With its hash sign; empty if there is none. */
  hash: string
  /** What the page that led here passes on; null if nothing. It outlasts a reload. */
  state: unknown
}

/** A path such as `/org/team?role=admin`, or its parts. What begins with `?` or `#` keeps the path. */
export type Target = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

/** The location that a target means when seen from a path. */
export function locate(target: Target, from: string, state: unknown = null): Location {
  const written = typeof target === 'string' ? target : pathOf(target)
  // Never another host, which two slashes would begin.
  const { pathname, search, hash } = new URL(written.replace(/^[/\\]+/, '/'), `http://here${from}`)
  return { pathname, search, hash, state }
}

export function pathOf({ pathname = '', search = '', hash = '' }: Partial<Location>): string {
  return pathname + search + hash
}
