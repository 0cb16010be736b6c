import type { DataChannel } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import type { Choice } from '../../lib/rows/choices.ts'
import { statusChoices, withGone } from '../../lib/rows/choices.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { useLeadCounts } from './use-lead-counts.ts'

export interface NamedSignal {
  id: string
  intent_signal: string
  lead_count: number
}

/** The names behind the filters' ids. */
export interface FilterNames {
  statuses: readonly Status[]
  channels: readonly DataChannel[]
  signals: readonly NamedSignal[]
}

export type ListFilter = 'statuses' | 'signals' | 'channels'

/** What each filter is called while it does not narrow, and how several of its choices are counted. */
export const FILTER_WORDS: Record<ListFilter, { noun: string; one: string }> = {
  statuses: { noun: 'statuses', one: 'status' },
  signals: { noun: 'signals', one: 'signal' },
  channels: { noun: 'channels', one: 'channel' },
}

/** The choices of a filter, with those that are chosen but no longer there, so that they can be taken back. */
export function choicesOf(filter: ListFilter, names: FilterNames, filters: LeadFilters): Choice[] {
  return withGone(knownChoices(filter, names), filters[filter])
}

export function countOf(counts: ReturnType<typeof useLeadCounts>, filter: ListFilter, id: string): string | null {
  return counts.of(filter === 'signals' ? 'intent_signals' : filter, id)
}

function knownChoices(filter: ListFilter, names: FilterNames): Choice[] {
  if (filter === 'signals') return names.signals.map((one) => ({ id: one.id, name: one.intent_signal }))
  if (filter === 'channels') return names.channels.map((one) => ({ id: one.id, name: one.display_name }))
  return statusChoices(names.statuses)
}
