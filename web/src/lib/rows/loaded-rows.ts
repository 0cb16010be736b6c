/** The fields that every list's rows share. */
export interface Row {
  id: string
}

/** One page of a list. */
export interface RowPage<Item extends Row> {
  items: readonly Item[]
  total: number
  total_capped: boolean
  next_cursor: string | null
}

/** The loaded part of a list, from the top. */
export interface LoadedRows<Item extends Row> {
  items: readonly Item[]
  /** The number of matches; a lower bound if `isTotalCapped`. */
  total: number
  isTotalCapped: boolean
  nextCursor: string | null
  /** Keeps its identity while the same rows are in the same places, whatever changes inside them. */
  orderToken: object
  /** Keeps its identity until the list is read again from its top. */
  source: object
}

/** A change to rows: the same for all, or computed for each. */
export type RowChange<Item extends Row> = Partial<Item> | ((row: Item) => Partial<Item>)

/** A removed row, with the row before it; null at the top. */
export interface RemovedRow<Item extends Row> {
  row: Item
  afterId: string | null
}

export function firstPage<Item extends Row>(page: RowPage<Item>): LoadedRows<Item> {
  const { items, total, total_capped, next_cursor } = page
  return { items, total, isTotalCapped: total_capped, nextCursor: next_cursor, orderToken: {}, source: {} }
}

/** Appends the next page. A row that moved between two reads keeps its first place. */
export function appendPage<Item extends Row>(loaded: LoadedRows<Item>, page: RowPage<Item>): LoadedRows<Item> {
  const fresh = new Map(page.items.map((row) => [row.id, row]))
  for (const row of loaded.items) fresh.delete(row.id)
  return { ...loaded, items: [...loaded.items, ...fresh.values()], nextCursor: page.next_cursor, orderToken: {} }
}

/** Applies a change to a row, or to the whole object of which the row is a part. */
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

/** Removes rows and returns their places. */
export function removeRows<Item extends Row>(
  loaded: LoadedRows<Item>,
  ids: ReadonlySet<string>,
): { loaded: LoadedRows<Item>; removed: RemovedRow<Item>[] } {
  const removed: RemovedRow<Item>[] = []
  for (const [index, row] of loaded.items.entries()) {
    if (ids.has(row.id)) removed.push({ row, afterId: loaded.items[index - 1]?.id ?? null })
  }
  const items = loaded.items.filter((row) => !ids.has(row.id))
  return { loaded: { ...loaded, items, total: moveTotal(loaded, -removed.length), orderToken: {} }, removed }
}

/** Puts rows back after the rows they followed, or at the top if that row has gone. */
export function restoreRows<Item extends Row>(
  loaded: LoadedRows<Item>,
  removed: readonly RemovedRow<Item>[],
): LoadedRows<Item> {
  const present = new Set(loaded.items.map((row) => row.id))
  const missing = removed.filter(({ row }) => !present.has(row.id))
  const following = Map.groupBy(missing, ({ afterId }) => afterId)
  const items: Item[] = []
  function insertAfter(afterId: string | null) {
    const queue = [...(following.get(afterId) ?? [])]
    following.delete(afterId)
    for (let next = queue.shift(); next; next = queue.shift()) {
      items.push(next.row)
      queue.unshift(...(following.get(next.row.id) ?? []))
      following.delete(next.row.id)
    }
  }
  insertAfter(null)
  for (const row of loaded.items) {
    items.push(row)
    insertAfter(row.id)
  }
  const orphans = [...following.values()].flat().map(({ row }) => row)
  return { ...loaded, items: [...orphans, ...items], total: moveTotal(loaded, missing.length), orderToken: {} }
}

/** A capped total is a lower bound, and a few rows do not change it. */
function moveTotal({ total, isTotalCapped }: LoadedRows<Row>, by: number): number {
  return isTotalCapped ? total : Math.max(0, total + by)
}

/** A row's index; -1 if it is not loaded. `near` is where it was last seen: lists may be very long. */
export function indexOfRow(items: readonly Row[], id: string | null, near = -1): number {
  if (id === null) return -1
  for (const index of [near, near + 1, near - 1]) if (items[index]?.id === id) return index
  return items.findIndex((row) => row.id === id)
}

/** The ids between two rows, both included, in any order; only the target if the start is not loaded. */
export function idsBetween(loaded: LoadedRows<Row>, fromId: string | null, toId: string): string[] {
  const from = loaded.items.findIndex((row) => row.id === fromId)
  const to = loaded.items.findIndex((row) => row.id === toId)
  if (from < 0 || to < 0) return [toId]
  return loaded.items.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
}
