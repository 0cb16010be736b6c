import { sql, type RawBuilder } from 'kysely'
import type { Backlog } from '../outbox/backlog-figures.ts'

/**
 * What webhooks have not got yet, over all organizations: in the scheduler's scope. Nothing is overdue while its receiver has
 * asked to be left alone.
 */
export function backlogOfWebhooks(now: Date): RawBuilder<Backlog> {
  return sql`
    select 'webhook' as subscriber, coalesce(sum(deliveries), 0)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(greatest(first_due, resting_until)))::double precision as overdue
    from (
      select organization_id, webhook_id as id, count(*) as deliveries, min(next_try_at) as first_due
      from webhook_delivery where state = 'waiting' group by organization_id, webhook_id
    ) waiting join webhook using (organization_id, id)`
}
