import { termWeight } from '../language/bm25.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { fold, stem } from '../language/words.ts'
import { isGlue } from './glue-words.ts'
import { GENERIC_CAPITALS, KNOWN_NAMES, NEVER_FIRST } from './known-names.ts'
import { readTokens, type Token } from './signal-tokens.ts'

/** Words of everyday language, as `lawyer` and `analytics`: written with a capital they are part of a name. */
const ORDINARY_WEIGHT_MAX = 7
/** `Notion users` names a product, `Bank customers` does not: `bank` is too common. */
const LONE_NAME_WEIGHT_MIN = 6.3
const TITLE_WORDS_MIN = 5
/** An ending of a site, or a sign: a name however the rest is written. */
const NAME_FORM = /^\p{L}(?:\+\+|#)$|^[\p{L}\p{N}-]+\.(?:com|io|js|ai|net|org|so|co|app|dev|me|ly|tv)$/iu
const INNER_CAPITAL = /\p{Ll}\p{Lu}|^\d+\p{Lu}\p{Ll}{2}/u
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}&-]+$/u
const FOLLOWS_A_NAME = /^(?:users?|customers?|subscribers?|alternatives?)$/i
const JOINS_NAMES = /^(?:of|de|du)$/
const LISTS = /^(?:,|\/|or|and|vs|versus)$/i
/** These may begin a name, so a capital on them does not prove that every word has one. */
const BEGINS_NAMES =
  /^(?:new|best|better|great|good|right|go|need|help|back|all|one|us|up|off|on|the|any|my|we|you|find|i|i'm|i've)$/i

interface Part extends Token {
  isFirst: boolean
  isStrong: boolean
  isCapital: boolean
}

/**
 * The proper names in a signal, as written and in order: `New Relic`, `C++`, `Monday.com`. Capitals count only where
 * they tell something: not at the start of a sentence, nor where every word has one. Pure.
 */
export function readNames(signal: string): string[] {
  const parts = toParts(signal)
  const names: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const end = endOfName(parts, at, signal)
    if (end <= at) continue
    names.push(signal.slice(parts[at]?.start, parts[end - 1]?.end).replace(/['\u2019]s$/, ''))
    at = end - 1
  }
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

/** The signal with small letters where its capitals tell nothing; its names stay as written. Pure. */
export function withTellingCapitals(signal: string, names: readonly string[]): string {
  if (capitalsTell(readTokens(signal))) return signal
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of findNames(signal, names)) {
    pieces.push(signal.slice(at, start).toLowerCase(), signal.slice(start, end))
    at = end
  }
  const calm = [...pieces, signal.slice(at).toLowerCase()].join('')
  return signal.charAt(0) + calm.slice(1)
}

/** Where names stand in a text, longest first where they overlap. */
export function findNames(text: string, names: readonly string[]): { start: number; end: number }[] {
  if (names.length === 0) return []
  const any = names
    .toSorted((left, right) => right.length - left.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return [...text.matchAll(pattern)].map(({ 0: name, index }) => ({ start: index, end: index + name.length }))
}

function toParts(signal: string): Part[] {
  const tokens = readTokens(signal)
  const isTelling = capitalsTell(tokens)
  const known = [...signal.matchAll(KNOWN_NAMES)].map(({ 0: name, index }) => [index, index + name.length] as const)
  return tokens.map((token, at) => {
    const isFirst = startsSentence(tokens, at)
    const isKnown = known.some(([start, end]) => token.start >= start && token.end <= end)
    const isGeneric = GENERIC_CAPITALS.has(token.text.toLowerCase())
    const isStrong = isKnown || (token.isWord && !isGeneric && isNameByForm(token.text, isTelling))
    const isCapital = isTelling && token.isWord && !isGeneric && /^\p{Lu}/u.test(token.text)
    return { ...token, isFirst, isStrong, isCapital: isCapital && !/^(?:I|A)(?:['\u2019]\w+)?$/.test(token.text) }
  })
}

function isNameByForm(word: string, isTelling: boolean): boolean {
  if (ACRONYM.test(word)) return isTelling
  return INNER_CAPITAL.test(word) || NAME_FORM.test(word)
}

/** The index behind the name that begins here; the same index where none does. */
function endOfName(parts: readonly Part[], from: number, signal: string): number {
  const first = parts[from]
  if (first === undefined || !(first.isStrong || first.isCapital)) return from
  let end = from + 1
  while (end < parts.length) {
    const after = nextOfName(parts, end, signal)
    if (after === end) break
    end = after
  }
  const own = parts.slice(from, end)
  if (
    !first.isStrong &&
    (first.isFirst ? !beginsName(parts, from, end) : own.every(({ text }) => isGlue(text) && text !== 'Go'))
  ) {
    return from
  }
  return end
}

function nextOfName(parts: readonly Part[], at: number, signal: string): number {
  const [before, part, after] = [parts[at - 1], parts[at], parts[at + 1]]
  if (before === undefined || part === undefined) return at
  const gap = signal.slice(before.end, part.start)
  if (!/^\s(?:&\s)?$/.test(gap)) return at
  if (part.isStrong || part.isCapital || (/^\d{1,4}$/.test(part.text) && !before.isFirst)) return at + 1
  const joins =
    JOINS_NAMES.test(part.text) && after?.isCapital === true && !before.isFirst && !before.text.endsWith('s')
  return joins ? at + 2 : at
}

/** Whether the word that begins a sentence, with the capital it has anyway, is part of a name. */
function beginsName(parts: readonly Part[], from: number, end: number): boolean {
  const [first, second] = [parts[from], parts[from + 1]]
  if (first === undefined || isGlue(first.text) || NEVER_FIRST.test(first.text)) return false
  if (end > from + 1 && second !== undefined) {
    const isApart = second.start > first.end + 1
    return isApart || (!second.isStrong && weightOf(second.text) < ORDINARY_WEIGHT_MAX)
  }
  if (second === undefined) return false
  if (FOLLOWS_A_NAME.test(second.text)) return weightOf(first.text) >= LONE_NAME_WEIGHT_MIN
  const third = parts[from + 2]
  const listed = LISTS.test(second.text) && third !== undefined && (third.isStrong || third.isCapital)
  return listed && !first.text.endsWith('s')
}

/** All capitals, or one on every word, tell nothing. */
function capitalsTell(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text, isWord }, at) => isWord && /\p{L}{2}/u.test(text) && !startsSentence(tokens, at))
  const lower = words.filter(({ text }) => /^\p{Ll}/u.test(text))
  if (words.some(({ text }) => /^\p{Lu}\p{Ll}+$/u.test(text) && isGlue(text) && !BEGINS_NAMES.test(text))) return false
  const shouted = words.filter(({ text }) => /^[\p{Lu}\p{N}'\u2019&.-]+$/u.test(text))
  if (lower.length === 0 && shouted.length === words.length && words.length > 1) return false
  if (shouted.some(({ text }) => isGlue(text) && text.length > 3)) return false
  const telling = words.filter(({ text }) => !isGlue(text))
  return telling.length < TITLE_WORDS_MIN || telling.some(({ text }) => /^\p{Ll}/u.test(text))
}

function startsSentence(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(0, at).findLast(({ text }) => !/^["(\u201c]$/.test(text))
  return before === undefined || /^[.?!:]$/.test(before.text)
}

function weightOf(word: string): number {
  return termWeight(wordStatistics, stem(fold(word)))
}
