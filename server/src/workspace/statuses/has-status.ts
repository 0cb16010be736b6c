import { NO_STATUS } from '@leadlight/domain/leads'
import { sql, type RawBuilder } from 'kysely'

/** A status that is among those asked for, or none where that is. */
export function hasStatus(status: RawBuilder<unknown>, statuses: readonly string[]): RawBuilder<boolean> {
  const named = sql<boolean>`${status} = any(${statuses.filter((id) => id !== NO_STATUS)}::uuid[])`
  return statuses.includes(NO_STATUS) ? sql`(${named} or ${status} is null)` : named
}
