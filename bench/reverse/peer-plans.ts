import { phraseReadings, readPlaces } from '@leadlight/engine/index/places'
import { groupReadings, type WordPlan } from '@leadlight/engine/index/word-plan'

/** A plan for peers, in which each group and each exclusion is any of some readings: all of some sets of groups are enough. */
export interface PeerPlan {
  /** Any of these sets, of each of which all groups have to be carried. */
  anySet: string[][][][]
  noneOf: string[][]
}

/** Peers know no weights: that one group may be missing becomes one set of groups for each that may. */
export function peerPlan({ groups, needed, noneOf = [] }: WordPlan): PeerPlan {
  const all = groups.map(groupReadings)
  const isLenient = needed !== undefined && needed < groups.length
  return {
    anySet: isLenient ? all.map((_, left) => all.filter((__, at) => at !== left)) : [all],
    noneOf: noneOf.flatMap(phraseReadings),
  }
}

/** A post's terms by place, for peers that take them as they are. */
export function peerPost(text: string): { term: string; at: number }[] {
  return readPlaces(text).map(({ term, at }) => ({ term, at }))
}
