import { formatDate } from '../../lib/format.ts'
import { useCredits, useNeedsUpgrade } from '../../lib/organization.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BalanceCard, PlanCard } from './plan-card.tsx'

/** Where somebody comes who has run out: what there is, when the next credits come, and whom to ask. */
export function SelectPlanPage() {
  const needsUpgrade = useNeedsUpgrade()
  const { data: credits } = useCredits()
  usePageTitle('Upgrade Plan')
  return (
    <Page title="Upgrade Plan" subtitle="Your plan, and when your next credits come" width="m">
      {credits && (
        <Notice tone={needsUpgrade ? 'warning' : 'good'}>
          {needsUpgrade
            ? `Your credits are used up. The next come on ${formatDate(credits.next_grant_at ?? '')}. To have more before that, ask the person who runs this installation.`
            : 'You have an active plan and credits. There is nothing to upgrade.'}
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <PlanCard />
        <BalanceCard />
      </div>
    </Page>
  )
}
