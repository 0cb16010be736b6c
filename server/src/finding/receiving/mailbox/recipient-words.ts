import { RECEIVING_WORD_LENGTH } from '@leadlight/domain/receiving'

/** A mail that is for more addresses of one installation is no tool’s. */
const WORDS_MAX = 5
const WORD = new RegExp(`(?<![a-z0-9])([a-z2-7]{${RECEIVING_WORD_LENGTH}})"?@`, 'giu')

/**
 * The words of receiving addresses for which a mail may be, by the header fields that name who receives it: each is the
 * last part of what stands before the `@`, in any case.
 */
export function recipientWords(recipients: string): string[] {
  const words = [...recipients.matchAll(WORD)].map(([, word = '']) => word.toLowerCase())
  return [...new Set(words)].slice(0, WORDS_MAX)
}
