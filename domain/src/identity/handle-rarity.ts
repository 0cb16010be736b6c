import { COMMON_FAMILY_NAMES, COMMON_GIVEN_NAMES, COMMON_WORDS } from './common-handles.ts'

/** What each further part of a handle counts, in bits: the rarer among handles, the more. */
const BITS = { given: 7, family: 8.5, word: 8.5, digit: 2.6, separator: 1.5, letter: 3.6 }
const PART_MAX = 12
/** Prefixes that people add to a handle that is taken. */
const BEGINNINGS = /^(?:the|its|im|iam|mr|hey)(?=[a-z]{4})/u
const ENDS = /(?:dev|codes?|tech|hq|app|io|xyz|real|official|parody)$/u
/** Suffixes that an impersonator adds to somebody's handle. */
const IMPERSONATING = /(?:real|official|parody|hq|fan|_)$/u

/** The form in which handles are compared: lower case, without the platform's ending. */
export function plainHandle(handle: string): string {
  return handle
    .toLowerCase()
    .replace(/^@/u, '')
    .replace(/\.bsky\.social$/u, '')
}

/** A handle without trailing digits, separators, and what people add to one that is taken. */
export function handleStem(handle: string): string {
  const bare = plainHandle(handle).replaceAll(/[\W_]/gu, '').replace(/\d+$/u, '')
  const stem = bare.replace(BEGINNINGS, '').replace(ENDS, '')
  return stem.length >= 4 ? stem : bare
}

export function isLikelyImpersonation(handle: string): boolean {
  return IMPERSONATING.test(plainHandle(handle))
}

/** How surprising a handle is, in bits: among 2 to that power strangers one is likely to have it too. */
export function handleBits(handle: string): number {
  const text = plainHandle(handle)
  const cheapest = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let best = (cheapest[end - 1] ?? 0) + characterBits(text.charAt(end - 1))
    for (let begin = Math.max(0, end - PART_MAX); begin < end - 1; begin += 1) {
      const bits = partBits(text.slice(begin, end))
      if (bits !== undefined) best = Math.min(best, (cheapest[begin] ?? 0) + bits)
    }
    cheapest.push(best)
  }
  return cheapest[text.length] ?? 0
}

function partBits(part: string): number | undefined {
  if (COMMON_GIVEN_NAMES.has(part)) return BITS.given
  if (COMMON_FAMILY_NAMES.has(part)) return BITS.family
  return COMMON_WORDS.has(part) ? BITS.word : undefined
}

function characterBits(character: string): number {
  if (/\d/u.test(character)) return BITS.digit
  return /[a-z]/u.test(character) ? BITS.letter : BITS.separator
}
