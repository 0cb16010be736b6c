import { gistOf } from '../index/gist.ts'
import { findNeighbours, NEIGHBOURS_MAX, type Neighbours } from './near-posts.ts'

/** Below this two posts share a tone at most, not a subject. */
const LINKED_MIN = 0.4
/** Groups whose middles are this near are about one thing. */
const JOINED_MIN = 0.62
/** A post belongs to the group whose middle it is nearest to, if it is this near. */
const MEMBER_MIN = 0.5
/** Middles hardly move after so many rounds. */
const ROUNDS = 4
/** So many groups are weighed against each other; the others are too small to become a theme. */
const GROUPS_MAX = 2_000

/** Posts that are about one thing. */
export interface Group {
  /** Places in the list of posts, nearest to the group's middle first. */
  members: number[]
  /** How near each is to the middle. */
  nearness: number[]
}

/**
 * Groups posts by meaning; those that resemble few others stay out. Each post is led to the denser one nearest to it, so
 * that a group grows around each place where posts lie close together. Groups about one thing are joined, and then every
 * post goes to the nearest middle. Nothing is drawn by chance: the same posts always make the same groups.
 */
export function groupPosts(vectors: readonly Float32Array[], sizeMin: number): Group[] {
  const gists = vectors.map(gistOf)
  const units = gists.map(unitOf)
  const neighbours = findNeighbours(gists, LINKED_MIN)
  const dense = membersOf(leadToDenser(neighbours, gists.length))
    .filter(({ length }) => length >= Math.ceil(sizeMin / 2))
    .toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, GROUPS_MAX)
  let middles = joinNear(
    dense.map((members) => middleOf(units, members)),
    dense.map(({ length }) => length),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const groups = assign(units, middles).filter(({ members }) => members.length >= sizeMin)
    const moved = groups.map(({ members }) => middleOf(units, members))
    middles = joinNear(
      moved,
      groups.map(({ members }) => members.length),
    )
  }
  return assign(units, middles)
    .filter(({ members }) => members.length >= sizeMin)
    .toSorted((a, b) => b.members.length - a.members.length || (a.members[0] ?? 0) - (b.members[0] ?? 0))
}

/** Leads each post to its nearest neighbour where posts lie closer, until there is none: that post is its group's number. */
function leadToDenser({ at, nearness }: Neighbours, posts: number): Int32Array {
  const density = new Float64Array(posts)
  for (let place = 0; place < at.length; place++)
    density[Math.floor(place / NEIGHBOURS_MAX)] =
      (density[Math.floor(place / NEIGHBOURS_MAX)] ?? 0) + (nearness[place] ?? 0)
  const isDenser = (one: number, other: number) => {
    const difference = (density[one] ?? 0) - (density[other] ?? 0)
    return difference === 0 ? one < other : difference > 0
  }
  const next = Int32Array.from({ length: posts }, (_, post) => {
    for (let rank = 0; rank < NEIGHBOURS_MAX; rank++) {
      const other = at[post * NEIGHBOURS_MAX + rank] ?? -1
      if (other >= 0 && isDenser(other, post)) return other
    }
    return post
  })
  // Whoever is denser is never led back, so this ends.
  return next.map((_, post) => {
    let group = post
    while (next[group] !== group) group = next[group] ?? group
    return group
  })
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

/** Joins the nearest two groups, again and again, until no two are about one thing. Returns their middles. */
function joinNear(middles: readonly Float32Array[], sizes: readonly number[]): Float32Array[] {
  const sums = middles.map((middle, at) => middle.map((value) => value * (sizes[at] ?? 0)))
  const open = new Map(middles.map((middle, at) => [at, middle]))
  const best = new Map<number, { other: number; nearness: number }>()
  const findBest = (one: number): void => {
    const own = open.get(one)
    let found = { other: -1, nearness: JOINED_MIN }
    if (own)
      for (const [other, middle] of open) {
        if (other <= one) continue
        const nearness = product(own, middle)
        if (nearness > found.nearness) found = { other, nearness }
      }
    if (found.other >= 0) best.set(one, found)
    else best.delete(one)
  }
  for (const one of open.keys()) findBest(one)
  for (;;) {
    let pair: { one: number; other: number; nearness: number } | undefined
    for (const [one, { other, nearness }] of best)
      if (!pair || nearness > pair.nearness) pair = { one, other, nearness }
    if (!pair) return [...open.values()]
    const { one, other } = pair
    sums[one]?.forEach((value, at, sum) => (sum[at] = value + (sums[other]?.[at] ?? 0)))
    open.set(one, unitOf(sums[one] ?? []))
    open.delete(other)
    best.delete(other)
    for (const [each, near] of best) if (near.other === one || near.other === other) findBest(each)
    findBest(one)
    // Those before it may be nearer to what it has become than to their nearest so far.
    const joined = open.get(one)
    if (joined)
      for (const [each, middle] of open) {
        if (each >= one) break
        const nearness = product(middle, joined)
        if (nearness > Math.max(JOINED_MIN, best.get(each)?.nearness ?? 0)) best.set(each, { other: one, nearness })
      }
  }
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
