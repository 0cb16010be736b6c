export interface PersonName {
  given: string
  /** Null if only one name is given. */
  family: string | null
}

/**
 * Reads a display name as a name in plain letters, without pictures, brackets and titles. Undefined if it is none, or a
 * handle.
 */
export function readName(displayName: string | null): PersonName | undefined {
  const words = plainWords(displayName ?? '')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/gu, ' ')
    .split(/[|,/–—•·]/u)[0]
    ?.replaceAll(/[^\p{L}\s'’-]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
  const [given, ...rest] = words ?? []
  if (given === undefined || given.length < 2 || rest.length > 3) return undefined
  return { given, family: rest.at(-1)?.replaceAll(/['’]/gu, '') ?? null }
}

/** In lower case and without diacritics. */
export function plainWords(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether two names may be one person's. One may leave out the family name, or shorten a name to its first letter. */
export function mayBeSameName(first: PersonName, second: PersonName): boolean {
  return (
    (isSameOrInitial(first.given, second.given) && isSameOrInitial(first.family, second.family)) ||
    // Some write the family name first.
    (first.family !== null && second.family === first.given && second.given === first.family)
  )
}

/** How people usually make a handle of a name. */
export function handlesOfName({ given, family }: PersonName): string[] {
  if (family === null) return []
  const [first, last] = [given.replaceAll(/\W/gu, ''), family.replaceAll(/\W/gu, '')]
  return [`${first}${last}`, `${last}${first}`, `${first.charAt(0)}${last}`, `${last}${first.charAt(0)}`]
}

const TITLES = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'phd', 'msc', 'mba', 'jr', 'sr', 'he', 'she', 'they'])

function isSameOrInitial(first: string | null, second: string | null): boolean {
  if (first === null || second === null || first === second) return true
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return short.length === 1 && long.startsWith(short)
}
