import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { readBriefly, type Figure, type Figures } from '../../platform/figures.ts'
import { schedulerScope } from '../../platform/scopes.ts'

/** What one outlet has not sent yet. */
export interface Backlog {
  outlet: string
  waiting: number
  /** How many seconds ago the first of it was due; null where nothing waits. */
  overdue: number | null
}

interface Options {
  db: Db
  clock: Clock
  /** The statement of each outlet: a row, in the scheduler's scope. */
  outlets: readonly ((now: Date) => RawBuilder<Backlog>)[]
}

/** What waits to leave the installation, by outlet and over all organizations. */
export function backlogFigures({ db, clock, outlets }: Options): Figures {
  return {
    of: 'outlets',
    gauges: {
      leadlight_outlet_waiting: {
        help: 'What is not sent yet, by outlet: deliveries to webhooks, mails and messages, and projects with events unread by all.',
        labels: ['outlet'],
      },
      leadlight_outlet_overdue_seconds: {
        help: 'How long the first of it has been due, by outlet; 0 where nothing is.',
        labels: ['outlet'],
      },
    },
    async read() {
      const now = clock.now()
      const all = sql<Backlog>`${sql.join(
        outlets.map((outlet) => outlet(now)),
        sql` union all `,
      )}`
      return (await readBriefly(db, schedulerScope(), all)).flatMap(toFigures)
    },
  }
}

function toFigures({ outlet, waiting, overdue }: Backlog): Figure[] {
  return [
    { name: 'leadlight_outlet_waiting', labels: { outlet }, value: waiting },
    { name: 'leadlight_outlet_overdue_seconds', labels: { outlet }, value: Math.max(0, overdue ?? 0) },
  ]
}
