import { TEXT_OPERATORS } from '@leadlight/domain/columns'
import type { Filter, FilterKind, Filters } from '@leadlight/domain/filters'
import fc from 'fast-check'
import type { FilterState, StateOf, States } from '../filter-state.ts'
import { PERIODS } from '../periods.ts'

const id = fc.uuid({ version: 7 })
const ids = fc.uniqueArray(id, { maxLength: 3 })
const instant = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = fc.string({ maxLength: 40 }).map((typed) => typed.trim())
const words = fc
  .string({ minLength: 1, maxLength: 20 })
  .map((typed) => typed.trim())
  .filter((typed) => typed !== '')
const [withoutWords, withWords] = [
  fc.constantFrom('empty' as const, 'not_empty' as const),
  fc.constantFrom(...TEXT_OPERATORS.slice(0, 4)),
]
const columnFilter = fc.oneof(
  fc.record({ column_id: id, operator: fc.constant('equals' as const), bool_value: fc.boolean() }),
  fc.record({ column_id: id, operator: withoutWords }),
  fc.record({ column_id: id, operator: withWords, text_value: words }),
)

type Any = { [Kind in FilterKind]: (filter: Extract<Filter, { kind: Kind }>) => fc.Arbitrary<States[Kind]> }

const ANY: Any = {
  statuses: () => fc.uniqueArray(fc.oneof(id, fc.constant('none')), { maxLength: 3 }),
  ids: () => ids,
  rows: () => ids,
  texts: () =>
    fc.uniqueArray(fc.constantFrom('hacker_news', 'rss:https://a.example/x?y=1&z', 'stack exchange'), {
      maxLength: 3,
    }),
  choices: ({ choices }) => fc.subarray([...choices]),
  flag: () => fc.constantFrom(true, false, null),
  only: () => fc.boolean(),
  text: () => text,
  from: () => fc.option(instant),
  to: () => fc.option(instant),
  condition: () =>
    fc.oneof(
      fc.constant(null),
      fc.record({ operator: withoutWords, text: fc.constant('') }),
      fc.record({ operator: withWords, text: words }),
    ),
  columns: () => fc.uniqueArray(columnFilter, { maxLength: 3, selector: (filter) => filter.column_id }),
}

/** Any state of a list's filters. */
export function anyState<Of extends Filters>(filters: Of): fc.Arbitrary<FilterState<Of>> {
  const arbitraries = Object.entries(filters).map(([name, filter]) => {
    // Each kind has its own, which the compiler cannot follow through a union.
    const arbitraryOf = ANY[filter.kind] as (filter: Filter) => fc.Arbitrary<StateOf<Filter>>
    return [name, arbitraryOf(filter)] as const
  })
  const plain = fc.record(Object.fromEntries(arbitraries))
  const dates = fc.oneof(
    fc.constant({ period: null }),
    fc.constantFrom(...PERIODS).map((period) => ({ period, from: null, to: null })),
  )
  return fc.tuple(plain, dates).map(([set, period]) => ({ ...set, ...period }) as unknown as FilterState<Of>)
}
