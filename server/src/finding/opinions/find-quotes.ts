import type { Evidence } from '@leadlight/engine/judge/judgement'

const QUOTES_MAX = 3
const QUOTE_CHARACTERS_MIN = 8
const QUOTE_CHARACTERS_MAX = 400
const LETTER = /[\p{L}\p{N}]/u

export interface ClaimedQuotes {
  for: readonly string[]
  against: readonly string[]
}

/**
 * Finds a model's claimed quotes in a text, as non-overlapping spans in the text's order. They must be whole words;
 * only white space, quotation marks and dashes may differ. What is shown is the text's own wording.
 */
export function findQuotes(text: string, claimed: ClaimedQuotes, label: string): { found: Evidence[]; lost: number } {
  const found: Evidence[] = []
  let lost = 0
  for (const kind of ['for', 'against'] as const) {
    let kept = 0
    for (const quote of claimed[kind]) {
      const span = findQuote(text, quote)
      if (!span) lost += 1
      else if (kept < QUOTES_MAX && !found.some((other) => span.start < other.end && other.start < span.end)) {
        found.push({ ...span, kind, label })
        kept += 1
      }
    }
  }
  return { found: found.sort((left, right) => left.start - right.start), lost }
}

/** Where a text holds exactly these words; undefined where it does not, or where they are too few to prove anything. */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const words = quote.slice(0, QUOTE_CHARACTERS_MAX + 1).trim()
  if (words.length < QUOTE_CHARACTERS_MIN || words.length > QUOTE_CHARACTERS_MAX) return undefined
  const pattern = new RegExp(plain(words).split(/\s+/u).map(literally).join('\\s+'), 'gu')
  for (const match of plain(text).matchAll(pattern)) {
    const span = { start: match.index, end: match.index + match[0].length }
    if (!cutsWord(text, span.start) && !cutsWord(text, span.end)) return span
  }
  return undefined
}

function literally(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Maps character for character, so that offsets hold in both texts. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[‘’ʼ]/gu, "'")
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[‐‑–—]/gu, '-')
}

/** Whether an offset splits a word. Scripts without spaces between words have no such offsets. */
function cutsWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at)
  return LETTER.test(before) && LETTER.test(after) && !isUnspaced(before) && !isUnspaced(after)
}

function isUnspaced(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(
    letter,
  )
}
