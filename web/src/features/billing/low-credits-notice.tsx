import { Coins, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCredits } from '../../lib/organization.ts'
import { readStored, STORED, writeStored } from '../../lib/storage.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** A notice while credits are low or used up, until there are more or it is dismissed at that level. */
export function LowCreditsNotice() {
  const { pathname } = useLocation()
  const { data: credits } = useCredits()
  const canManage = useCan('billing.manage')
  const [dismissedAt, setDismissedAt] = useState(() => readStored(STORED.creditsDismissedAt, 'tab'))
  const isAtBilling = pathname === '/org/billing' || pathname === '/org/select-plan'
  if (!credits || credits.level === 'fine' || dismissedAt === credits.level || isAtBilling) return null
  const { level, credit_balance: balance, next_grant_at: at } = credits
  function dismiss() {
    writeStored(STORED.creditsDismissedAt, level, 'tab')
    setDismissedAt(level)
  }
  return (
    <aside
      aria-label="Credits"
      className={`flex shrink-0 items-center gap-2.5 border-b py-1 pr-2 pl-4 text-s sm:pl-8.5 ${level === 'empty' ? 'bg-bad-soft' : 'bg-accent-soft'}`}
    >
      <Coins aria-hidden="true" className={`size-4 shrink-0 ${level === 'empty' ? 'text-bad' : 'text-accent'}`} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {level === 'empty'
          ? 'Your credits are used up. Posts go on being collected; those that cost something to judge wait.'
          : `${formatNumber(balance)} credits are left.`}
        {at !== null && ` More come on ${formatDate(at)}.`}{' '}
        <Link to={canManage ? '/org/select-plan' : '/org/billing'} className="link">
          {canManage ? 'See plans' : 'See plan and credits'}
        </Link>
      </p>
      <IconButton label="Hide this line" size="s" onClick={dismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </aside>
  )
}
