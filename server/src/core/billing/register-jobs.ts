import type { BillingDependencies } from './billing-dependencies.ts'
import { registerCreditNotices, type CreditNoticeDependencies } from './credit-notices.ts'
import { registerLeaving } from './release-customer.ts'
import { registerSync } from './sync-subscription.ts'

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerBillingJobs(deps: BillingDependencies & CreditNoticeDependencies): void {
  registerCreditNotices(deps)
  registerLeaving(deps)
  registerSync(deps)
}
