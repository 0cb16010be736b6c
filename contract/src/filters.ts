import { TEXT_OPERATORS } from '@leadlight/domain/columns'
import {
  COLUMN_FILTERS_MAX,
  FILTER_CHOICES_MAX,
  FILTER_ROWS_MAX,
  FILTER_TEXT_MAX,
  operatorOf,
  SEARCHED_ADDRESS_MAX,
  searchTextMax,
  type CountedNames,
  type Filter,
  type FilterKind,
  type Filters,
  type TextAsked,
} from '@leadlight/domain/filters'
import { NO_STATUS } from '@leadlight/domain/leads'
import { z } from 'zod'
import { ColumnValueFilter } from './columns.ts'
import { Flag, FromInstant, Id, repeated, text, ToInstant } from './shapes.ts'

/** A status in a filter: one of the project's, or none. */
const StatusId = z.union([z.uuid(`Must be the id of a status, or ${NO_STATUS}`), z.literal(NO_STATUS)])
const Operator = z.enum(TEXT_OPERATORS)
const columnFilters = z.array(ColumnValueFilter).max(COLUMN_FILTERS_MAX)

/** A list of `{column_id, operator, bool_value|text_value}` as JSON, which is how a query string carries it. */
const columnFiltersJson = z
  .string()
  .max(20_000)
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json)
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be a JSON array' })
      return z.NEVER
    }
  })
  .pipe(columnFilters)

/** The value of a parameter of each kind in a body. */
interface Values {
  statuses: string[]
  ids: string[]
  rows: string[]
  texts: string[]
  choices: string[]
  flag: boolean
  only: boolean
  text: string
  from: string
  to: string
  condition: string
  columns: ColumnValueFilter[]
}

type BodyValue<Of extends Filter> = Of extends { choices: readonly (infer Choice)[] } ? Choice[] : Values[Of['kind']]

type QueryValue<Of extends Filter> = Of extends { kind: 'flag' | 'only' }
  ? 'true' | 'false'
  : Of extends { kind: 'columns' }
    ? string
    : BodyValue<Of> extends (infer One)[]
      ? One | One[]
      : BodyValue<Of>

/** The value of a filter after parsing, from which its condition is made. */
export type FilterValue<Of extends Filter> = Of extends { kind: 'condition' } ? TextAsked : BodyValue<Of>

type Operators<Of extends Filters> = {
  [Name in keyof Of as Of[Name] extends { kind: 'condition' } ? `${Of[Name]['parameter']}_op` : never]: z.ZodOptional<
    typeof Operator
  >
}

type QueryShape<Of extends Filters> = {
  [Name in keyof Of as Of[Name]['parameter']]: z.ZodOptional<z.ZodType<BodyValue<Of[Name]>, QueryValue<Of[Name]>>>
} & Operators<Of>

type BodyShape<Of extends Filters> = {
  [Name in keyof Of as Of[Name]['parameter']]: z.ZodOptional<z.ZodType<BodyValue<Of[Name]>, BodyValue<Of[Name]>>>
} & Operators<Of>

/** The parts that a query string writes differently from a body. */
interface Carrier {
  list: (item: z.ZodType, max: number) => z.ZodType
  flag: z.ZodType
  columns: z.ZodType
}

const QUERY: Carrier = { list: repeated, flag: Flag, columns: columnFiltersJson }
const BODY: Carrier = { list: (item, max) => z.array(item).max(max), flag: z.boolean(), columns: columnFilters }

type OfKind<Kind extends FilterKind> = Extract<Filter, { kind: Kind }>

const SCHEMAS: { [Kind in FilterKind]: (carrier: Carrier, filter: OfKind<Kind>) => z.ZodType } = {
  statuses: ({ list }) => list(StatusId, FILTER_CHOICES_MAX),
  ids: ({ list }) => list(Id, FILTER_CHOICES_MAX),
  rows: ({ list }) => list(Id, FILTER_ROWS_MAX),
  texts: ({ list }, { charactersMax }) => list(z.string().min(1).max(charactersMax), FILTER_CHOICES_MAX),
  choices: ({ list }, { choices }) => list(z.enum(choices), choices.length),
  flag: ({ flag }) => flag,
  only: ({ flag }) => flag,
  text: () =>
    text(0, SEARCHED_ADDRESS_MAX).refine(
      (typed) => typed.length <= searchTextMax(typed),
      `Must have at most ${FILTER_TEXT_MAX} characters, unless it is the address of a post`,
    ),
  from: () => FromInstant,
  to: () => ToInstant,
  condition: () => text(0, FILTER_TEXT_MAX),
  columns: ({ columns }) => columns,
}

/** A list's filters in a query. One that is left out does not narrow the list. */
export function queryOf<Of extends Filters>(filters: Of) {
  return z.object(shapeOf(QUERY, filters) as QueryShape<Of>)
}

/** The same in a body. What is no filter is refused, since ignoring it would let everything through. */
export function bodyOf<Of extends Filters>(filters: Of) {
  return z.strictObject(shapeOf(BODY, filters) as BodyShape<Of>)
}

export type FilterQuery<Of extends Filters> = z.input<z.ZodObject<QueryShape<Of>>>
export type FilterBody<Of extends Filters> = z.input<z.ZodObject<BodyShape<Of>>>

/** The types promise for each parameter its kind's schema. A test with every kind holds them to that. */
function shapeOf(carrier: Carrier, filters: Filters): unknown {
  return Object.fromEntries(
    Object.values(filters).flatMap((filter) => {
      // In a union of kinds the compiler cannot tell that this schema is this filter's own.
      const schemaOf = SCHEMAS[filter.kind] as (carrier: Carrier, filter: Filter) => z.ZodType
      const own = [filter.parameter, schemaOf(carrier, filter).optional()]
      return filter.kind === 'condition' ? [own, [operatorOf(filter.parameter), Operator.optional()]] : [own]
    }),
  )
}

const Count = z.object({ id: z.string(), count: z.number().int() })
const Counts = z.array(Count)
const Whole = z.number().int()

type CountsShape<Of extends Filters> = {
  [Name in CountedNames<Of> as CalledInCounts<Of[Name]>]: Of[Name] extends { kind: 'flag' | 'only' }
    ? typeof Whole
    : typeof Counts
}

type CalledInCounts<Of> = Of extends { counted: { as: infer Called extends string } } ? Called : never

/** How many rows each choice of a list's counted filters would show; for a flag, its one counted choice. */
export function countsOf<Of extends Filters>(filters: Of) {
  const shape = Object.values(filters).flatMap((filter: Filter) =>
    'counted' in filter && filter.counted ? [[filter.counted.as, 'when' in filter.counted ? Whole : Counts]] : [],
  )
  // Made from the same declaration as the type.
  return z.object(Object.fromEntries(shape) as CountsShape<Of>)
}
