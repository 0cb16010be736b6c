import { sql, type RawBuilder } from 'kysely'
import type { Backlog } from '../outbox/backlog-figures.ts'

/** Mails of new leads that are not sent yet, over all organizations: in the scheduler's scope. */
export function backlogOfMails(now: Date): RawBuilder<Backlog> {
  return sql`
    select 'mail' as subscriber, count(*)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(next_try_at))::double precision as overdue
    from notification_mail where state = 'waiting'`
}
