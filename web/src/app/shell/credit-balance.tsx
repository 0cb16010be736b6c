import { Coins, RotateCw } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useCredits } from '../../lib/organization.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** The available credits out of the monthly grant, linked to billing. */
export function CreditBalance({ folded }: { folded: boolean }) {
  const { data: credits, error, mutate, isValidating } = useCredits()
  if (!credits && error) return <Failed folded={folded} onRetry={() => void mutate()} retrying={isValidating} />
  if (!credits) {
    // Folded there is no room for the words.
    if (folded) return <Skeleton className="size-8" />
    return (
      <SkeletonGroup label="Loading the credits">
        <Skeleton className="h-18 w-full" />
      </SkeletonGroup>
    )
  }
  const balance = formatNumber(Math.floor(credits.credit_balance))
  const monthly = formatNumber(credits.monthly_credits)
  const isLow = credits.level === 'low' || credits.level === 'empty'
  if (folded) {
    return (
      <Tooltip content={`${balance} of ${monthly} credits this month`} side="right" delayMs={0}>
        <Link
          to="/org/billing"
          aria-label={`Credits: ${balance}`}
          className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-hover"
        >
          <Coins aria-hidden="true" className="size-4" />
        </Link>
      </Tooltip>
    )
  }
  return (
    <Link
      to="/org/billing"
      className="grid gap-1.5 rounded-card border bg-surface px-2.5 py-2.25 text-s hover:bg-hover"
    >
      <span className="flex justify-between">
        Credits <b className="num font-semibold">{balance}</b>
      </span>
      <Progress label="Credits left" value={credits.credit_balance} max={Math.max(1, credits.monthly_credits)} />
      <span className={`text-xs ${isLow ? 'font-medium text-bad' : 'text-ink-3'}`}>
        {credits.level === 'empty'
          ? 'Used up'
          : isLow
            ? `Running low: of ${monthly}`
            : `of ${monthly}${credits.next_grant_at === null ? '' : ' this month'}`}
      </span>
    </Link>
  )
}

function Failed({ folded, onRetry, retrying }: { folded: boolean; onRetry: () => void; retrying: boolean }) {
  if (folded) {
    return (
      <IconButton
        label="The credits could not be loaded. Try again"
        tooltipSide="right"
        tooltipDelayMs={0}
        className="text-bad!"
        busy={retrying}
        onClick={onRetry}
      >
        {!retrying && <Coins aria-hidden="true" />}
      </IconButton>
    )
  }
  return (
    <div className="grid justify-items-start gap-1.5 rounded-card border bg-surface px-2.5 py-2.25 text-s">
      <p>The credits could not be loaded.</p>
      <Button size="s" busy={retrying} onClick={onRetry}>
        {!retrying && <RotateCw aria-hidden="true" />}
        Try again
      </Button>
    </div>
  )
}
