import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { readBriefly, type Figure, type Figures } from '../../platform/figures.ts'
import { schedulerScope } from '../../platform/scopes.ts'

/** What one subscriber has not sent yet. */
export interface Backlog {
  subscriber: string
  waiting: number
  /** How many seconds ago the first of it was due; null where nothing waits. */
  overdue: number | null
}

interface Options {
  db: Db
  clock: Clock
  /** The statement of each subscriber: a row, in the scheduler's scope. */
  backlogs: readonly ((now: Date) => RawBuilder<Backlog>)[]
}

/** What waits to leave the installation, by subscriber and over all organizations. */
export function backlogFigures({ db, clock, backlogs }: Options): Figures {
  return {
    of: 'deliveries',
    gauges: {
      leadlight_deliveries_waiting: {
        help: 'What is not sent yet, by subscriber: deliveries to webhooks, mails and messages, and for the outbox projects with events still to be queued.',
        labels: ['subscriber'],
      },
      leadlight_delivery_overdue_seconds: {
        help: 'How long the first of it has been due, by subscriber; 0 where nothing is.',
        labels: ['subscriber'],
      },
    },
    async read() {
      const now = clock.now()
      const all = sql<Backlog>`${sql.join(
        backlogs.map((backlogOf) => backlogOf(now)),
        sql` union all `,
      )}`
      return (await readBriefly(db, schedulerScope(), all)).flatMap(toFigures)
    },
  }
}

function toFigures({ subscriber, waiting, overdue }: Backlog): Figure[] {
  return [
    { name: 'leadlight_deliveries_waiting', labels: { subscriber }, value: waiting },
    { name: 'leadlight_delivery_overdue_seconds', labels: { subscriber }, value: Math.max(0, overdue ?? 0) },
  ]
}
