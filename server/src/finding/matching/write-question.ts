import type { LegQuery } from './leg-store.ts'

/** A question as one types it: words, and phrases in quotes. Empty asks for the newest posts. */
export function writeQuestion({ text, words, phrases }: LegQuery): string {
  return text ?? [words, ...phrases.map((phrase) => `"${phrase}"`)].filter((part) => part !== '').join(' ')
}
