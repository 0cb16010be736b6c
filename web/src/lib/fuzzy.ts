const START = 100
const WORD = 80
const INSIDE = 60
const SCATTERED = 40

/**
 * How well a text matches what the user types; null if it does not. Every word must match: best at the start, then at
 * the start of a word, inside one, and last as scattered letters. Case and accents do not count.
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const inside = plain(text)
  let sum = 0
  for (const word of plain(typed).split(' ').filter(Boolean)) {
    const score = scoreOf(word, inside)
    if (score === null) return null
    sum += score
  }
  return sum
}

/** Whether every typed word occurs in the text. Case and accents do not count. */
export function hasWords(typed: string, text: string): boolean {
  const inside = plain(text)
  return plain(typed)
    .split(' ')
    .every((word) => inside.includes(word))
}

function scoreOf(word: string, text: string): number | null {
  if (text.startsWith(word)) return START
  if (text.includes(` ${word}`)) return WORD
  if (text.includes(word)) return INSIDE
  return scattered(word, text)
}

/**
 * Letters in order with others between them; the longer the span, the lower the score. One letter alone does not match.
 */
function scattered(word: string, text: string): number | null {
  if (word.length < 2) return null
  let at = text.indexOf(word.charAt(0))
  const from = at
  for (const letter of word.slice(1)) {
    at = at < 0 ? -1 : text.indexOf(letter, at + 1)
  }
  if (at < 0) return null
  const between = at - from + 1 - word.length
  return between > word.length * 3 ? null : SCATTERED - Math.min(between, SCATTERED - 1)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
