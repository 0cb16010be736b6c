import { dictionary } from '@zxcvbn-ts/language-common'

const DECORATION_CHARACTERS_MAX = 8
const REPEATED_CHARACTERS_MAX = 6

const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '@': 'a',
    '4': 'a',
    '0': 'o',
    '3': 'e',
    '5': 's',
    $: 's',
    '7': 't',
    '1': 'i',
    '!': 'i',
  }),
)

let common: Set<string> | undefined

/**
 * Whether a password is among those that are tried first: some 49,000 found in breaches, thinly disguised or not
 * (digits around it, `p@ssw0rd`, written twice). So is one repeated group of characters, or a run like `abcdef`.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'])
  const lower = password.toLowerCase()
  return isRun(lower) || isRepetition(lower) || coresOf(lower).some((core) => common?.has(core))
}

/** The word inside the decoration, as it is and with the usual digits read as letters; and the password itself. */
export function coresOf(lower: string): string[] {
  const candidates = [lower, undecorated(lower), undecorated(plainLetters(lower)), plainLetters(undecorated(lower))]
  return candidates.flatMap((candidate) => [candidate, repeatedUnit(candidate)])
}

function undecorated(text: string): string {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return core.length >= 3 && text.length - core.length <= DECORATION_CHARACTERS_MAX ? core : text
}

function plainLetters(text: string): string {
  return text.replace(/[@403$571!]/g, (character) => LEET.get(character) ?? character)
}

function repeatedUnit(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text
}

function isRepetition(text: string): boolean {
  return repeatedUnit(text) !== text && repeatedUnit(text).length <= REPEATED_CHARACTERS_MAX
}

/** Each character follows or precedes the last by one: `abcdefghij`, `0987654321` with its turn at 0. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, i) => (code - (codes[i] ?? 0) + 10) % 10)
  return new Set(steps).size === 1 && (steps[0] === 1 || steps[0] === 9)
}
