import * as contract from '@leadlight/contract/organization'
import { monthStart, nextMonth, toCredits } from '@leadlight/domain/credits'
import { serve, type App } from '../platform/http.ts'
import type { Db } from '../platform/db.ts'
import { organizationScope } from '../platform/scopes.ts'
import { lockedBalance, type LedgerDependencies } from './ledger.ts'

export interface BillingDependencies {
  db: Db
  ledger: LedgerDependencies
}

export function billingRoutes(app: App, { db, ledger }: BillingDependencies): void {
  serve(app, contract.getCredits, async ({ actor }) => {
    const scope = organizationScope(actor.organizationId)
    const balance = await db.transaction(scope, (tx) => lockedBalance(tx, ledger, actor.organizationId))
    return {
      credit_balance: toCredits(balance),
      monthly_credits: toCredits(ledger.monthlyMillicredits),
      next_grant_at: nextMonth(ledger.clock.now()).toISOString(),
    }
  })

  // The included plan is what a self-hosted installation is: always active, renewed with the calendar month.
  serve(app, contract.getSubscription, () => {
    const now = ledger.clock.now()
    return Promise.resolve({
      plan_name: 'Included',
      kind: 'included' as const,
      cancel_at_period_end: false,
      monthly_credits: toCredits(ledger.monthlyMillicredits),
      current_period_start: monthStart(now).toISOString(),
      current_period_end: nextMonth(now).toISOString(),
    })
  })
}
