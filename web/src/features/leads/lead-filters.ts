import type { ColumnValueFilter } from '@leadlight/contract/columns'
import type { QueryOf } from '@leadlight/contract/endpoint'
import type { BulkSelection, listLeads } from '@leadlight/contract/leads'
import { CHANNEL_ID_CHARACTERS_MAX, GITHUB_ISSUE_STATES, NO_STATUS } from '@leadlight/domain/leads'
import { readColumnFilters } from './column-filters.ts'
import type { LeadOrder } from './lead-order.ts'
import { isUsualOrder, readOrder, USUAL_ORDER } from './lead-order.ts'
import type { Period } from '../../lib/rows/periods.ts'
import { periodStart, readEdge, readPeriod } from '../../lib/rows/periods.ts'

export type ListQuery = QueryOf<typeof listLeads>
export type BulkFilter = Extract<BulkSelection, { filter: unknown }>['filter']
export type GithubIssueState = (typeof GITHUB_ISSUE_STATES)[number]

export interface LeadFilters {
  /** Ids of statuses; `none` stands for leads without one. */
  statuses: readonly string[]
  channels: readonly string[]
  signals: readonly string[]
  columns: readonly ColumnValueFilter[]
  githubStates: readonly GithubIssueState[]
  read: 'read' | 'unread' | null
  starred: boolean
  deleted: boolean
  text: string
  /** Posts of the last days; it moves along with time and stands in the way of `from` and `to`. */
  period: Period | null
  /** ISO instants; both ends are inside. */
  from: string | null
  to: string | null
  /** Only these leads: what a link from outside points at. */
  leadIds: readonly string[]
  order: LeadOrder
  /** The saved view these filters come from; they may have been changed since. */
  viewId: string | null
}

export const NO_FILTERS: LeadFilters = {
  statuses: [],
  channels: [],
  signals: [],
  columns: [],
  githubStates: [],
  read: null,
  starred: false,
  deleted: false,
  text: '',
  period: null,
  from: null,
  to: null,
  leadIds: [],
  order: USUAL_ORDER,
  viewId: null,
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const LIST_MAX = 50
const LEAD_IDS_MAX = 200
const TEXT_CHARACTERS_MAX = 200
/** The word for a filter that does not narrow; it is never sent. */
const ALL = 'all'

/** The filters an address asks for. What cannot be a filter is passed over, so an old or mistyped link still opens. */
export function readFilters(search: URLSearchParams): LeadFilters {
  const read = search.get('read')
  const period = readPeriod(search.get('period'))
  const view = search.get('view')
  return {
    statuses: listOf(search, 'status_config_id').filter((id) => id === NO_STATUS || UUID.test(id)),
    channels: listOf(search, 'data_source_filters').filter((id) => id.length <= CHANNEL_ID_CHARACTERS_MAX),
    signals: listOf(search, 'intent_signals').filter((id) => UUID.test(id)),
    columns: readColumnFilters(search.get('smart_column_values')),
    githubStates: GITHUB_ISSUE_STATES.filter((state) => search.getAll('github_issue_states').includes(state)),
    read: read === 'true' ? 'read' : read === 'false' ? 'unread' : null,
    starred: search.get('starred') === 'true',
    deleted: search.get('deleted') === 'true',
    text: (search.get('search_text') ?? '').trim().slice(0, TEXT_CHARACTERS_MAX),
    period,
    from: period ? null : readEdge(search.get('date_from'), 'start'),
    to: period ? null : readEdge(search.get('date_to'), 'end'),
    leadIds: listOf(search, 'lead_ids', LEAD_IDS_MAX).filter((id) => UUID.test(id)),
    order: readOrder(search.get('sort_by'), search.get('sort_order')),
    viewId: view && UUID.test(view) ? view : null,
  }
}

/** The address's search part for filters, named as the contract names them; whatever does not narrow is left out. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const id of filters.statuses) search.append('status_config_id', id)
  for (const id of filters.channels) search.append('data_source_filters', id)
  for (const id of filters.signals) search.append('intent_signals', id)
  if (filters.columns.length > 0) search.set('smart_column_values', JSON.stringify(filters.columns))
  for (const state of filters.githubStates) search.append('github_issue_states', state)
  if (filters.read) search.set('read', flag(filters.read === 'read'))
  if (filters.starred) search.set('starred', 'true')
  if (filters.deleted) search.set('deleted', 'true')
  if (filters.text) search.set('search_text', filters.text)
  if (filters.period) search.set('period', filters.period)
  if (filters.from) search.set('date_from', filters.from)
  if (filters.to) search.set('date_to', filters.to)
  for (const id of filters.leadIds) search.append('lead_ids', id)
  if (!isUsualOrder(filters.order)) {
    search.set('sort_by', filters.order.by)
    search.set('sort_order', filters.order.direction)
  }
  if (filters.viewId) search.set('view', filters.viewId)
  return search
}

/** What the list call is sent: empty filters omitted, the order only where it is not the usual one. */
export function listQuery(filters: LeadFilters): ListQuery {
  const { order } = filters
  return {
    ...countQuery(filters),
    ...(isUsualOrder(order) ? {} : { sort_by: order.by, sort_order: order.direction }),
  }
}

/** The filters as a query string carries them, without an order. */
export function countQuery(filters: LeadFilters): ListQuery {
  const { read, starred, deleted, smart_column_values, ...rest } = bulkFilter(filters)
  return {
    ...rest,
    ...(smart_column_values === undefined ? {} : { smart_column_values: JSON.stringify(smart_column_values) }),
    ...(read === undefined ? {} : { read: flag(read) }),
    ...(starred === undefined ? {} : { starred: flag(starred) }),
    ...(deleted === undefined ? {} : { deleted: flag(deleted) }),
  }
}

/** By what is counted how many of a list are unread: its other filters. */
export function unreadQuery({ read: _read, sort_by: _by, sort_order: _order, ...query }: ListQuery): ListQuery {
  return query
}

/** The same filters as a bulk call's body names them: all leads that match. */
export function bulkFilter(filters: LeadFilters): BulkFilter {
  const from = filters.period ? periodStart(filters.period, new Date()) : filters.from
  return {
    ...(filters.statuses.length > 0 ? { status_config_id: [...filters.statuses] } : {}),
    ...(filters.columns.length > 0 ? { smart_column_values: [...filters.columns] } : {}),
    ...(filters.githubStates.length > 0 ? { github_issue_states: [...filters.githubStates] } : {}),
    ...(filters.channels.length > 0 ? { data_source_filters: [...filters.channels] } : {}),
    ...(filters.signals.length > 0 ? { intent_signals: [...filters.signals] } : {}),
    ...(filters.read ? { read: filters.read === 'read' } : {}),
    ...(filters.starred ? { starred: true } : {}),
    ...(filters.deleted ? { deleted: true } : {}),
    ...(filters.text ? { search_text: filters.text } : {}),
    ...(from ? { date_from: from } : {}),
    ...(filters.to ? { date_to: filters.to } : {}),
    ...(filters.leadIds.length > 0 ? { lead_ids: [...filters.leadIds] } : {}),
  }
}

/** How many filters narrow the list; the order does not count. */
export function countFilters(filters: LeadFilters): number {
  return Object.keys(bulkFilter(filters)).length
}

function listOf(search: URLSearchParams, name: string, max = LIST_MAX): string[] {
  return [...new Set(search.getAll(name))].filter((value) => value !== '' && value !== ALL).slice(0, max)
}

function flag(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false'
}
