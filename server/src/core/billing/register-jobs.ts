import type { BillingDependencies } from './billing-dependencies.ts'
import { registerCreditNotices, type CreditNoticeDependencies } from './credit-notices.ts'
import { registerLeaving } from './release-customer.ts'
import { registerSync } from './sync-subscription.ts'

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerBillingJobs(deps: BillingDependencies & CreditNoticeDependencies): void {
  registerCreditNotices(deps)
  registerLeaving(deps)
  registerSync(deps)
}
