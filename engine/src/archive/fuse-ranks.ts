/** Softens the difference between first places. */
const PLACE_OFFSET = 60

/** Rows best first, and how much their order counts. */
export interface WeighedOrder {
  rows: readonly number[]
  weight: number
}

/**
 * One order of several by reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a place in one counts as
 * weight / (60 + place). `comesFirst` decides between rows that count the same.
 */
export function fuseRanks(
  orders: readonly WeighedOrder[],
  comesFirst: (one: number, other: number) => boolean,
): { row: number; rank: number }[] {
  const ranks = new Map<number, number>()
  for (const { rows, weight } of orders)
    rows.forEach((row, at) => ranks.set(row, (ranks.get(row) ?? 0) + weight / (PLACE_OFFSET + at + 1)))
  return [...ranks]
    .map(([row, rank]) => ({ row, rank }))
    .sort((a, b) => b.rank - a.rank || (comesFirst(a.row, b.row) ? -1 : 1))
}
