import { readPlaces, readingsOf, type Place } from '../matching/places.ts'
import type { WordPlan } from '../matching/word-plan.ts'

/**
 * What the groups of a plan that a post carries weigh, or 0 where the post does not match: the word plan's promise in the
 * plainest words, which the index is held to.
 */
export function carriedOf(plan: WordPlan, text: string): number {
  return carriedBy(plan, readPlaces(text))
}

/** The same for a post that has been read. */
export function carriedBy({ groups, needed, noneOf = [] }: WordPlan, places: readonly Place[]): number {
  if (noneOf.some((phrase) => carries(places, phrase))) return 0
  const weigh = (all: WordPlan['groups']) => all.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const carried = weigh(groups.filter(({ anyOf }) => anyOf.some((phrase) => carries(places, phrase))))
  return carried >= (needed ?? weigh(groups)) ? carried : 0
}

function carries(places: readonly Place[], phrase: string): boolean {
  return readingsOf(phrase).some((reading) => places.some((place) => standsAt(places, reading, place.at)))
}

function standsAt(places: readonly Place[], [term, ...rest]: readonly string[], at: number): boolean {
  if (term === undefined) return true
  return places.some((place) => place.at === at && place.term === term && standsAt(places, rest, at + place.length))
}
