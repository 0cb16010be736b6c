import { coresOf, isCommonPassword } from './common-passwords.ts'

const CHARACTERS_MIN = 10
const CHARACTERS_MAX = 128
/** Shorter parts of an address occur in too many words by chance. */
const PART_CHARACTERS_MIN = 4
const PRODUCT = 'leadlight'

/**
 * Why a password is refused, in a sentence for the person choosing it; undefined if it is accepted. Length and
 * guessability count, not kinds of characters (NIST SP 800-63B-4 §3.1.1.2). A word of the address neither helps nor
 * forbids the rest.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const chosen = password.normalize('NFC')
  const characters = Array.from(chosen).length
  if (characters < CHARACTERS_MIN)
    return `A password needs at least ${CHARACTERS_MIN} characters. A few words work well.`
  if (characters > CHARACTERS_MAX) return `A password can have at most ${CHARACTERS_MAX} characters.`
  if (isMadeOfAddress(chosen, email))
    return `Without your email address in it, a password needs at least ${CHARACTERS_MIN} characters that are not easily guessed.`
  if (coresOf(chosen.toLowerCase()).includes(PRODUCT)) return 'A password must be more than the name of this product.'
  if (isCommonPassword(chosen))
    return 'This password is among the first that are guessed. A few unrelated words work well.'
  return undefined
}

/** Whether the address, or its part before or after the `@`, is in it, and the rest would not do by itself. */
function isMadeOfAddress(chosen: string, email: string): boolean {
  const [localPart = '', domain = ''] = email.split('@')
  const password = bare(chosen)
  const parts = [email, localPart, localPart.split('+')[0] ?? '', domain].map(bare)
  const rest = parts
    .filter((part) => part.length >= PART_CHARACTERS_MIN)
    .reduce((left, part) => left.replaceAll(part, ''), password)
  return rest !== password && (Array.from(rest).length < CHARACTERS_MIN || isCommonPassword(rest))
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s._-]/g, '')
}
