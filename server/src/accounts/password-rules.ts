const CHARACTERS_MIN = 10
const CHARACTERS_MAX = 128

/**
 * Why a password will not do, in a sentence for the person choosing it; undefined when it will. Length and guessability
 * count, after NIST SP 800-63B-4 §3.1.1.2; which kinds of characters it mixes does not.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const chosen = password.normalize('NFC')
  const characters = [...chosen].length
  if (characters < CHARACTERS_MIN)
    return `A password needs at least ${CHARACTERS_MIN} characters. A few words work well.`
  if (characters > CHARACTERS_MAX) return `A password can have at most ${CHARACTERS_MAX} characters.`
  void email
  return undefined
}
