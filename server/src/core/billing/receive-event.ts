import { billingScope } from '../../platform/scopes.ts'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { readEvent } from './stripe-client.ts'
import { findByCustomer, insertEvent } from './subscription-store.ts'
import { syncJob } from './sync-subscription.ts'

/** The prefixes of events that can change a plan, a payment or a payment method. */
const RELEVANT = /^(checkout\.session|customer|invoice|charge|payment_method)\./

/**
 * Receives an event from Stripe and queues a read of the customer's state. A repeated event, or one of no customer
 * here, changes nothing. Throws `signature_invalid` for what Stripe did not sign just now.
 */
export async function receiveEvent(
  deps: BillingDependencies,
  { payload, signature }: { payload: string; signature: string | undefined },
): Promise<void> {
  const { stripe, webhookSecret: secret } = requireShop(deps)
  const now = deps.clock.now()
  const { id, type, customerId } = readEvent(stripe, { payload, signature, secret, now })
  await deps.db.transaction(billingScope(), async (tx) => {
    const isNew = await insertEvent(tx, { id, type, receivedAt: now })
    if (!isNew || customerId === undefined || !RELEVANT.test(type)) return
    const organizationId = await findByCustomer(tx, customerId)
    if (organizationId === undefined) return
    await deps.jobs.enqueue(tx, syncJob, { organizationId }, { key: organizationId })
  })
}
