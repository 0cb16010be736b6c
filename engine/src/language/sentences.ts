const SENTENCE_CHARACTERS_MAX = 320
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|inc|ltd|co|no|st|approx|u\.s|u\.k|[a-z])$/i

const WIDE_SPACES: ReadonlySet<number> = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
])

/** A part of the post's text, in UTF-16 units: `text.slice(start, end)`, without outer white space. */
export interface Span {
  start: number
  end: number
}

/**
 * Splits a text into sentences, in order, never overlapping, none blank; linear in the length of the text. Breaks at
 * line ends, at sentence marks followed by space, and inside runs of more than 320 characters.
 */
export function splitSentences(text: string, sentencesMax = Number.POSITIVE_INFINITY): Span[] {
  const spans: Span[] = []
  let start = 0
  for (let index = 0; index < text.length && spans.length < sentencesMax; index++) {
    const end = breakAfter(text, start, index)
    if (end === undefined) continue
    pushTrimmed(spans, text, { start, end })
    start = end
    index = end - 1
  }
  if (spans.length < sentencesMax) pushTrimmed(spans, text, { start, end: text.length })
  return spans
}

/** Shrinks a span so that it neither begins nor ends with white space; the result may be empty. */
export function trimSpan(text: string, span: Span): Span {
  let { start, end } = span
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { start, end }
}

function pushTrimmed(spans: Span[], text: string, span: Span): void {
  const trimmed = trimSpan(text, span)
  if (trimmed.end > trimmed.start) spans.push(trimmed)
}

function breakAfter(text: string, start: number, index: number): number | undefined {
  const code = text.charCodeAt(index)
  if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return index + 1
  if (isIdeographicStop(code)) return index + 1
  if (isStop(code) && endsSentence(text, start, index)) return index + 1
  return index - start >= SENTENCE_CHARACTERS_MAX ? softBreak(text, start, index) : undefined
}

function endsSentence(text: string, start: number, index: number): boolean {
  let next = index + 1
  while (next < text.length && isCloser(text.charCodeAt(next))) next++
  if (next > index + 1) return false
  if (next < text.length && !isSpace(text.charCodeAt(next))) return false
  if (text.charCodeAt(index) !== 46) return true
  return !ABBREVIATION.test(text.slice(Math.max(start, index - 8), index))
}

/** The last comma, semicolon, dash or space of an overlong run; never inside a surrogate pair. */
function softBreak(text: string, start: number, index: number): number {
  const floor = start + SENTENCE_CHARACTERS_MAX / 2
  for (let at = index; at > floor; at--)
    if (';,:)'.includes(text.charAt(at)) && isSpace(text.charCodeAt(at + 1))) return at + 1
  for (let at = index; at > floor; at--) if (isSpace(text.charCodeAt(at))) return at + 1
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}

/** White space as `String.prototype.trim` has it, so that what is trimmed here needs no trimming elsewhere. */
function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  return code === 0xa0 || (code >= 0x1680 && WIDE_SPACES.has(code))
}

function isStop(code: number): boolean {
  return code === 46 || code === 33 || code === 63 || code === 0x2026
}

function isIdeographicStop(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f
}

/** A further full stop or a closing quote belongs to the sentence, so the break comes after it. */
function isCloser(code: number): boolean {
  return isStop(code)
}
