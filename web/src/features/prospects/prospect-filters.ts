import { TEXT_OPERATORS } from '@leadlight/domain/columns'
import type { TextOperator } from '@leadlight/domain/columns'
import { NO_STATUS } from '@leadlight/domain/leads'
import type { Dates } from '../../lib/rows/date-filter.tsx'
import { periodStart, readEdge, readPeriod } from '../../lib/rows/periods.ts'
import type { TextCondition } from '../../lib/rows/text-operator-field.tsx'
import { needsText } from '../../lib/rows/text-operators.ts'

/** The longest text that people or companies can be looked for by. */
export const TEXT_MAX = 200

/** What people or companies can be filtered by with an operator; named as the contract names it. */
export type TextField = 'location' | 'person_title' | 'industry' | 'company_name'

export interface ProspectOrder {
  by: string
  direction: 'asc' | 'desc'
}

export interface ProspectFilters extends Dates {
  /** Ids of statuses; `none` stands for those without one. */
  statuses: readonly string[]
  platforms: readonly string[]
  signals: readonly string[]
  conditions: Readonly<Partial<Record<TextField, TextCondition>>>
  text: string
  deleted: boolean
  order: ProspectOrder
}

/** What the filters of people and of companies differ in. */
export interface FilterKind {
  textFields: readonly TextField[]
  sorts: readonly string[]
}

export const USUAL_ORDER: ProspectOrder = { by: 'last_posted_at', direction: 'desc' }

export const NO_FILTERS: ProspectFilters = {
  statuses: [],
  platforms: [],
  signals: [],
  conditions: {},
  text: '',
  deleted: false,
  period: null,
  from: null,
  to: null,
  order: USUAL_ORDER,
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const LIST_MAX = 50
const PLATFORM_MAX = 100
/** The word for a filter that does not narrow; it is never sent. */
const ALL = 'all'
/** Dates and counts are looked at from the top, words from the start. */
const FROM_THE_TOP: readonly string[] = ['last_posted_at', 'created_at', 'posts', 'people']

/** The filters an address asks for. What cannot be a filter is passed over, so an old or mistyped link still opens. */
export function readFilters(kind: FilterKind, search: URLSearchParams): ProspectFilters {
  const period = readPeriod(search.get('period'))
  return {
    statuses: listOf(search, 'status_config_id').filter((id) => id === NO_STATUS || UUID.test(id)),
    platforms: listOf(search, 'platforms').filter((platform) => platform.length <= PLATFORM_MAX),
    signals: listOf(search, 'intent_signals').filter((id) => UUID.test(id)),
    conditions: readConditions(kind, search),
    text: (search.get('search_text') ?? '').trim().slice(0, TEXT_MAX),
    deleted: search.get('deleted') === 'true',
    period,
    from: period ? null : readEdge(search.get('date_from'), 'start'),
    to: period ? null : readEdge(search.get('date_to'), 'end'),
    order: readOrder(kind, search.get('sort_by'), search.get('sort_order')),
  }
}

/** The address's search part for filters, named as the contract names them; whatever does not narrow is left out. */
export function writeFilters(kind: FilterKind, filters: ProspectFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const id of filters.statuses) search.append('status_config_id', id)
  for (const platform of filters.platforms) search.append('platforms', platform)
  for (const id of filters.signals) search.append('intent_signals', id)
  for (const [name, value] of conditionEntries(kind, filters)) search.set(name, value)
  if (filters.text) search.set('search_text', filters.text)
  if (filters.deleted) search.set('deleted', 'true')
  if (filters.period) search.set('period', filters.period)
  if (filters.from) search.set('date_from', filters.from)
  if (filters.to) search.set('date_to', filters.to)
  if (!isUsualOrder(filters.order)) {
    search.set('sort_by', filters.order.by)
    search.set('sort_order', filters.order.direction)
  }
  return search
}

/** The filters as a bulk call's body names them: all that match. Empty ones are left out. */
export function bulkFilter(kind: FilterKind, filters: ProspectFilters) {
  const from = filters.period ? periodStart(filters.period, new Date()) : filters.from
  return {
    ...(filters.statuses.length > 0 ? { status_config_id: [...filters.statuses] } : {}),
    ...(filters.platforms.length > 0 ? { platforms: [...filters.platforms] } : {}),
    ...(filters.signals.length > 0 ? { intent_signals: [...filters.signals] } : {}),
    ...Object.fromEntries(conditionEntries(kind, filters)),
    ...(filters.text ? { search_text: filters.text } : {}),
    ...(filters.deleted ? { deleted: true } : {}),
    ...(from ? { date_from: from } : {}),
    ...(filters.to ? { date_to: filters.to } : {}),
  }
}

/** What the list call is sent: the order only where it is not the usual one. */
export function listQuery(kind: FilterKind, filters: ProspectFilters) {
  const { deleted, ...rest } = bulkFilter(kind, filters)
  const { order } = filters
  return {
    ...rest,
    ...(deleted ? { deleted: 'true' as const } : {}),
    ...(isUsualOrder(order) ? {} : { sort_by: order.by, sort_order: order.direction }),
  }
}

/** How many filters narrow the list; the order does not count, a text and its operator count as one. */
export function countFilters(kind: FilterKind, filters: ProspectFilters): number {
  const { conditions, ...plain } = filters
  const set = kind.textFields.filter((field) => conditions[field]).length
  return Object.keys(bulkFilter(kind, { ...plain, conditions: {} })).length + set
}

/** What a press on a column's heading asks for: its first direction, then the other. */
export function orderAfterPress(order: ProspectOrder, by: string): ProspectOrder {
  if (order.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

function readOrder(kind: FilterKind, by: string | null, direction: string | null): ProspectOrder {
  if (by === null || !kind.sorts.includes(by)) return USUAL_ORDER
  return { by, direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(by) }
}

function isUsualOrder({ by, direction }: ProspectOrder): boolean {
  return by === USUAL_ORDER.by && direction === USUAL_ORDER.direction
}

function firstDirection(by: string): 'asc' | 'desc' {
  return FROM_THE_TOP.includes(by) ? 'desc' : 'asc'
}

/** A text without an operator is looked for inside, as the contract says. */
function readConditions(kind: FilterKind, search: URLSearchParams): ProspectFilters['conditions'] {
  return Object.fromEntries(
    kind.textFields.flatMap((field) => {
      const text = (search.get(field) ?? '').trim().slice(0, TEXT_MAX)
      const operator = operatorOf(search.get(`${field}_op`))
      if (!needsText(operator)) return [[field, { operator, text: '' }]]
      return text === '' ? [] : [[field, { operator, text }]]
    }),
  )
}

function operatorOf(name: string | null): TextOperator {
  return TEXT_OPERATORS.find((one) => one === name) ?? 'contains'
}

function conditionEntries(kind: FilterKind, { conditions }: ProspectFilters): [string, string][] {
  return kind.textFields.flatMap((field): [string, string][] => {
    const condition = conditions[field]
    if (!condition) return []
    const operator: [string, string] = [`${field}_op`, condition.operator]
    return needsText(condition.operator) ? [[field, condition.text], operator] : [operator]
  })
}

function listOf(search: URLSearchParams, name: string): string[] {
  return [...new Set(search.getAll(name))].filter((value) => value !== '' && value !== ALL).slice(0, LIST_MAX)
}
