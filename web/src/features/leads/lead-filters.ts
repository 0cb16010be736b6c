import type { QueryOf } from '@leadlight/contract/endpoint'
import type { BulkSelection, listLeads } from '@leadlight/contract/leads'
import type { LeadSort } from '@leadlight/domain/leads'

export type ListQuery = QueryOf<typeof listLeads>
export type BulkFilter = Extract<BulkSelection, { filter: unknown }>['filter']

export const SORTS = {
  newest: { label: 'Newest posts', by: 'posted_at', order: 'desc' },
  oldest: { label: 'Oldest posts', by: 'posted_at', order: 'asc' },
  score: { label: 'Best score', by: 'score', order: 'desc' },
  found: { label: 'Last found', by: 'collected_at', order: 'desc' },
} as const satisfies Record<string, { label: string; by: LeadSort; order: 'asc' | 'desc' }>
export type SortName = keyof typeof SORTS

export interface LeadFilters {
  channels: readonly string[]
  signals: readonly string[]
  read: 'read' | 'unread' | null
  starred: boolean
  deleted: boolean
  text: string
  /** Days in the reader's time zone, `2026-11-21`; both ends are inside. */
  from: string | null
  to: string | null
  sort: SortName
}

export const NO_FILTERS: LeadFilters = {
  channels: [],
  signals: [],
  read: null,
  starred: false,
  deleted: false,
  text: '',
  from: null,
  to: null,
  sort: 'newest',
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const LIST_MAX = 50
const CHANNEL_CHARACTERS_MAX = 300
const TEXT_CHARACTERS_MAX = 200
/** The word for a filter that does not narrow; it is never sent. */
const ALL = 'all'

/** The filters an address asks for. What cannot be a filter is passed over, so an old or mistyped link still opens. */
export function readFilters(search: URLSearchParams): LeadFilters {
  const read = search.get('read')
  const sort = search.get('sort')
  return {
    channels: listOf(search, 'channel').filter((id) => id.length <= CHANNEL_CHARACTERS_MAX),
    signals: listOf(search, 'signal').filter((id) => UUID.test(id)),
    read: read === 'read' || read === 'unread' ? read : null,
    starred: search.get('starred') === 'true',
    deleted: search.get('deleted') === 'true',
    text: (search.get('q') ?? '').trim().slice(0, TEXT_CHARACTERS_MAX),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    sort: isSort(sort) ? sort : NO_FILTERS.sort,
  }
}

/** The address's search part for filters; whatever does not narrow is left out. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const id of filters.channels) search.append('channel', id)
  for (const id of filters.signals) search.append('signal', id)
  if (filters.read) search.set('read', filters.read)
  if (filters.starred) search.set('starred', 'true')
  if (filters.deleted) search.set('deleted', 'true')
  if (filters.text) search.set('q', filters.text)
  if (filters.from) search.set('from', filters.from)
  if (filters.to) search.set('to', filters.to)
  if (filters.sort !== NO_FILTERS.sort) search.set('sort', filters.sort)
  return search
}

/** What the list call is sent: empty filters omitted, days as ISO instants, the order only where it is not the usual one. */
export function listQuery(filters: LeadFilters): ListQuery {
  const { read, starred, deleted, smart_column_values, ...rest } = bulkFilter(filters)
  const sort = SORTS[filters.sort]
  return {
    ...rest,
    ...(smart_column_values === undefined ? {} : { smart_column_values: JSON.stringify(smart_column_values) }),
    ...(read === undefined ? {} : { read: flag(read) }),
    ...(starred === undefined ? {} : { starred: flag(starred) }),
    ...(deleted === undefined ? {} : { deleted: flag(deleted) }),
    ...(filters.sort === NO_FILTERS.sort ? {} : { sort_by: sort.by, sort_order: sort.order }),
  }
}

/** The same filters as a bulk call's body names them: all leads that match. */
export function bulkFilter(filters: LeadFilters): BulkFilter {
  return {
    ...(filters.channels.length > 0 ? { data_source_filters: [...filters.channels] } : {}),
    ...(filters.signals.length > 0 ? { intent_signals: [...filters.signals] } : {}),
    ...(filters.read ? { read: filters.read === 'read' } : {}),
    ...(filters.starred ? { starred: true } : {}),
    ...(filters.deleted ? { deleted: true } : {}),
    ...(filters.text ? { search_text: filters.text } : {}),
    ...(filters.from ? { date_from: new Date(`${filters.from}T00:00:00`).toISOString() } : {}),
    ...(filters.to ? { date_to: new Date(`${filters.to}T23:59:59.999`).toISOString() } : {}),
  }
}

/** How many filters narrow the list; the order does not count. */
export function countFilters(filters: LeadFilters): number {
  return Object.keys(bulkFilter(filters)).length
}

function listOf(search: URLSearchParams, name: string): string[] {
  return [...new Set(search.getAll(name))].filter((value) => value !== '' && value !== ALL).slice(0, LIST_MAX)
}

function dayOf(value: string | null): string | null {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return null
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null
}

function isSort(name: string | null): name is SortName {
  return name !== null && Object.hasOwn(SORTS, name)
}

function flag(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false'
}
