import type { Teammate } from '@leadlight/contract/lead-work'

const SHOWN_MAX = 8

/** Teammates with a word in their name that starts with the text, as many as a short list holds. */
export function matchTeammates<Person extends Teammate>(teammates: readonly Person[], typed: string): Person[] {
  const prefix = fold(typed)
  return teammates.filter(({ name }) => ` ${fold(name)}`.includes(` ${prefix}`)).slice(0, SHOWN_MAX)
}

/** Without case and accents, so "jose" finds José. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
