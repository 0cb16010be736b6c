import type { Token } from './tagger.ts'

/** Where a sentence speaks of the business itself. */
export interface Subject {
  /** The first token after it. */
  end: number
  /** With its verb, as in `we're`. */
  isCopula: boolean
  isColon: boolean
  /** By its name, not as "we". */
  isNamed?: boolean
}

/** Whether the sentence begins with the business itself: its name, "we", "it". */
export function readSubject(given: readonly Token[], own: readonly string[]): Subject | undefined {
  const greeting = /^(?:hi|hello|hey)$/u.test(given[0]?.lower ?? '')
    ? /^[,!.]$/u.test(given[1]?.text ?? '')
      ? 2
      : 1
    : 0
  const found = subjectOf(given.slice(greeting), own)
  return found && { ...found, end: found.end + greeting }
}

function subjectOf(tokens: readonly Token[], own: readonly string[]): Subject | undefined {
  const first = tokens[0]?.lower ?? ''
  if (/^(?:we|i|it)$/u.test(first)) return { end: 1, isCopula: false, isColon: false }
  if (/^(?:we|i|it)['’](?:re|m|s)$/u.test(first)) return { end: 1, isCopula: true, isColon: false }
  if (/^(?:we|i)['’](?:ve|ll)$/u.test(first)) return { end: 1, isCopula: false, isColon: false }
  if (
    first === 'our' &&
    /^(?:team|company|shop|studio|firm|platform|software|app|tool|solicitors|lawyers|tutors|engineers|service|product|clinic)$/u.test(
      tokens[1]?.lower ?? '',
    )
  )
    return { end: 2, isCopula: false, isColon: false }
  const end = nameLength(tokens, own)
  if (end === 0) return isIntroduced(tokens) ? { end: 1, isCopula: false, isColon: false } : undefined
  const isColon = /^[:,|]$/u.test(tokens[end]?.text ?? '')
  return { end: isColon ? end + 1 : end, isCopula: false, isColon, isNamed: true }
}

/** `Tide is a …`, whatever the business is called: a product of its own name. */
function isIntroduced(tokens: readonly Token[]): boolean {
  const [first, verb, article] = tokens
  return /^(?:NOUN|PROPN)$/u.test(first?.pos ?? '') && verb?.lower === 'is' && /^an?$/u.test(article?.lower ?? '')
}

/** How many of the first tokens are the name or its beginning, as `Penny & Co` is of `Penny & Co Accountants`. */
function nameLength(tokens: readonly Token[], own: readonly string[]): number {
  const length = namedAt(tokens, own)
  if (length === 0 || length === own.length) return length
  return /^(?:AUX|VERB)$/u.test(tokens[length]?.pos ?? '') || tokens[length]?.text === ':' ? length : 0
}

/** How many of the first tokens are the first words of the name, whatever follows. */
export function namedAt(tokens: readonly Token[], own: readonly string[]): number {
  let length = 0
  while (length < own.length && sameWord(tokens[length]?.lower, own[length] ?? '')) length += 1
  return length
}

/** The words of a business's name, in small letters. */
export function wordsOfName(name: string | null): string[] {
  return (name ?? '').toLowerCase().split(/\s+/u).filter(Boolean)
}

function sameWord(token: string | undefined, word: string): boolean {
  return token === word || token === word.replace(/[.,:]$/u, '')
}
