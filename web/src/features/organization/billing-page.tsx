import { usePageTitle } from '../../lib/page-title.ts'
import { Page } from '../../ui/page.tsx'
import { BalanceCard, PlanCard } from './plan-card.tsx'

/** What the organization has: its plan and its credits. */
export function BillingPage() {
  usePageTitle('Billing')
  return (
    <Page title="Billing" subtitle="Your plan and your credits" width="m">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlanCard />
        <BalanceCard />
      </div>
      <p className="text-ink-2">
        Nothing is charged in money here. A list of what credits were spent on, by project and by day, will stand on
        this page.
      </p>
    </Page>
  )
}
