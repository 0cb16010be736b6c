import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import type { BillingDependencies } from './billing-dependencies.ts'
import { askStripe, isMissing } from './stripe-client.ts'
import { findBillingAccount } from './subscription-store.ts'

const leaveJob = defineJob({
  name: 'billing.leave_provider',
  schema: z.object({ customerId: z.string() }),
  retryLimit: 50,
  retryDelayMs: 10_000,
  expireMs: 60_000,
})

/**
 * Deletes a deleted organization's customer at the payment provider, which charges it no more, once the deletion
 * commits.
 */
export async function releaseCustomer(tx: Tx, jobs: Jobs, organizationId: string): Promise<void> {
  const account = await findBillingAccount(tx, organizationId)
  if (!account?.customerId) return
  await jobs.enqueue(tx, leaveJob, { customerId: account.customerId }, { key: account.customerId })
}

export function registerLeaving({ jobs, shop }: BillingDependencies): void {
  jobs.work(leaveJob, async ({ customerId }) => {
    if (!shop) return
    // Deleting a customer ends its subscriptions at once.
    await askStripe(() => deleteCustomer(shop.stripe, customerId))
  })
}

async function deleteCustomer(stripe: NonNullable<BillingDependencies['shop']>['stripe'], id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
