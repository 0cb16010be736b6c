import type { LeadList, LeadRow } from '@leadlight/contract/leads'

/** The part of a list that has been loaded, from its top down. */
export interface LoadedLeads {
  items: readonly LeadRow[]
  /** How many match in all; a lower bound where `isTotalCapped`. */
  total: number
  isTotalCapped: boolean
  nextCursor: string | null
  /** Stays the same as long as the rows are the same leads in the same places, whatever is changed in them. */
  places: object
}

export type LeadPatch = Partial<Omit<LeadRow, 'id' | 'project_id'>>
/** How some leads change: all in the same way, or each in its own. */
export type LeadChange = LeadPatch | ((lead: LeadRow) => LeadPatch)

/** A row that was taken out, with the row it stood after; null at the top. */
export interface RemovedLead {
  lead: LeadRow
  afterId: string | null
}

export function firstPage(page: LeadList): LoadedLeads {
  const { items, total, total_capped, next_cursor } = page
  return { items, total, isTotalCapped: total_capped, nextCursor: next_cursor, places: {} }
}

/** Adds the next page. A lead that moved between the two reads stays where it was first seen. */
export function appendPage(loaded: LoadedLeads, page: LeadList): LoadedLeads {
  const fresh = new Map(page.items.map((lead) => [lead.id, lead]))
  for (const lead of loaded.items) fresh.delete(lead.id)
  return { ...loaded, items: [...loaded.items, ...fresh.values()], nextCursor: page.next_cursor, places: {} }
}

export function patchLead<Row extends LeadRow>(lead: Row, change: LeadChange): Row {
  return { ...lead, ...(typeof change === 'function' ? change(lead) : change) }
}

export function patchLeads(loaded: LoadedLeads, ids: ReadonlySet<string>, change: LeadChange): LoadedLeads {
  return { ...loaded, items: loaded.items.map((lead) => (ids.has(lead.id) ? patchLead(lead, change) : lead)) }
}

/** Takes rows out, remembering their places. */
export function removeLeads(
  loaded: LoadedLeads,
  ids: ReadonlySet<string>,
): { loaded: LoadedLeads; removed: RemovedLead[] } {
  const removed: RemovedLead[] = []
  for (const [index, lead] of loaded.items.entries()) {
    if (ids.has(lead.id)) removed.push({ lead, afterId: loaded.items[index - 1]?.id ?? null })
  }
  const items = loaded.items.filter((lead) => !ids.has(lead.id))
  return { loaded: { ...loaded, items, total: moveTotal(loaded, -removed.length), places: {} }, removed }
}

/** Puts rows back after the rows they followed. One whose neighbour has gone goes to the top, where it is seen. */
export function restoreLeads(loaded: LoadedLeads, removed: readonly RemovedLead[]): LoadedLeads {
  const present = new Set(loaded.items.map((lead) => lead.id))
  const missing = removed.filter(({ lead }) => !present.has(lead.id))
  const following = Map.groupBy(missing, ({ afterId }) => afterId)
  const items: LeadRow[] = []
  function place(afterId: string | null) {
    const queue = [...(following.get(afterId) ?? [])]
    following.delete(afterId)
    for (let next = queue.shift(); next; next = queue.shift()) {
      items.push(next.lead)
      queue.unshift(...(following.get(next.lead.id) ?? []))
      following.delete(next.lead.id)
    }
  }
  place(null)
  for (const lead of loaded.items) {
    items.push(lead)
    place(lead.id)
  }
  const orphans = [...following.values()].flat().map(({ lead }) => lead)
  return { ...loaded, items: [...orphans, ...items], total: moveTotal(loaded, missing.length), places: {} }
}

/** A capped total is a lower bound, which a few rows more or less do not move. */
function moveTotal({ total, isTotalCapped }: LoadedLeads, by: number): number {
  return isTotalCapped ? total : Math.max(0, total + by)
}

/** Where a lead stands; -1 where it is not loaded. `near` is where it was last seen: a list may be very long. */
export function indexOfLead(items: readonly LeadRow[], id: string | null, near = -1): number {
  if (id === null) return -1
  for (const index of [near, near + 1, near - 1]) if (items[index]?.id === id) return index
  return items.findIndex((lead) => lead.id === id)
}

/** The ids from one row to another, both inside, whichever comes first; only the target where the start is not loaded. */
export function idsBetween(loaded: LoadedLeads, fromId: string | null, toId: string): string[] {
  const from = loaded.items.findIndex((lead) => lead.id === fromId)
  const to = loaded.items.findIndex((lead) => lead.id === toId)
  if (from < 0 || to < 0) return [toId]
  return loaded.items.slice(Math.min(from, to), Math.max(from, to) + 1).map((lead) => lead.id)
}
