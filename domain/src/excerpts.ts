import { bodyStart, postText } from './posts.ts'

export const EXCERPT_CHARACTERS_MAX = 280

/** How far a cut moves to find the edge of a word. In scripts without spaces it then stays. */
const WORD_SEARCH_CHARACTERS = 40

export interface Span {
  start: number
  end: number
  kind: 'for' | 'against'
}

export interface Excerpt<Evidence extends Span> {
  text: string
  evidence: Evidence[]
}

/**
 * A passage of a post around its best evidence, at most 280 UTF-16 units and cut between words. Its evidence is counted
 * from the passage's own start: `excerpt.text.slice(start, end)` is what the same evidence names in `postText(title,
 * body)`, or the part that fits. The best evidence is the first in favour that lies in the body, because a row shows
 * the title anyway.
 */
export function excerptOf<Evidence extends Span>(
  post: { title: string | null; body: string },
  evidence: readonly Evidence[],
): Excerpt<Evidence> {
  const text = postText(post.title, post.body)
  const from = bodyStart(post.title)
  const best = bestOf(evidence, from)
  const lowest = best && best.start < from ? 0 : from
  const { start, end } = passageAround(text, lowest, best)
  return { text: text.slice(start, end), evidence: rebased(evidence, start, end) }
}

function bestOf<Evidence extends Span>(evidence: readonly Evidence[], from: number): Evidence | undefined {
  const inFavour = evidence.filter(({ kind }) => kind === 'for')
  return inFavour.find(({ start }) => start >= from) ?? inFavour[0] ?? evidence[0]
}

function passageAround(text: string, lowest: number, best: Span | undefined): { start: number; end: number } {
  const anchor = best ? Math.max(lowest, Math.min(best.start, text.length)) : lowest
  const anchorEnd = best ? Math.min(best.end, anchor + EXCERPT_CHARACTERS_MAX, text.length) : anchor
  const room = EXCERPT_CHARACTERS_MAX - Math.max(0, anchorEnd - anchor)
  // Room left after the evidence goes before it, so that a post's last words do not stand alone.
  const spare = Math.max(0, EXCERPT_CHARACTERS_MAX - (text.length - anchor))
  const wanted = Math.max(lowest, anchor - Math.max(Math.floor(room / 3), spare))
  const start = skipSpace(text, startOfWords(text, wanted, { lowest, anchor }))
  const limit = Math.min(text.length, start + EXCERPT_CHARACTERS_MAX)
  const floor = best && best.end <= limit ? best.end : 0
  const end = limit === text.length ? limit : endOfWords(text, limit, floor)
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

/** The first start of a sentence, or else of a word, at or after `wanted` and not past the anchor. */
function startOfWords(text: string, wanted: number, { lowest, anchor }: { lowest: number; anchor: number }): number {
  if (wanted === lowest) return lowest
  const lead = text.slice(wanted - 1, anchor)
  const sentence = /[.!?\n]\s+(?=\S)/u.exec(lead)
  if (sentence) return wanted - 1 + sentence.index + sentence[0].length
  const space = /\s+/u.exec(lead.slice(0, WORD_SEARCH_CHARACTERS))
  return space ? wanted - 1 + space.index + space[0].length : wholeCharacter(text, wanted)
}

/** The last end of a word at or before `limit`, but not before `floor`, the end of the evidence that fits. */
function endOfWords(text: string, limit: number, floor: number): number {
  if (/\s/u.test(text.charAt(limit))) return limit
  const lowest = Math.max(floor, limit - WORD_SEARCH_CHARACTERS)
  for (let end = limit; end > lowest; end -= 1) if (/\s/u.test(text.charAt(end - 1))) return end - 1
  return wholeCharacter(text, limit)
}

/** The index, or one less if it would split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const parts = /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(index))
  return parts ? index - 1 : index
}

function skipSpace(text: string, start: number): number {
  const space = /^\s*/u.exec(text.slice(start, start + EXCERPT_CHARACTERS_MAX))
  return start + (space?.[0].length ?? 0)
}

function rebased<Evidence extends Span>(evidence: readonly Evidence[], from: number, to: number): Evidence[] {
  return evidence
    .map((one) => ({ ...one, start: Math.max(one.start, from) - from, end: Math.min(one.end, to) - from }))
    .filter(({ start, end }) => start < end)
}
