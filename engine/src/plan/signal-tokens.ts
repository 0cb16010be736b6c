/** A word of a signal as written, or a mark between words; offsets are in UTF-16 units. */
export interface Token {
  text: string
  start: number
  end: number
  isWord: boolean
}

/** Words keep their inner dots and their own signs: `Node.js`, `.NET`, `C++`, `C#`, `AT&T`. */
const TOKEN =
  /(?:(?<![^\s"(\u201c])\.)?[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'\u2019+#&_-]|\.(?=[\p{L}\p{N}]))*|[.,;:()?!/"\u201c\u201d]/gu
const TRAILING = /['\u2019&_-]+$/

/** Splits a signal into words and marks, in order. Pure. */
export function readTokens(signal: string): Token[] {
  return [...signal.matchAll(TOKEN)].map(({ 0: matched, index }) => {
    const text = matched.replace(TRAILING, '')
    return { text, start: index, end: index + text.length, isWord: /[\p{L}\p{N}]/u.test(text) }
  })
}
