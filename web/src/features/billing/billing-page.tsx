import { useCan } from '../../lib/current-user.ts'
import { useSubscription } from '../../lib/organization.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BalanceCard } from './balance-card.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { LedgerSection } from './ledger-section.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { PlanCard } from './plan-card.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { UsageSection } from './usage-section.tsx'
import { useBillingSummary } from './use-billing.ts'

/** Plan, credits, usage, ledger and payments. Everybody sees the plan and the credits. */
export function BillingPage() {
  const canManage = useCan('billing.manage')
  const { data: subscription } = useSubscription()
  usePageTitle('Billing')
  return (
    <Page title="Billing" subtitle="Your plan and your credits">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlanCard>
          {canManage && subscription !== undefined && <SubscriptionActions subscription={subscription} />}
        </PlanCard>
        <BalanceCard />
      </div>
      {subscription?.status === 'past_due' && (
        <Notice tone="bad">
          The last payment failed and is tried again. Check the payment method: credits come once it goes through.
        </Notice>
      )}
      {canManage ? (
        <>
          <UsageSection />
          <LedgerSection />
          <Payment />
        </>
      ) : (
        <Notice>What credits are spent on, invoices and the payment method are for admins of the organization.</Notice>
      )}
    </Page>
  )
}

/** Payment method and invoices; renders nothing if no plans are sold. */
function Payment() {
  const { data: summary, error, mutate, isValidating } = useBillingSummary(true)
  if (!summary && error) {
    return (
      <ErrorState title="Payments could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (summary?.billing !== 'stripe') return null
  return (
    <>
      <PaymentMethod summary={summary} />
      <InvoiceList invoices={summary.invoices} onRetry={() => void mutate()} retrying={isValidating} />
    </>
  )
}
