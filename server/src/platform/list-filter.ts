import type { FilterValue } from '@leadlight/contract/filters'
import type { TextOperator } from '@leadlight/domain/columns'
import { operatorOf, type Filter, type Filters } from '@leadlight/domain/filters'
import { sql, type RawBuilder } from 'kysely'

export type Condition = RawBuilder<boolean>

type Sql = RawBuilder<unknown>

/**
 * For every filter of a list, the condition a row must meet, or undefined where the value does not narrow. `Place` is
 * whatever else a condition needs.
 */
export type Conditions<Of extends Filters, Place> = {
  readonly [Name in keyof Of]: (value: FilterValue<Of[Name]>, place: Place) => Condition | undefined
}

/** A call's filters by parameter; one left out does not narrow. */
export type GivenFilters = Readonly<Record<string, unknown>>

/** The conditions of the given filters. */
export function conditionsOf<Of extends Filters, Place>(
  filters: Of,
  conditions: Conditions<Of, Place>,
  given: GivenFilters,
  place: Place,
): Condition[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const value = valueOf(filter, given)
    // The contract parsed the value by the same declaration that types the condition.
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

/** Whether a row meets a condition, as a filter of yes or no. */
export function flagOf(holds: Sql) {
  return (isAsked: boolean): Condition => (isAsked ? sql`${holds}` : sql`not ${holds}`)
}

/** A range of time, both ends included. */
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

/** As `passesText` decides, on a stored value that is already case-folded, or empty where there is none. */
export function passesOperator(value: Sql, operator: TextOperator, typed: string): Condition {
  return TEXT_CONDITIONS[operator](value, sql`${typed.trim().toLowerCase()}::text`)
}
