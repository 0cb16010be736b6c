import type { LeadSort } from '@leadlight/domain/leads'

export interface LeadOrder {
  by: LeadSort
  direction: 'asc' | 'desc'
}

export const DEFAULT_ORDER: LeadOrder = { by: 'posted_at', direction: 'desc' }

/** The orders of every project; its smart columns add theirs. */
export const ORDERS: readonly (LeadOrder & { label: string })[] = [
  { label: 'Newest posts', by: 'posted_at', direction: 'desc' },
  { label: 'Oldest posts', by: 'posted_at', direction: 'asc' },
  { label: 'Best score', by: 'score', direction: 'desc' },
  { label: 'Last found', by: 'collected_at', direction: 'desc' },
  { label: 'Status', by: 'status', direction: 'asc' },
]

/** The first direction of each order: dates and scores descending, text ascending. */
const FIRST_DIRECTION: ReadonlyMap<string, 'asc' | 'desc'> = new Map(
  Object.entries<'asc' | 'desc'>({ posted_at: 'desc', collected_at: 'desc', score: 'desc' }),
)

const COLUMN = /^column:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const PLAIN: readonly LeadSort[] = ['posted_at', 'collected_at', 'score', 'status']

export function isDefaultOrder(order: LeadOrder): boolean {
  return isSameOrder(order, DEFAULT_ORDER)
}

export function isSameOrder(one: LeadOrder, other: LeadOrder): boolean {
  return one.by === other.by && one.direction === other.direction
}

/** The order in a URL; the default if there is none or it is invalid. */
export function readOrder(by: string | null, direction: string | null): LeadOrder {
  if (!isSort(by)) return DEFAULT_ORDER
  return { by, direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(by) }
}

/** An order in a word or two; a smart column's is not named, since the table and the menu show it. */
export function orderWords(order: LeadOrder): string {
  const usual = ORDERS.find((one) => isSameOrder(one, order)) ?? ORDERS.find((one) => one.by === order.by)
  return usual?.label ?? 'Smart column'
}

/** The order after a press on a heading: its first direction, then the other. */
export function orderAfterPress(order: LeadOrder, by: LeadSort): LeadOrder {
  if (order.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

export function columnSort(columnId: string): LeadSort {
  return `column:${columnId}`
}

function firstDirection(by: LeadSort): 'asc' | 'desc' {
  return FIRST_DIRECTION.get(by) ?? 'asc'
}

function isSort(name: string | null): name is LeadSort {
  return name !== null && (PLAIN.some((sort) => sort === name) || COLUMN.test(name))
}
