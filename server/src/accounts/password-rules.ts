import { coresOf, isCommonPassword } from './common-passwords.ts'

const CHARACTERS_MIN = 10
const CHARACTERS_MAX = 128
/** Shorter names before the `@` stand in too many words to be told from chance. */
const LOCAL_PART_CHARACTERS_MIN = 4
const PRODUCT = 'leadlight'

/**
 * Why a password will not do, in a sentence for the person choosing it; undefined when it will. Length and guessability
 * count, after NIST SP 800-63B-4 §3.1.1.2; which kinds of characters it mixes does not.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const chosen = password.normalize('NFC')
  const characters = Array.from(chosen).length
  if (characters < CHARACTERS_MIN)
    return `A password needs at least ${CHARACTERS_MIN} characters. A few words work well.`
  if (characters > CHARACTERS_MAX) return `A password can have at most ${CHARACTERS_MAX} characters.`
  if (containsLocalPart(chosen, email)) return 'A password must not contain your e-mail address.'
  if (coresOf(chosen.toLowerCase()).includes(PRODUCT)) return 'A password must be more than the name of this product.'
  if (isCommonPassword(chosen))
    return 'This password is among the first that are guessed. A few unrelated words work well.'
  return undefined
}

function containsLocalPart(chosen: string, email: string): boolean {
  const localPart = (email.split('@')[0] ?? '').split('+')[0] ?? ''
  const bare = (text: string) => text.toLowerCase().replace(/[\s._-]/g, '')
  return bare(localPart).length >= LOCAL_PART_CHARACTERS_MIN && bare(chosen).includes(bare(localPart))
}
