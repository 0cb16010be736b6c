import { foldWords } from './fold-words.ts'

/** Scripts that put no space between words: in them a name stands wherever its characters do. */
const SPACELESS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Bopomofo}'
const LETTER = `(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}_])`
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u')
const ENDS_SPACELESS = new RegExp(`[${SPACELESS}]$`, 'u')
const WORD = new RegExp(`${LETTER}+|(?=[\\p{L}\\p{N}])[${SPACELESS}]`, 'gu')
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u
const SCHEME = /^https?:\/\//u
const HOME = /^(?:https?:\/\/)?(?:www\.)?/u
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g

/** One name, as it is looked for. */
export interface NameTerm {
  /** As it was written. */
  written: string
  /** What a platform's own search is asked for. */
  asked: string
  /** Its words, all of which stand as words in any text that has the name. */
  words: string[]
  /** Finds it in a folded text. */
  pattern: RegExp
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
  const source = body.replace(SPECIAL, '\\$&').replaceAll(' ', '\\s+')
  const pattern = isAddress ? addressPattern(source, body === host) : wholePattern(body, source)
  return {
    written,
    asked: isAddress ? body : written.trim(),
    words: [...wordsOf(body)],
    pattern: new RegExp(pattern, 'gu'),
  }
}

function addressPattern(source: string, isHost: boolean): string {
  const after = isHost ? `(?!${LETTER}|-)(?!\\.${LETTER})` : `(?!${LETTER})`
  return `(?<!${LETTER}|-)${source}${after}`
}

function wholePattern(body: string, source: string): string {
  const before = STARTS_SPACELESS.test(body) ? '' : `(?<!${LETTER})`
  // A mark would make another character of the last one.
  if (ENDS_SPACELESS.test(body)) return `${before}${source}(?!\\p{M})`
  const last = body.at(-1)
  if (last === '+' || last === '#') return `${before}${source}(?!${LETTER}|[${last}])`
  return `${before}${source}(?!${LETTER}|\\+\\+|#(?!${LETTER}))`
}
