import type { Teammate } from '@leadlight/contract/lead-work'

const SHOWN_MAX = 8

/** Those whose name has a word that begins with what was typed, as many as a short list can show. */
export function matchTeammates<Person extends Teammate>(teammates: readonly Person[], typed: string): Person[] {
  const wanted = fold(typed)
  return teammates.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`)).slice(0, SHOWN_MAX)
}

/** Without case and accents, so that "jose" finds José. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
