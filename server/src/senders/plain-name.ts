// Controls, separators of lines, and the marks that turn the direction of writing.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu
/** What readers take for one character, so that none is cut in two. */
const CHARACTERS = new Intl.Segmenter('en')
const ZERO_WIDTH_SPACE = '\u200B'

/**
 * A name that somebody chose, fit to stand in a mail: one line of at most `charactersMax`, with nothing that reorders
 * what stands around it. For subjects, which no mail program searches for addresses.
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
 * The same for the body of a mail. Mail programs make links of whatever looks like an address; an unseen space after each
 * of the marks that make it one keeps a name from becoming a link that we seem to have sent.
 */
export function unlinkedName(name: string, charactersMax?: number): string {
  return plainName(name, charactersMax).replaceAll(/[.:@/\\](?=\S)/g, (mark) => mark + ZERO_WIDTH_SPACE)
}
