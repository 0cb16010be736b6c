export const STATUS_COLORS = ['grey', 'blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const
export type StatusColor = (typeof STATUS_COLORS)[number]

export const STATUSES_MAX = 30

export interface StatusTemplate {
  name: string
  color: StatusColor
}

/** The statuses of a new project, in this order. A lead begins without one. */
export const DEFAULT_LEAD_STATUSES: readonly StatusTemplate[] = [
  { name: 'To answer', color: 'amber' },
  { name: 'Answered', color: 'blue' },
  { name: 'Talking', color: 'violet' },
  { name: 'Won', color: 'green' },
  { name: 'Not a fit', color: 'grey' },
]

/** The same for people and companies. */
export const DEFAULT_PROSPECT_STATUSES: readonly StatusTemplate[] = [
  { name: 'To contact', color: 'amber' },
  { name: 'Contacted', color: 'blue' },
  { name: 'Talking', color: 'violet' },
  { name: 'Customer', color: 'green' },
  { name: 'Not a fit', color: 'grey' },
]

/** Whether two names differ at most in case, in any script. A database's own comparison depends on its locale. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The ids in their new order after one has moved to a 0-based index; an index past the end means the end. */
export function movedTo(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((one) => one !== id)
  return others.length === ids.length ? [...ids] : others.toSpliced(position, 0, id)
}

/** The colour for another status: the least used one, first in the order of the colours. */
export function nextColor(taken: readonly StatusColor[]): StatusColor {
  const count = (color: StatusColor) => taken.filter((one) => one === color).length
  return STATUS_COLORS.reduce((best, color) => (count(color) < count(best) ? color : best))
}
