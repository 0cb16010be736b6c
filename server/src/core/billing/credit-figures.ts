import { toCredits } from '@leadlight/domain/credits'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { readBriefly, type Figures } from '../../platform/figures.ts'
import { operatorScope } from '../../platform/scopes.ts'

/**
 * What all organizations together can still spend, and what work under way has reserved. The ledger ends the credits of a
 * period when it next opens the account, so those of periods that are over are left out here.
 */
export function creditFigures({ db, clock }: { db: Db; clock: Clock }): Figures {
  return {
    of: 'credits',
    gauges: {
      leadlight_credits_left: { help: 'Credits of all organizations that can be spent.' },
      leadlight_credits_held: { help: 'Credits reserved for work under way, and not among those that can be spent.' },
    },
    async read() {
      const sums = sql<{ left: number; held: number }>`
        select coalesce(sum(balance - case when expires_at <= ${clock.now()} then expiring else 0 end), 0)::double precision as left,
          coalesce(sum(held), 0)::double precision as held
        from credit_account`
      const [sum] = await readBriefly(db, operatorScope(), sums)
      return [
        { name: 'leadlight_credits_left', value: toCredits(sum?.left ?? 0) },
        { name: 'leadlight_credits_held', value: toCredits(sum?.held ?? 0) },
      ]
    },
  }
}
