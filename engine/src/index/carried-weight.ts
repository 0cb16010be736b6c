import { phraseReadings, readPositions, type WordPosition } from './word-positions.ts'
import { groupReadings, type WordPlan } from './word-plan.ts'

/**
 * The weight of the plan's groups that a post carries, or 0 where the post does not match. This is the reference
 * implementation, one plan at a time, which tests compare the word index with.
 */
export function carriedWeight(plan: WordPlan, text: string): number {
  return carriedBy(plan, readPositions(text))
}

/** The same for a post that has been read. */
export function carriedBy({ groups, needed, noneOf = [] }: WordPlan, positions: readonly WordPosition[]): number {
  if (noneOf.some((phrase) => carriesAny(positions, phraseReadings(phrase)))) return 0
  const carried = weightOf(groups.filter((group) => carriesAny(positions, groupReadings(group))))
  return carried >= (needed ?? weightOf(groups)) ? carried : 0
}

export function weightOf(groups: WordPlan['groups']): number {
  return groups.reduce((sum, { weight = 1 }) => sum + weight, 0)
}

function carriesAny(positions: readonly WordPosition[], readings: readonly (readonly string[])[]): boolean {
  return readings.some((reading) => positions.some((position) => standsAt(positions, reading, position.at)))
}

function standsAt(positions: readonly WordPosition[], [term, ...rest]: readonly string[], at: number): boolean {
  if (term === undefined) return true
  return positions.some(
    (position) => position.at === at && position.term === term && standsAt(positions, rest, at + position.length),
  )
}
