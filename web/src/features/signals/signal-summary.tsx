import type { IntentSignal } from '@leadlight/contract/signals'
import { formatCount } from '../../lib/format.ts'
import { useFoundLeads } from '../../lib/found-leads.ts'
import { useSpentCredits } from './use-spent-credits.ts'

/** What a signal has brought and cost, in a line. */
export function SignalSummary({ projectId, signal }: { projectId: string; signal: IntentSignal }) {
  const leads = useFoundLeads(projectId).of('intent_signals', signal.id)
  const spent = useSpentCredits(projectId)
  const credits = spent.hasCosts ? spent.of(signal.id) : undefined
  const parts = [
    leads && `${leads.all.text} ${leads.all.count === 1 ? 'lead' : 'leads'}`,
    leads && leads.unread.count > 0 && `${leads.unread.text} unread`,
    credits !== undefined && `${formatCount(credits, 'credit')} spent this month by searches and monitoring`,
  ]
  // A space that does not break keeps the line's height until the numbers are there.
  return <span className="num">{parts.filter(Boolean).join(' · ') || '\u00A0'}</span>
}
