/** Ties between nodes: for each node the other ones and how strong the tie is. A tie stands at both its ends. */
export type Ties = readonly ReadonlyMap<number, number>[]

/** Moves end sooner; the number only bounds what rounding could do. */
const SWEEPS_MAX = 20
const LEVELS_MAX = 10

/**
 * Parts a graph into communities by their modularity (Louvain, Blondel et al. 2008): each node joins the neighbouring
 * community to which it is tied more than by chance, then each community counts as one node, until nothing is gained.
 * The higher the resolution, the smaller they are. Nodes take turns in their order, so the same graph always has the
 * same communities. Answers with the community's number for each node.
 */
export function findCommunities(ties: Ties, resolution: number): Int32Array {
  let graph = ties
  let own = new Float64Array(ties.length)
  let found = Int32Array.from({ length: ties.length }, (_, node) => node)
  for (let level = 0; level < LEVELS_MAX; level++) {
    const { communities, hasMoved } = moveNodes(graph, own, resolution)
    if (!hasMoved) break
    const numbers = new Map<number, number>()
    const numbered = communities.map((community) => {
      const number = numbers.get(community) ?? numbers.size
      numbers.set(community, number)
      return number
    })
    found = found.map((node) => numbered[node] ?? 0)
    ;({ graph, own } = joinNodes(graph, own, { numbered, count: numbers.size }))
  }
  return found
}

/** `own` is the strength of what each node, itself a community before, holds within. */
function moveNodes(graph: Ties, own: Float64Array, resolution: number): { communities: Int32Array; hasMoved: boolean } {
  const strength = Float64Array.from(graph, (others, node) => {
    let sum = own[node] ?? 0
    for (const tie of others.values()) sum += tie
    return sum
  })
  const total = strength.reduce((sum, one) => sum + one, 0)
  const communities = Int32Array.from(graph, (_, node) => node)
  const within = Float64Array.from(strength)
  let hasMoved = false
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let moved = 0
    graph.forEach((others, node) => {
      const from = communities[node] ?? 0
      const weight = strength[node] ?? 0
      within[from] = (within[from] ?? 0) - weight
      const tied = new Map<number, number>([[from, 0]])
      for (const [other, tie] of others) {
        const community = communities[other] ?? 0
        tied.set(community, (tied.get(community) ?? 0) + tie)
      }
      const gainOf = (community: number, tie: number) => tie - (resolution * weight * (within[community] ?? 0)) / total
      let best = { community: from, gain: gainOf(from, tied.get(from) ?? 0) }
      for (const [community, tie] of tied) {
        const gain = gainOf(community, tie)
        if (gain > best.gain + 1e-9) best = { community, gain }
      }
      within[best.community] = (within[best.community] ?? 0) + weight
      if (best.community === from) return
      communities[node] = best.community
      moved++
    })
    if (moved === 0) break
    hasMoved = true
  }
  return { communities, hasMoved }
}

/** Each community as one node, with what it holds within. */
function joinNodes(
  graph: Ties,
  own: Float64Array,
  { numbered, count }: { numbered: Int32Array; count: number },
): { graph: Map<number, number>[]; own: Float64Array<ArrayBuffer> } {
  const joined = Array.from({ length: count }, () => new Map<number, number>())
  const held = new Float64Array(count)
  graph.forEach((others, node) => {
    const from = numbered[node] ?? 0
    held[from] = (held[from] ?? 0) + (own[node] ?? 0)
    for (const [other, tie] of others) {
      const to = numbered[other] ?? 0
      if (to === from) held[from] = (held[from] ?? 0) + tie
      else joined[from]?.set(to, (joined[from]?.get(to) ?? 0) + tie)
    }
  })
  return { graph: joined, own: held }
}
