import { registerCreditNotices, type CreditNoticeDependencies } from './credit-notices.ts'

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerBillingJobs(deps: CreditNoticeDependencies): void {
  registerCreditNotices(deps)
}
