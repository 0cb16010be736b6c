import { NO_STATUS } from '@leadlight/domain/leads'
import { sql, type RawBuilder } from 'kysely'

/** The condition that a status is among those asked for; `none` stands for having none. */
export function hasStatus(status: RawBuilder<unknown>, statuses: readonly string[]): RawBuilder<boolean> {
  const named = sql<boolean>`${status} = any(${statuses.filter((id) => id !== NO_STATUS)}::uuid[])`
  return statuses.includes(NO_STATUS) ? sql`(${named} or ${status} is null)` : named
}
