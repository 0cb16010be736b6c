import { foldWords } from './fold-words.ts'

/** Scripts that put no space between words: in them a name stands wherever its characters do. */
const SPACELESS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Bopomofo}'
/** Raised digits, which stand behind words as powers and footnotes. */
const RAISED = '\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079'
const LETTER = `(?:(?![${SPACELESS}${RAISED}])[\\p{L}\\p{N}\\p{M}_])`
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u')
const ENDS_SPACELESS = new RegExp(`[${SPACELESS}]$`, 'u')
const WORD = new RegExp(`${LETTER}+|(?=[\\p{L}\\p{N}])[${SPACELESS}]`, 'gu')
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u
const SCHEME = /^https?:\/\//u
const HOME = /^(?:https?:\/\/)?(?:www\.)?/u
/**
 * What may stand on either side of a name, by its kind. Shared, as each takes milliseconds to make: a name brings its
 * characters only.
 */
const BEFORE = {
  anything: /(?:)/uy,
  noLetter: new RegExp(`(?<!${LETTER})`, 'uy'),
  noLabel: new RegExp(`(?<!${LETTER}|-)`, 'uy'),
}
const AFTER = {
  // A mark would make another character of the last one.
  noMark: /(?!\p{M})/uy,
  noPlus: new RegExp(`(?!${LETTER}|[+])`, 'uy'),
  noSharp: new RegExp(`(?!${LETTER}|[#])`, 'uy'),
  noSuffix: new RegExp(`(?!${LETTER}|\\+\\+|#(?!${LETTER}))`, 'uy'),
  noLabel: new RegExp(`(?!${LETTER}|-)(?!\\.${LETTER})`, 'uy'),
  noLetter: new RegExp(`(?!${LETTER})`, 'uy'),
}
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g

/** One name, as it is looked for. */
export interface NameTerm {
  /** As it was written. */
  written: string
  /** What a platform's own search is asked for. */
  asked: string
  /** Its words, all of which stand as words in any text that has the name. */
  words: string[]
  /** Where it stands in a folded text, in order; nothing is looked up before it is asked for. */
  spans: (folded: string) => Generator<FoundSpan>
}

export interface FoundSpan {
  start: number
  end: number
}

/** The distinct words of a folded text; a character of a script without spaces is a word. */
export function wordsOf(folded: string): Set<string> {
  return new Set(folded.match(WORD))
}

/**
 * Reads a name. It is looked for as a whole: not in the middle of a word, `c` not in `c++`, `.net` not in `asp.net`. A
 * domain stands for its subdomains too, an address for itself, both with or without `https://` and `www.`.
 */
export function readTerm(written: string): NameTerm {
  const folded = foldWords(written).trim().replace(/\s+/gu, ' ')
  const slash = folded.replace(SCHEME, '').indexOf('/')
  const host = folded.replace(HOME, '').split(/[/?#:]/u)[0] ?? ''
  const isAddress = HOST.test(host) && (SCHEME.test(folded) || slash > 0 || host === folded.replace(HOME, ''))
  const body = isAddress ? folded.replace(HOME, '').replace(/\/+$/u, '') : folded
  const before = isAddress ? BEFORE.noLabel : STARTS_SPACELESS.test(body) ? BEFORE.anything : BEFORE.noLetter
  const after = isAddress ? (body === host ? AFTER.noLabel : AFTER.noLetter) : afterWhole(body)
  const characters = new RegExp(body.replace(SPECIAL, '\\$&').replaceAll(' ', '\\s+'), 'gu')
  return {
    written,
    asked: isAddress ? body : written.trim(),
    words: [...wordsOf(body)],
    spans: (text) => findSpans(text, { characters, before, after }),
  }
}

function afterWhole(body: string): RegExp {
  if (ENDS_SPACELESS.test(body)) return AFTER.noMark
  if (body.endsWith('+')) return AFTER.noPlus
  return body.endsWith('#') ? AFTER.noSharp : AFTER.noSuffix
}

function* findSpans(
  text: string,
  { characters, before, after }: { characters: RegExp; before: RegExp; after: RegExp },
): Generator<FoundSpan> {
  for (let from = 0; ;) {
    characters.lastIndex = from
    const found = characters.exec(text)
    if (!found) return
    const [start, end] = [found.index, found.index + found[0].length]
    const isWhole = isAt(before, text, start) && isAt(after, text, end)
    // The name may begin again within what is no whole one.
    from = isWhole ? end : start + firstOf(found[0]).length
    if (isWhole) yield { start, end }
  }
}

/** Its first character: a search may not begin within one. */
function firstOf(text: string): string {
  const [first = ''] = text
  return first
}

function isAt(edge: RegExp, text: string, at: number): boolean {
  edge.lastIndex = at
  return edge.test(text)
}
