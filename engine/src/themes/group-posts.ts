import { gistOf } from '../index/gist.ts'
import { findCommunities } from './communities.ts'
import { findNeighbours, NEIGHBOURS_MAX, type Neighbours } from './near-posts.ts'

/** Below this two posts share a tone at most, not a subject. */
const LINKED_MIN = 0.4
/**
 * How small communities are: four times as many posts are about more things, and say more of each. In steps, so that some
 * posts more or less change nothing (`npm run bench -- themes` says what follows).
 */
const RESOLUTION = { posts: 2_400, at: 2.5 }
/** A post belongs to the group whose middle it is nearest to, if it is this near. */
const MEMBER_MIN = 0.5
/** Middles hardly move after so many rounds. */
const ROUNDS = 4

/** Posts that are about one thing. */
export interface Group {
  /** Places in the list of posts, nearest to the group's middle first. */
  members: number[]
  /** How near each is to the middle. */
  nearness: number[]
}

/**
 * Groups posts by meaning; those that resemble few others stay out. Posts are tied to their nearest, the ties are parted
 * into communities, and then every post goes to the community whose middle it is nearest to. Nothing is drawn by chance:
 * the same posts in the same order always make the same groups.
 */
export function groupPosts(vectors: readonly Float32Array[], sizeMin: number): Group[] {
  const gists = vectors.map(gistOf)
  const units = gists.map(unitOf)
  const neighbours = findNeighbours(gists, LINKED_MIN)
  const communities = findCommunities(tiesOf(neighbours, gists.length), resolutionFor(gists.length))
  let middles = membersOf(communities)
    .filter(({ length }) => length >= Math.ceil(sizeMin / 2))
    .map((members) => middleOf(units, members))
  for (let round = 0; round < ROUNDS; round++) {
    const groups = assign(units, middles).filter(({ members }) => members.length >= sizeMin)
    middles = groups.map(({ members }) => middleOf(units, members))
  }
  return assign(units, middles)
    .filter(({ members }) => members.length >= sizeMin)
    .toSorted((a, b) => b.members.length - a.members.length || (a.members[0] ?? 0) - (b.members[0] ?? 0))
}

function resolutionFor(posts: number): number {
  return RESOLUTION.at * 2 ** Math.round(Math.log(posts / RESOLUTION.posts) / Math.log(4))
}

function tiesOf({ at, nearness }: Neighbours, posts: number): Map<number, number>[] {
  const ties = Array.from({ length: posts }, () => new Map<number, number>())
  at.forEach((other, place) => {
    if (other < 0) return
    const post = Math.floor(place / NEIGHBOURS_MAX)
    const tie = nearness[place] ?? 0
    ties[post]?.set(other, tie)
    ties[other]?.set(post, tie)
  })
  return ties
}

function membersOf(groupOf: Int32Array): number[][] {
  const members = new Map<number, number[]>()
  groupOf.forEach((group, post) => {
    const own = members.get(group)
    if (own) own.push(post)
    else members.set(group, [post])
  })
  return [...members.values()]
}

function assign(units: readonly Float32Array[], middles: readonly Float32Array[]): Group[] {
  const groups = middles.map((): { post: number; nearness: number }[] => [])
  units.forEach((unit, post) => {
    let best = -1
    let nearest = MEMBER_MIN
    for (let at = 0; at < middles.length; at++) {
      const middle = middles[at]
      const nearness = middle ? product(unit, middle) : 0
      if (nearness >= nearest) {
        best = at
        nearest = nearness
      }
    }
    groups[best]?.push({ post, nearness: nearest })
  })
  return groups.map((group) => {
    const ordered = group.toSorted((a, b) => b.nearness - a.nearness || a.post - b.post)
    return { members: ordered.map(({ post }) => post), nearness: ordered.map(({ nearness }) => nearness) }
  })
}

function middleOf(units: readonly Float32Array[], members: readonly number[]): Float32Array {
  const sum = new Float32Array(units[0]?.length ?? 0)
  for (const member of members) units[member]?.forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value))
  return unitOf(sum)
}

function unitOf(values: Int8Array | Float32Array | readonly number[]): Float32Array {
  let square = 0
  for (const value of values) square += value * value
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square)
  return Float32Array.from(values, (value) => value * scale)
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
