import { sql, type RawBuilder } from 'kysely'
import type { Backlog } from '../outbox/backlog-figures.ts'

/** What webhooks have not got yet, over all organizations: in the scheduler's scope. */
export function backlogOfWebhooks(now: Date): RawBuilder<Backlog> {
  return sql`
    select 'webhook' as subscriber, count(*)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(next_try_at))::double precision as overdue
    from webhook_delivery where state = 'waiting'`
}
