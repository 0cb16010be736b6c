import type { TextOperator } from './columns.ts'
import { CHANNEL_ID_CHARACTERS_MAX, GITHUB_ISSUE_STATES } from './leads.ts'

/** The most choices of one filter. */
export const FILTER_CHOICES_MAX = 50
/** The most rows that a list may be narrowed to by id. */
export const FILTER_ROWS_MAX = 200
export const FILTER_TEXT_MAX = 200
/** The longest address that a search takes: of a post, with whatever sharing adds to it. */
export const SEARCHED_ADDRESS_MAX = 2_000
export const COLUMN_FILTERS_MAX = 20

const PLATFORM_MAX = 100

/**
 * What a filter holds. In a list of choices any one lets a row through: `statuses` are ids of statuses or the word for
 * none, `ids` those of something else, `texts` any texts, `choices` declared words. `rows` are ids of the list's own rows,
 * as a link names them, or a page that reads some again. A `flag` is yes or no; for `only` the web offers yes alone. `text`
 * is a search. `from` and `to` are the ends of a period, both included. A `condition` is a text with an operator, which has
 * a parameter of its own, ending in `_op`. `columns` are conditions on the values of smart columns.
 */
export type Filter = {
  /** The parameter in the web's address and in the API's query and bodies. */
  parameter: string
} & (
  | { kind: 'statuses' | 'ids'; counted?: Counted }
  | { kind: 'texts'; charactersMax: number; counted?: Counted }
  | { kind: 'choices'; choices: readonly string[]; counted?: Counted }
  | { kind: 'flag' | 'only'; counted?: Counted & { when: boolean } }
  | { kind: 'rows' | 'text' | 'from' | 'to' | 'condition' | 'columns' }
)

/**
 * The reply's name for the counts of how many rows each choice would show; `when` is the one counted choice of a flag.
 */
interface Counted {
  as: string
}

export type FilterKind = Filter['kind']

/** The filters of a list by name. Their order is that of the list of active filters, and of one kind in a panel. */
export type Filters = Readonly<Record<string, Filter>>

/** The names of a list's filters of one kind. */
export type NamesOfKind<Of extends Filters, Kind extends FilterKind> = {
  [Name in keyof Of]: Of[Name]['kind'] extends Kind ? Name : never
}[keyof Of] &
  string

/** The names of a list's filters with counted choices. */
export type CountedNames<Of extends Filters> = {
  [Name in keyof Of]: Of[Name] extends { counted: object } ? Name : never
}[keyof Of] &
  string

/** A condition on a text, as a call states it. */
export interface TextAsked {
  text: string | undefined
  operator: TextOperator | undefined
}

export const LEAD_FILTERS = {
  statuses: { parameter: 'status_config_id', kind: 'statuses', counted: { as: 'statuses' } },
  signals: { parameter: 'intent_signals', kind: 'ids', counted: { as: 'intent_signals' } },
  channels: {
    parameter: 'data_source_filters',
    kind: 'texts',
    charactersMax: CHANNEL_ID_CHARACTERS_MAX,
    counted: { as: 'channels' },
  },
  githubStates: {
    parameter: 'github_issue_states',
    kind: 'choices',
    choices: GITHUB_ISSUE_STATES,
    counted: { as: 'github_issue_states' },
  },
  read: { parameter: 'read', kind: 'flag', counted: { as: 'unread', when: false } },
  starred: { parameter: 'starred', kind: 'only', counted: { as: 'starred', when: true } },
  hasNotes: { parameter: 'has_notes', kind: 'only' },
  deleted: { parameter: 'deleted', kind: 'only' },
  text: { parameter: 'search_text', kind: 'text' },
  from: { parameter: 'date_from', kind: 'from' },
  to: { parameter: 'date_to', kind: 'to' },
  leadIds: { parameter: 'lead_ids', kind: 'rows' },
  columns: { parameter: 'smart_column_values', kind: 'columns' },
} as const satisfies Filters

export const PERSON_FILTERS = prospectFilters({ title: { parameter: 'person_title', kind: 'condition' } })
export const COMPANY_FILTERS = prospectFilters({ industry: { parameter: 'industry', kind: 'condition' } })

/** The filters of people or companies: the shared ones, and the list's own. */
function prospectFilters<const Own extends Filters>(own: Own) {
  return {
    statuses: { parameter: 'status_config_id', kind: 'statuses' },
    signals: { parameter: 'intent_signals', kind: 'ids' },
    platforms: { parameter: 'platforms', kind: 'texts', charactersMax: PLATFORM_MAX },
    ...own,
    companyName: { parameter: 'company_name', kind: 'condition' },
    location: { parameter: 'location', kind: 'condition' },
    deleted: { parameter: 'deleted', kind: 'only' },
    text: { parameter: 'search_text', kind: 'text' },
    from: { parameter: 'date_from', kind: 'from' },
    to: { parameter: 'date_to', kind: 'to' },
  } as const satisfies Filters
}

/** How many characters a search takes of this text: more where it is one address alone. */
export function searchTextMax(typed: string): number {
  return /^https?:\/\/\S*$/iu.test(typed.trim()) ? SEARCHED_ADDRESS_MAX : FILTER_TEXT_MAX
}

/** The parameter that carries the operator of a `condition`. */
export function operatorOf<Parameter extends string>(parameter: Parameter): `${Parameter}_op` {
  return `${parameter}_op`
}

/** The names of a list's filters of these kinds, in their order. */
export function namesOfKind<Of extends Filters, Kind extends FilterKind>(
  filters: Of,
  ...kinds: readonly Kind[]
): NamesOfKind<Of, Kind>[] {
  const isOfKind = (name: string): name is NamesOfKind<Of, Kind> => kinds.some((kind) => kind === filters[name]?.kind)
  return Object.keys(filters).filter(isOfKind)
}

/** A list's filters with counted choices, by name. */
export function countedNames<Of extends Filters>(filters: Of): CountedNames<Of>[] {
  const isCounted = (name: string): name is CountedNames<Of> => {
    const filter = filters[name]
    return filter !== undefined && 'counted' in filter
  }
  return Object.keys(filters).filter(isCounted)
}
