export interface PersonName {
  given: string
  /** Null where only one name is given. */
  family: string | null
}

/** A display name as a name: without pictures, brackets and titles, in plain letters. Undefined where it is none, or a handle. */
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

/** In lower case and without marks on letters. */
export function plainWords(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether two names may be one person's: one may leave out the family name, or write a name as its first letter. */
export function mayBeSameName(first: PersonName, second: PersonName): boolean {
  return (
    (isSameOrInitial(first.given, second.given) && isSameOrInitial(first.family, second.family)) ||
    // Some write the family name first.
    (first.family !== null && second.family === first.given && second.given === first.family)
  )
}

/** How a name is usually made a handle. */
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
