import { phraseReadings, readPositions } from '@leadlight/engine/index/word-positions'
import { groupReadings, type WordPlan } from '@leadlight/engine/index/word-plan'

/**
 * A plan for peers. Each group and each exclusion is any of some readings, and any one of several sets of groups
 * suffices.
 */
export interface PeerPlan {
  /** The sets of groups, any one of which suffices if the post carries all its groups. */
  anySet: string[][][][]
  noneOf: string[][]
}

/** Peers have no weights, so an optional group becomes one set of groups for each that may be missing. */
export function peerPlan({ groups, needed, noneOf = [] }: WordPlan): PeerPlan {
  const all = groups.map(groupReadings)
  const isLenient = needed !== undefined && needed < groups.length
  return {
    anySet: isLenient ? all.map((_, left) => all.filter((__, at) => at !== left)) : [all],
    noneOf: noneOf.flatMap(phraseReadings),
  }
}

/** A post's terms by position, for peers that take them as they are. */
export function peerPost(text: string): { term: string; at: number }[] {
  return readPositions(text).map(({ term, at }) => ({ term, at }))
}
