import { sql, type RawBuilder } from 'kysely'
import type { Backlog } from '../outbox/backlog-figures.ts'

/** What Slack has not got yet, over all organizations: in the scheduler's scope. */
export function backlogOfSlack(now: Date): RawBuilder<Backlog> {
  return sql`
    select 'slack' as subscriber, count(*)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(next_try_at))::double precision as overdue
    from slack_message where next_try_at is not null`
}
