import { z } from 'zod'
import { lockedAccount, expiry, granted, systemContext, post } from './account.ts'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { billingScope, organizationScope } from '../../platform/scopes.ts'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { findKeys, type AccountState } from './ledger-store.ts'
import type { LedgerDependencies } from './ledger.ts'
import { askStripe } from './stripe-client.ts'
import { readStripeState, type Payment } from './stripe-state.ts'
import { beginSync, deleteEventsUntil, listDue, saveSubscription, type Subscription } from './subscription-store.ts'

const DUE_EVERY_MS = 15 * 60_000
const DUE_AT_ONCE = 200
/** Stripe retries for three days; older events do not come again. */
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000

export const syncJob = defineJob({
  name: 'billing.sync_subscription',
  schema: z.object({ organizationId: z.uuid() }),
  retryLimit: 20,
  retryDelayMs: 5_000,
  expireMs: 2 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

const syncDueJob = defineJob({
  name: 'billing.sync_due',
  schema: z.object({}),
  retryLimit: 2,
  retryDelayMs: 5_000,
  expireMs: 60_000,
})

export function registerSync(deps: BillingDependencies): void {
  deps.jobs.work(syncJob, async ({ organizationId }) => void (await syncSubscription(deps, organizationId)))
  deps.jobs.work(syncDueJob, () => syncDue(deps))
  deps.jobs.every(syncDueJob, DUE_EVERY_MS)
}

/**
 * Reads the organization's state at the payment provider and applies it here: the subscription, and the credits of
 * every payment. Only that state counts, not which events were heard, how often or in what order.
 */
export async function syncSubscription(
  deps: BillingDependencies,
  organizationId: string,
): Promise<Subscription | null> {
  const shop = requireShop(deps)
  const scope = organizationScope(organizationId)
  const begun = await deps.db.transaction(scope, (tx) => beginSync(tx, organizationId))
  if (!begun) return null
  const { subscription, payments } = await askStripe(() => readStripeState(shop, begun.customerId))
  await deps.db.transaction(scope, async (tx) => {
    const found = { syncNumber: begun.syncNumber, subscription, readAt: deps.clock.now() }
    await saveSubscription(tx, organizationId, found)
    await grantPayments(tx, deps.ledger, organizationId, payments)
  })
  return subscription
}

/** Grants the credits of each payment once, in the order in which they were made. */
export async function grantPayments(
  tx: Tx,
  ledger: LedgerDependencies,
  organizationId: string,
  payments: readonly Payment[],
): Promise<void> {
  if (payments.length === 0) return
  let account = await lockedAccount(tx, ledger, organizationId)
  const known = await findKeys(tx, organizationId, payments.map(keyOf))
  for (const payment of payments) {
    if (!known.has(keyOf(payment))) account = await grantPayment(tx, ledger, account, payment)
  }
  // Credits paid for a period that is over by now end at once.
  await lockedAccount(tx, ledger, organizationId)
}

function keyOf({ invoiceId }: Payment): string {
  return `invoice:${invoiceId}`
}

/**
 * A payment that begins a period ends the rest of the one before. One made late, for an earlier period, joins the
 * running one.
 */
function grantPayment(
  tx: Tx,
  ledger: LedgerDependencies,
  account: AccountState,
  { credits, beginsPeriod, periodEnd, what, allowance, ...payment }: Payment & { invoiceId: string },
): Promise<AccountState> {
  const isNewer = account.expiresAt === null || periodEnd > account.expiresAt
  const ends = isNewer && beginsPeriod && account.expiring > 0 ? [expiry(ledger, account)] : []
  const expiresAt = isNewer ? periodEnd : account.expiresAt
  const about = { key: `invoice:${payment.invoiceId}`, occasion: systemContext(what), expiresAt }
  const brought = credits > 0 ? [granted(credits, about, { expiring: credits })] : []
  return post(tx, ledger, { ...account, expiresAt, allowance }, [...ends, ...brought])
}

/** Reads again those whose period is over, in case the event of their next one was lost; deletes old events. */
async function syncDue(deps: BillingDependencies): Promise<void> {
  const now = deps.clock.now()
  const due = await deps.db.transaction(billingScope(), async (tx) => {
    await deleteEventsUntil(tx, new Date(now.getTime() - EVENTS_KEPT_MS))
    return listDue(tx, { now, limit: DUE_AT_ONCE })
  })
  for (const organizationId of due) {
    await deps.db.transaction(organizationScope(organizationId), (tx) =>
      deps.jobs.enqueue(tx, syncJob, { organizationId }, { key: organizationId }),
    )
  }
}
