import type { ColumnValueFilter } from '@leadlight/contract/columns'
import type { FilterBody, FilterQuery } from '@leadlight/contract/filters'
import { TEXT_OPERATORS } from '@leadlight/domain/columns'
import {
  FILTER_CHOICES_MAX,
  FILTER_ROWS_MAX,
  FILTER_TEXT_MAX,
  operatorOf,
  SEARCHED_ADDRESS_MAX,
  searchTextMax,
} from '@leadlight/domain/filters'
import type { Filter, FilterKind, Filters } from '@leadlight/domain/filters'
import { NO_STATUS } from '@leadlight/domain/leads'
import { readColumnFilters } from './column-filters.ts'
import { isId } from './is-id.ts'
import type { Period } from './periods.ts'
import { periodStart, readEdge, readPeriod } from './periods.ts'
import type { TextCondition } from './text-operator-field.tsx'
import { needsText, readText } from './text-operators.ts'

/** The state of each kind of filter. */
export interface States {
  statuses: readonly string[]
  ids: readonly string[]
  rows: readonly string[]
  texts: readonly string[]
  choices: readonly string[]
  /** Null matches both. */
  flag: boolean | null
  only: boolean
  text: string
  /** ISO instants, both ends included. */
  from: string | null
  to: string | null
  condition: TextCondition | null
  columns: readonly ColumnValueFilter[]
}

export type StateOf<Of extends Filter> = Of extends { choices: readonly (infer Choice)[] }
  ? readonly Choice[]
  : States[Of['kind']]

/** The state of a list's filters, by name. */
export type FilterState<Of extends Filters> = { readonly [Name in keyof Of]: StateOf<Of[Name]> } & {
  /** The last days, relative to now; overrides `from` and `to`. */
  readonly period: Period | null
}

type OfKind<Kind extends FilterKind> = Extract<Filter, { kind: Kind }>
type Sent = Readonly<Record<string, string | boolean | readonly (string | ColumnValueFilter)[]>>

interface Codec<Kind extends FilterKind> {
  /** The inactive state. */
  none: States[Kind]
  /** Reads a state from the URL. Invalid values are skipped, so an old or mistyped link still opens. */
  read: (search: URLSearchParams, filter: OfKind<Kind>) => States[Kind]
  /** The body's parameters for a state; none if it is inactive. */
  send: (state: States[Kind], filter: OfKind<Kind>) => Sent
}

/** The URL's word for an inactive filter; it is never sent. */
const ALL = 'all'

const CODECS: { [Kind in FilterKind]: Codec<Kind> } = {
  statuses: listOf((id) => id === NO_STATUS || isId(id)),
  ids: listOf(isId),
  rows: listOf(isId, FILTER_ROWS_MAX),
  texts: listOf((text, { charactersMax }: OfKind<'texts'>) => text.length <= charactersMax),
  // In the declared order, however they were chosen: the same choices must make the same URL.
  choices: {
    none: [],
    read: (search, { parameter, choices }) => choices.filter((choice) => search.getAll(parameter).includes(choice)),
    send: (state, { parameter, choices }) =>
      state.length === 0 ? {} : { [parameter]: choices.filter((choice) => state.includes(choice)) },
  },
  flag: {
    none: null,
    read(search, { parameter }) {
      const word = search.get(parameter)
      return word === 'true' ? true : word === 'false' ? false : null
    },
    send: (state, { parameter }) => (state === null ? {} : { [parameter]: state }),
  },
  only: {
    none: false,
    read: (search, { parameter }) => search.get(parameter) === 'true',
    send: (state, { parameter }) => (state ? { [parameter]: true } : {}),
  },
  text: {
    none: '',
    read(search, { parameter }) {
      const typed = readText(search.get(parameter), SEARCHED_ADDRESS_MAX)
      return typed.slice(0, searchTextMax(typed))
    },
    send: (state, { parameter }) => (state === '' ? {} : { [parameter]: state }),
  },
  from: edge('start'),
  to: edge('end'),
  condition: { none: null, read: readCondition, send: sendCondition },
  columns: {
    none: [],
    read: (search, { parameter }) => readColumnFilters(search.get(parameter)),
    send: (state, { parameter }) => (state.length === 0 ? {} : { [parameter]: [...state] }),
  },
}

/** The state with every filter inactive. */
export function noFilters<Of extends Filters>(filters: Of): FilterState<Of> {
  return stateOf(filters, (filter) => codecOf(filter).none)
}

/** The filters in a URL. */
export function readState<Of extends Filters>(filters: Of, search: URLSearchParams): FilterState<Of> {
  const period = readPeriod(search.get('period'))
  const isShadowed = ({ kind }: Filter) => period !== null && (kind === 'from' || kind === 'to')
  const read = (filter: Filter) => (isShadowed(filter) ? codecOf(filter).none : codecOf(filter).read(search, filter))
  return { ...stateOf(filters, read), period }
}

