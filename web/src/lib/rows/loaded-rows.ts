/** What every list's rows have. */
export interface Row {
  id: string
}

/** One answer of a list's call. */
export interface RowPage<Item extends Row> {
  items: readonly Item[]
  total: number
  total_capped: boolean
  next_cursor: string | null
}

/** The part of a list that has been loaded, from its top down. */
export interface LoadedRows<Item extends Row> {
  items: readonly Item[]
  /** How many match in all; a lower bound where `isTotalCapped`. */
  total: number
  isTotalCapped: boolean
  nextCursor: string | null
  /** Stays the same as long as the rows are the same ones in the same places, whatever is changed in them. */
  places: object
}

/** How some rows change: all in the same way, or each in its own. */
export type RowChange<Item extends Row> = Partial<Item> | ((row: Item) => Partial<Item>)

/** A row that was taken out, with the row it stood after; null at the top. */
export interface RemovedRow<Item extends Row> {
  row: Item
  afterId: string | null
}

export function firstPage<Item extends Row>(page: RowPage<Item>): LoadedRows<Item> {
  const { items, total, total_capped, next_cursor } = page
  return { items, total, isTotalCapped: total_capped, nextCursor: next_cursor, places: {} }
}

/** Adds the next page. A row that moved between the two reads stays where it was first seen. */
export function appendPage<Item extends Row>(loaded: LoadedRows<Item>, page: RowPage<Item>): LoadedRows<Item> {
  const fresh = new Map(page.items.map((row) => [row.id, row]))
  for (const row of loaded.items) fresh.delete(row.id)
  return { ...loaded, items: [...loaded.items, ...fresh.values()], nextCursor: page.next_cursor, places: {} }
}

/** A row, or the whole of which it is the short form, with a change made to it. */
export function patchRow<Item extends Row, Whole extends Item>(row: Whole, change: RowChange<Item>): Whole {
  return { ...row, ...(typeof change === 'function' ? change(row) : change) }
}

export function patchRows<Item extends Row>(
  loaded: LoadedRows<Item>,
  ids: ReadonlySet<string>,
  change: RowChange<Item>,
): LoadedRows<Item> {
  return { ...loaded, items: loaded.items.map((row) => (ids.has(row.id) ? patchRow(row, change) : row)) }
}

/** Takes rows out, remembering their places. */
export function removeRows<Item extends Row>(
  loaded: LoadedRows<Item>,
  ids: ReadonlySet<string>,
): { loaded: LoadedRows<Item>; removed: RemovedRow<Item>[] } {
  const removed: RemovedRow<Item>[] = []
  for (const [index, row] of loaded.items.entries()) {
    if (ids.has(row.id)) removed.push({ row, afterId: loaded.items[index - 1]?.id ?? null })
  }
  const items = loaded.items.filter((row) => !ids.has(row.id))
  return { loaded: { ...loaded, items, total: moveTotal(loaded, -removed.length), places: {} }, removed }
}

/** Puts rows back after the rows they followed. One whose neighbour has gone goes to the top, where it is seen. */
export function restoreRows<Item extends Row>(
  loaded: LoadedRows<Item>,
  removed: readonly RemovedRow<Item>[],
): LoadedRows<Item> {
  const present = new Set(loaded.items.map((row) => row.id))
  const missing = removed.filter(({ row }) => !present.has(row.id))
  const following = Map.groupBy(missing, ({ afterId }) => afterId)
  const items: Item[] = []
  function place(afterId: string | null) {
    const queue = [...(following.get(afterId) ?? [])]
    following.delete(afterId)
    for (let next = queue.shift(); next; next = queue.shift()) {
      items.push(next.row)
      queue.unshift(...(following.get(next.row.id) ?? []))
      following.delete(next.row.id)
    }
  }
  place(null)
  for (const row of loaded.items) {
    items.push(row)
    place(row.id)
  }
  const orphans = [...following.values()].flat().map(({ row }) => row)
  return { ...loaded, items: [...orphans, ...items], total: moveTotal(loaded, missing.length), places: {} }
}

/** A capped total is a lower bound, which a few rows more or less do not move. */
function moveTotal({ total, isTotalCapped }: LoadedRows<Row>, by: number): number {
  return isTotalCapped ? total : Math.max(0, total + by)
}

/** Where a row stands; -1 where it is not loaded. `near` is where it was last seen: a list may be very long. */
export function indexOfRow(items: readonly Row[], id: string | null, near = -1): number {
  if (id === null) return -1
  for (const index of [near, near + 1, near - 1]) if (items[index]?.id === id) return index
  return items.findIndex((row) => row.id === id)
}

/** The ids from one row to another, both inside, whichever comes first; only the target where the start is not loaded. */
export function idsBetween(loaded: LoadedRows<Row>, fromId: string | null, toId: string): string[] {
  const from = loaded.items.findIndex((row) => row.id === fromId)
  const to = loaded.items.findIndex((row) => row.id === toId)
  if (from < 0 || to < 0) return [toId]
  return loaded.items.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
}
