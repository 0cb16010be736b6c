import type { SmartColumn } from '@leadlight/contract/columns'
import type { FilterKind, Filters } from '@leadlight/domain/filters'
import { formatCount } from '../format.ts'
import type { ActiveFilter } from './active-filter-list.tsx'
import type { Choice } from './choices.ts'
import { isTextFilter, withColumnFilter } from './column-filters.ts'
import type { FilterState, States } from './filter-state.ts'
import type { FilterList, Words } from './filter-words.ts'
import type { Dates } from './periods.ts'
import { datesInWords } from './periods.ts'
import { operatorWords } from './text-operators.ts'

/** Names for the ids in filters. */
interface NamesById {
  choices: readonly Choice[]
  columns: readonly SmartColumn[]
}

/** One part of an active filter in words, and the filter's state without it. */
interface Part<State> {
  words: string
  left: State
}

type PartsOf<Kind extends FilterKind> = (
  state: States[Kind],
  words: Words[Kind],
  names: NamesById,
) => Part<States[Kind]>[]

/** All but dates, which are one active filter, whichever ends are set. */
const PARTS: { [Kind in Exclude<FilterKind, 'from' | 'to'>]: PartsOf<Kind> } = {
  statuses: choicesSet,
  ids: choicesSet,
  texts: choicesSet,
  rows: (state, { one, noun }) => (state.length > 0 ? [{ words: formatCount(state.length, one, noun), left: [] }] : []),
  choices: (state, { choices }) =>
    state.map((choice) => ({ words: choices[choice]?.set ?? choice, left: state.filter((one) => one !== choice) })),
  flag: (state, { yes, no }) => (state === null ? [] : [{ words: (state ? yes : no).set, left: null }]),
  only: (state, { set }) => (state ? [{ words: set, left: false }] : []),
  text: (state) => (state === '' ? [] : [{ words: `"${state}"`, left: '' }]),
  condition: (state, name) =>
    state ? [{ words: `${name} ${operatorWords(state.operator, state.text)}`, left: null }] : [],
  columns: (state, _, { columns }) =>
    state.map((filter) => {
      const name = columns.find((column) => column.id === filter.column_id)?.name ?? 'A smart column'
      const says = isTextFilter(filter)
        ? ` ${operatorWords(filter.operator, filter.text_value)}`
        : `: ${filter.bool_value ? 'yes' : 'no'}`
      return { words: `${name}${says}`, left: withColumnFilter(state, filter.column_id, null) }
    }),
}

/** A list's active filters in words, each with the change that removes it. */
export function activeFilters<Of extends Filters>(
  { filters, words }: FilterList<Of>,
  state: FilterState<Of>,
  names: { choices: Readonly<Partial<Record<keyof Of, readonly Choice[]>>>; columns: readonly SmartColumn[] },
): ActiveFilter<FilterState<Of>>[] {
  return Object.entries(filters).flatMap(([name, { kind }]) => {
    if (kind === 'from') return datesSet(state)
    if (kind === 'to') return []
    // Words and state of a name are of the same kind, which the compiler cannot follow through a union.
    const partsOf = PARTS[kind] as (state: unknown, words: unknown, names: NamesById) => Part<unknown>[]
    const parts = partsOf(state[name], words[name], { ...names, choices: names.choices[name] ?? [] })
    return parts.map((part) => active<Of>(part.words, { [name]: part.left }))
  })
}

function active<Of extends Filters>(words: string, without: object): ActiveFilter<FilterState<Of>> {
  return { words, without }
}

/** Every list's dates are called alike. */
function datesSet<Of extends Filters>(state: FilterState<Of>): ActiveFilter<FilterState<Of>>[] {
  const words = datesInWords(state as unknown as Dates)
  return words === null ? [] : [active<Of>(words, { period: null, from: null, to: null })]
}

function choicesSet(state: readonly string[], _: unknown, { choices }: NamesById): Part<readonly string[]>[] {
  return choices
    .filter(({ id }) => state.includes(id))
    .map(({ id, name }) => ({ words: name, left: state.filter((one) => one !== id) }))
}
