import type { FilterValue } from '@leadlight/contract/filters'
import type { TextOperator } from '@leadlight/domain/columns'
import { operatorOf, type Filter, type Filters } from '@leadlight/domain/filters'
import { sql, type RawBuilder } from 'kysely'

export type Condition = RawBuilder<boolean>

type Sql = RawBuilder<unknown>

/**
 * For every filter of a list the condition on a row that passes it, or undefined where its value does not narrow. `Place` is
 * what a condition has to know beside that.
 */
export type Conditions<Of extends Filters, Place> = {
  readonly [Name in keyof Of]: (value: FilterValue<Of[Name]>, place: Place) => Condition | undefined
}

/** The filters that a call gives, by their parameters; one that is left out does not narrow. */
export type GivenFilters = Readonly<Record<string, unknown>>

/** The conditions of the filters that are given. */
export function conditionsOf<Of extends Filters, Place>(
  filters: Of,
  conditions: Conditions<Of, Place>,
  given: GivenFilters,
  place: Place,
): Condition[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const value = valueOf(filter, given)
    // The contract has read the value by the same declaration that the condition's type is made of.
    const conditionOf = conditions[name] as (value: unknown, place: Place) => Condition | undefined
    const condition = value === undefined ? undefined : conditionOf(value, place)
    return condition ? [condition] : []
  })
}

function valueOf({ kind, parameter }: Filter, given: GivenFilters): unknown {
  const value = given[parameter]
  if (kind !== 'condition') return value
  const operator = given[operatorOf(parameter)]
  return value === undefined && operator === undefined ? undefined : { text: value, operator }
}

export function allOf(conditions: readonly Sql[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Whether a row has what a column, or a condition, says of it. */
export function flagOf(holds: Sql) {
  return (isAsked: boolean): Condition => (isAsked ? sql`${holds}` : sql`not ${holds}`)
}

/** The ends of a time, both inside. */
export function datesOf(column: Sql) {
  return {
    from: (from: string): Condition => sql`${column} >= ${new Date(from)}`,
    to: (to: string): Condition => sql`${column} <= ${new Date(to)}`,
  }
}

const TEXT_CONDITIONS: Record<TextOperator, (value: Sql, sought: Sql) => Condition> = {
  contains: (value, sought) => sql`(strpos(${value}, ${sought}) > 0)`,
  not_contains: (value, sought) => sql`(strpos(${value}, ${sought}) = 0)`,
  equals: (value, sought) => sql`(${value} = ${sought})`,
  not_equals: (value, sought) => sql`(${value} <> ${sought})`,
  empty: (value) => sql`(${value} = '')`,
  not_empty: (value) => sql`(${value} <> '')`,
}

/** As `passesText` decides, of a value that is kept folded, and is the empty text where there is none. */
export function passesOperator(value: Sql, operator: TextOperator, typed: string): Condition {
  return TEXT_CONDITIONS[operator](value, sql`${typed.trim().toLowerCase()}::text`)
}
