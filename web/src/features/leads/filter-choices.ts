import type { DataChannel } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import type { NamesOfKind } from '@leadlight/domain/filters'
import { LEAD_FILTERS, namesOfKind } from '@leadlight/domain/filters'
import type { Choice } from '../../lib/rows/choices.ts'
import { statusChoices, withDeleted } from '../../lib/rows/choices.ts'
import type { LeadFilters } from './lead-filters.ts'

export interface NamedSignal {
  id: string
  intent_signal: string
  lead_count: number
}

/** Names for the ids in filters. */
export interface FilterNames {
  statuses: readonly Status[]
  channels: readonly DataChannel[]
  signals: readonly NamedSignal[]
}

export type ListFilter = NamesOfKind<typeof LEAD_FILTERS, 'statuses' | 'ids' | 'texts'>

/** The filters with a menu of choices, in order. */
export const LIST_FILTERS = namesOfKind(LEAD_FILTERS, 'statuses', 'ids', 'texts')

const CHOICES: Record<ListFilter, (names: FilterNames) => Choice[]> = {
  statuses: ({ statuses }) => statusChoices(statuses),
  signals: ({ signals }) => signals.map((one) => ({ id: one.id, name: one.intent_signal })),
  channels: ({ channels }) => channels.map((one) => ({ id: one.id, name: one.display_name })),
}

/** A filter's choices, with chosen ones that no longer exist, so the user can clear them. */
export function choicesOf(filter: ListFilter, names: FilterNames, filters: LeadFilters): Choice[] {
  return withDeleted(CHOICES[filter](names), filters[filter])
}

/** The choices of every such filter. */
export function allChoices(names: FilterNames, filters: LeadFilters): Partial<Record<ListFilter, Choice[]>> {
  return Object.fromEntries(LIST_FILTERS.map((filter) => [filter, choicesOf(filter, names, filters)]))
}
