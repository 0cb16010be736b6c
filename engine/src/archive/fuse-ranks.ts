/** A post's place in one order counts as 1 / (60 + place), so that the first places of either weigh most. */
const RANK_OFFSET = 60

/** One order of several: reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
export function fuseRanks(
  orders: readonly (readonly number[])[],
  comesFirst: (one: number, other: number) => boolean,
): { row: number; rank: number }[] {
  const ranks = new Map<number, number>()
  for (const order of orders)
    order.forEach((row, at) => ranks.set(row, (ranks.get(row) ?? 0) + 1 / (RANK_OFFSET + at + 1)))
  return [...ranks]
    .map(([row, rank]) => ({ row, rank }))
    .sort((a, b) => b.rank - a.rank || (comesFirst(a.row, b.row) ? -1 : 1))
}
