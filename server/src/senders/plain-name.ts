// Control characters, line separators, and marks that change the direction of writing.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu
/** Splits into user-perceived characters, so that none is cut in two. */
const CHARACTERS = new Intl.Segmenter('en')
const ZERO_WIDTH_SPACE = '\u200B'

/**
 * A user-chosen name made safe for a mail's subject: one line of at most `charactersMax`, with nothing that reorders
 * the text around it. Mail programs do not look for addresses in subjects.
 */
export function plainName(name: string, charactersMax = 60): string {
  const line = name.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(CHARACTERS.segment(line), ({ segment }) => segment)
  if (characters.length <= charactersMax) return characters.join('')
  return `${characters
    .slice(0, charactersMax - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * The same for the body of a mail. Mail programs turn anything like an address into a link. A zero-width space after
 * each of its marks keeps a name from becoming a link that we seem to have sent.
 */
export function unlinkedName(name: string, charactersMax?: number): string {
  return plainName(name, charactersMax).replaceAll(/[.:@/\\](?=\S)/g, (mark) => mark + ZERO_WIDTH_SPACE)
}
