import { lettersOf } from './fold-text.ts'
import { linksIn } from './hidden-links.ts'

/** This many letters in a row of the standing orders are no coincidence: some seven words. */
const ORDERS_LETTERS = 36
/** A draft may repeat words of the rules; only several whole sentences in a row count. */
const RULES_LETTERS = 120
/** A word of letters and digits this long is a code, a key or a password. */
const CODE_CHARACTERS = 10

export interface Guarded {
  /** The model's standing orders. */
  orders: string
  /** A random word of the orders that occurs nowhere else. */
  marker: string
  /** The team's rules for drafts, to be followed and not repeated. */
  rules: string
  /** Texts a draft may repeat; a code in one of these is not the rules' secret. */
  tellable: readonly (string | null)[]
}

/**
 * Tells whether a growing text has begun to repeat what it must not: verbatim, spelled apart, backwards or in ROT13.
 */
export function createEchoWatch({ orders, marker, rules, tellable }: Guarded): (grown: string) => boolean {
  const orderly = disguises(lettersOf(orders))
  // A draft may say what a rule quotes.
  const unquoted = rules.replaceAll(/["“„«][^"”“»]*["”“»]/gu, ' ')
  const ruling = [lettersOf(unquoted)]
  const secrets = [marker, ...codesIn(unquoted, tellable)].flatMap((secret) => disguises(lettersOf(secret)))
  const keptLetters = Math.max(RULES_LETTERS, ...secrets.map(({ length }) => length)) - 1
  let letters = ''
  return (grown) => {
    const before = letters.length
    letters += lettersOf(grown)
    const repeats = (texts: readonly string[], length: number) =>
      ends(Math.max(before, length - 1), letters.length).some((end) => {
        const run = letters.slice(end - length, end)
        return texts.some((text) => text.includes(run))
      })
    // Not indexed in advance: that would delay the first words, and most drafts repeat nothing.
    const found =
      repeats(orderly, ORDERS_LETTERS) ||
      repeats(ruling, RULES_LETTERS) ||
      secrets.some((secret) => letters.includes(secret))
    letters = letters.slice(-keptLetters)
    return found
  }
}

function ends(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index + 1)
}

function disguises(letters: string): string[] {
  return [letters, Array.from(letters).toReversed().join(''), letters.replaceAll(/[a-z]/g, rot13)]
}

function rot13(letter: string): string {
  return String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97)
}

function codesIn(rules: string, tellable: readonly (string | null)[]): string[] {
  const links = new Set(linksIn(rules))
  const told = lettersOf(tellable.join(' '))
  return rules
    .split(/\s+/u)
    .filter((word) => !linksIn(word).some((link) => links.has(link)))
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= CODE_CHARACTERS && /\p{L}/u.test(word) && /\p{N}/u.test(word))
    .filter((word) => !told.includes(lettersOf(word)))
}
