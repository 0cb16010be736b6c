import { sql, type RawBuilder } from 'kysely'
import type { Backlog } from '../outbox/backlog-figures.ts'

/**
 * What Slack has not got yet, over all organizations: in the scheduler's scope. Nothing is overdue while Slack wants its channel
 * left alone.
 */
export function backlogOfSlack(now: Date): RawBuilder<Backlog> {
  return sql`
    select 'slack' as subscriber, coalesce(sum(messages), 0)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(greatest(first_due, resting_until)))::double precision as overdue
    from (
      select organization_id, connection_id, channel_id, count(*) as messages, min(next_try_at) as first_due
      from slack_message where next_try_at is not null group by organization_id, connection_id, channel_id
    ) waiting left join slack_channel using (organization_id, connection_id, channel_id)`
}
