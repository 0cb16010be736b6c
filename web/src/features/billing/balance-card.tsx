import type { OrganizationCredits, Subscription } from '@leadlight/contract/organization'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCredits, useSubscription } from '../../lib/organization.ts'
import { Chip } from '../../ui/chip.tsx'
import { Progress } from '../../ui/progress.tsx'
import { FactCard, FailedCard, LoadingCard } from './fact-card.tsx'

/** The balance, what of it expires and when, and when more credits come. */
export function BalanceCard() {
  const { data: credits, error, mutate, isValidating } = useCredits()
  const kind = useSubscription().data?.kind
  if (!credits) {
    if (!error) return <LoadingCard label="Loading the credits" />
    return (
      <FailedCard
        title="Credits"
        problem="The credits could not be loaded"
        onRetry={() => void mutate()}
        retrying={isValidating}
      >
        The credits themselves are as they were.
      </FailedCard>
    )
  }
  return (
    <FactCard title="Credits" aside={<Level level={credits.level} />}>
      <p className="num text-xl font-semibold">{formatNumber(credits.credit_balance)}</p>
      <Progress label="Credits left" value={credits.credit_balance} max={Math.max(1, credits.monthly_credits)} />
      <p className="text-ink-2">{describeNext(credits, kind)}</p>
      {credits.held > 0 && (
        <p className="text-s text-ink-3">
          {formatNumber(credits.held)} more are set aside for work under way; what it does not need comes back.
        </p>
      )}
      {credits.expiring && (
        <p className="text-s text-ink-3">
          {formatNumber(credits.expiring.credits)} of them end on {formatDate(credits.expiring.at)}.
        </p>
      )}
    </FactCard>
  )
}

function Level({ level }: Pick<OrganizationCredits, 'level'>) {
  if (level === 'empty') return <Chip tone="bad">Used up</Chip>
  return level === 'low' ? <Chip tone="accent">Running low</Chip> : null
}

function describeNext(
  { monthly_credits: monthly, next_grant_at: at }: OrganizationCredits,
  kind: Subscription['kind'] | undefined,
): string {
  if (at === null) return 'No more are to come without a plan that goes on.'
  const [amount, day] = [formatNumber(monthly), formatDate(at)]
  // More depends on a plan that could not be read.
  if (kind === undefined) return `More come on ${day}.`
  return kind === 'included' ? `Filled up to ${amount} on ${day}.` : `The next ${amount} come on ${day}.`
}
