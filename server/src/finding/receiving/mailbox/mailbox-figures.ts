import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { readBriefly, type Figure, type Figures } from '../../../platform/figures.ts'
import { installationScope } from '../../../platform/scopes.ts'

/** One that nobody has tried to read for so long is none of this installation’s any more. */
const ABANDONED = sql`interval '1 day'`

interface State {
  unread: number
  taken: number
  refused: number
  passedOver: number
}

/** How reading the operator’s mailbox stands; nothing where there is none. */
export function mailboxFigures({ db, clock }: { db: Db; clock: Clock }): Figures {
  return {
    of: 'mailbox',
    gauges: {
      leadlight_mailbox_unread_seconds: {
        help: 'How long ago the mailbox was read to its end; since it was first tried, where it never was.',
      },
      leadlight_mailbox_mails: {
        help: 'Mails so far, by what became of them: taken, refused with a note at their address, or passed over, as they are for no address.',
        labels: ['outcome'],
      },
    },
    async read() {
      const now = sql`${clock.now()}::timestamptz`
      const states = sql<State>`
        select extract(epoch from ${now} - coalesce(read_at, made_at))::double precision as unread,
          taken::double precision, refused::double precision, passed_over::double precision as "passedOver"
        from mailbox where tried_at > ${now} - ${ABANDONED} limit 1`
      return (await readBriefly(db, installationScope(), states)).flatMap(toFigures)
    },
  }
}

function toFigures({ unread, taken, refused, passedOver }: State): Figure[] {
  const mails = { taken, refused, passed_over: passedOver }
  return [
    { name: 'leadlight_mailbox_unread_seconds', value: Math.max(0, unread) },
    ...Object.entries(mails).map(([outcome, value]) => ({
      name: 'leadlight_mailbox_mails',
      labels: { outcome },
      value,
    })),
  ]
}