/** The URL's search params for a state; inactive filters are left out. */
export function searchParamsOf<Of extends Filters>(filters: Of, state: FilterState<Of>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [parameter, value] of Object.entries(inQuery(sentOf(filters, state)))) {
    for (const one of [value].flat()) search.append(parameter, one)
  }
  if (state.period) search.set('period', state.period)
  return search
}

/** A state as a request body; inactive filters are left out. */
export function bodyOf<Of extends Filters>(filters: Of, state: FilterState<Of>): FilterBody<Of> {
  // Each codec sends what the contract asks of its kind; a test checks that every filter is accepted.
  return sentOf(filters, withPeriod(filters, state)) as FilterBody<Of>
}

/** A state as query parameters. */
export function queryOf<Of extends Filters>(filters: Of, state: FilterState<Of>): FilterQuery<Of> {
  return inQuery(sentOf(filters, withPeriod(filters, state))) as FilterQuery<Of>
}

/** The number of active filters; a text and its operator count as one, and so do the two ends of a period. */
export function countSet<Of extends Filters>(filters: Of, state: FilterState<Of>): number {
  const set: Readonly<Record<string, unknown>> = withPeriod(filters, state)
  const isSet = ([name, filter]: [string, Filter]) => Object.keys(codecOf(filter).send(set[name], filter)).length > 0
  const kinds = Object.entries(filters)
    .filter(isSet)
    .map(([, { kind }]) => kind)
  return kinds.filter((kind) => kind !== 'to' || !kinds.includes('from')).length
}

/** The compiler cannot follow the pair of filter and state through a union of kinds. */
function codecOf(filter: Filter) {
  return CODECS[filter.kind] as {
    none: unknown
    read: (search: URLSearchParams, filter: Filter) => unknown
    send: (state: unknown, filter: Filter) => Sent
  }
}

function stateOf<Of extends Filters>(filters: Of, of: (filter: Filter) => unknown): FilterState<Of> {
  const states = Object.entries(filters).map(([name, filter]) => [name, of(filter)])
  return { ...(Object.fromEntries(states) as FilterState<Of>), period: null }
}

function sentOf(filters: Filters, state: Readonly<Record<string, unknown>>): Sent {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => Object.entries(codecOf(filter).send(state[name], filter))),
  )
}

/** The API takes instants only. */
function withPeriod<Of extends Filters>(filters: Of, state: FilterState<Of>): FilterState<Of> {
  const { period } = state
  if (!period) return state
  const from = Object.entries(filters).find(([, { kind }]) => kind === 'from')
  return from ? { ...state, [from[0]]: periodStart(period, new Date()) } : state
}

function inQuery(sent: Sent): Record<string, string | string[]> {
  const inWords = (value: Sent[string]): string | string[] => {
    if (typeof value === 'string') return value
    const isPlainList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return isPlainList ? value : JSON.stringify(value)
  }
  return Object.fromEntries(Object.entries(sent).map(([parameter, value]) => [parameter, inWords(value)]))
}

function listOf<Of extends Filter>(isChoice: (text: string, filter: Of) => boolean, max = FILTER_CHOICES_MAX) {
  return {
    none: [],
    read: (search: URLSearchParams, filter: Of) =>
      [...new Set(search.getAll(filter.parameter))]
        .filter((text) => text !== '' && text !== ALL)
        .slice(0, max)
        .filter((text) => isChoice(text, filter)),
    send: (state: readonly string[], { parameter }: Filter): Sent =>
      state.length === 0 ? {} : { [parameter]: [...state] },
  }
}

function edge(end: 'start' | 'end') {
  return {
    none: null,
    read: (search: URLSearchParams, { parameter }: Filter) => readEdge(search.get(parameter), end),
    send: (state: string | null, { parameter }: Filter): Sent => (state === null ? {} : { [parameter]: state }),
  }
}

/** A text without an operator means "contains", as in the contract. */
function readCondition(search: URLSearchParams, { parameter }: Filter): TextCondition | null {
  const named = search.get(operatorOf(parameter))
  const operator = TEXT_OPERATORS.find((one) => one === named) ?? 'contains'
  if (!needsText(operator)) return { operator, text: '' }
  const text = readText(search.get(parameter), FILTER_TEXT_MAX)
  return text === '' ? null : { operator, text }
}

function sendCondition(condition: TextCondition | null, { parameter }: Filter): Sent {
  if (!condition) return {}
  const operator = { [operatorOf(parameter)]: condition.operator }
  return needsText(condition.operator) ? { [parameter]: condition.text, ...operator } : operator
}
