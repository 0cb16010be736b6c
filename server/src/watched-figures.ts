import { creditFigures } from './core/billing/credit-figures.ts'
import { backlogOfReaders } from './core/events/readers.ts'
import { sourceFigures } from './finding/monitoring/source-figures.ts'
import { mailboxFigures } from './finding/receiving/mailbox/mailbox-figures.ts'
import { backlogOfMails } from './outlets/notifications/backlog.ts'
import { backlogFigures } from './outlets/outbox/backlog-figures.ts'
import { backlogOfSlack } from './outlets/slack/backlog.ts'
import { backlogOfWebhooks } from './outlets/webhooks/backlog.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import type { Figures } from './platform/figures.ts'
import { jobFigures } from './platform/job-figures.ts'

/** What `/metrics` reads from the database, of every slice that has something to watch. */
export function watchedFigures({ db, clock }: { db: Db; clock: Clock }): Figures[] {
  const backlogs = [backlogOfReaders, backlogOfWebhooks, backlogOfMails, backlogOfSlack]
  return [
    jobFigures(db),
    backlogFigures({ db, clock, backlogs }),
    sourceFigures({ db, clock }),
    creditFigures({ db, clock }),
    mailboxFigures({ db, clock }),
  ]
}
