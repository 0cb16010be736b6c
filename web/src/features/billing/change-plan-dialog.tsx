import type { SubscriptionPlan, SubscriptionPreview } from '@leadlight/contract/billing'
import { useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { previewSubscription, resumeSubscription, updateSubscription } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { useSubscription } from '../../lib/organization.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRefreshBilling } from './use-billing.ts'

/** The cost and effect of changing to a plan, for confirmation. */
export function ChangePlanDialog({ plan, onClose }: { plan: SubscriptionPlan; onClose: () => void }) {
  const { data: subscription } = useSubscription()
  const reread = useRefreshBilling()
  const isCurrent = subscription?.plan_id === plan.id
  const [opened] = useState(() => Date.now())
  const preview = useSWRImmutable<SubscriptionPreview, unknown>(
    isCurrent ? null : ['plan-preview', plan.id, opened],
    () => call(previewSubscription, { body: { plan_id: plan.id } }),
  )
  const { busy, failure, run } = useAttempt()
  async function change() {
    if (isCurrent) await call(resumeSubscription, {})
    else {
      const body = { plan_id: plan.id, ...(preview.data && { proration_at: preview.data.proration_at }) }
      await call(updateSubscription, { body })
    }
    await reread()
    showToast({ kind: 'success', message: `Your plan is ${plan.name}.` })
    onClose()
  }
  const failed = failure ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isCurrent ? `Keep ${plan.name}` : `Change to ${plan.name}`}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" busy={busy} disabled={!isCurrent && !preview.data} onClick={() => void run(change)}>
            {isCurrent ? 'Keep it' : describeAction(preview.data)}
          </Button>
        </>
      }
    >
      {failed !== null && failed !== undefined && <Notice tone="bad">{messageOf(failed)}</Notice>}
      {isCurrent ? (
        <p className="text-ink-2">It goes on and renews as before. Nothing is charged now.</p>
      ) : preview.data ? (
        <Terms preview={preview.data} plan={plan} />
      ) : (
        !preview.error && (
          <SkeletonGroup label="Working out the price" className="grid gap-2">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </SkeletonGroup>
        )
      )}
    </Dialog>
  )
}

function Terms({ preview, plan }: { preview: SubscriptionPreview; plan: SubscriptionPlan }) {
  const day = formatDate(preview.next_period_at)
  const price = formatMoney(plan.price, plan.currency)
  const credits = formatNumber(plan.monthly_credits)
  if (preview.amount_due === 0 && preview.credits === 0) {
    return (
      <p className="text-ink-2">
        Nothing is charged now, and the credits you have stay. From {day} you pay {price} for {credits} credits a month.
      </p>
    )
  }
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      <dt className="text-ink-3">Charged now</dt>
      <dd className="num text-right font-semibold">{formatMoney(preview.amount_due, preview.currency)}</dd>
      <dt className="text-ink-3">Credits now</dt>
      <dd className="num text-right font-semibold">{formatNumber(preview.credits)}</dd>
      <dt className="text-ink-3">From {day}</dt>
      <dd className="num text-right">
        {price} for {credits} credits a month
      </dd>
    </dl>
  )
}

function describeAction(preview: SubscriptionPreview | undefined): string {
  if (!preview || preview.amount_due === 0) return 'Change plan'
  return `Pay ${formatMoney(preview.amount_due, preview.currency)}`
}
