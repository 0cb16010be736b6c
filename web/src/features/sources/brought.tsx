import { Link } from '../../lib/router/link.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { BroughtLeads } from './use-source-leads.ts'

/** How many leads a source brought, linked to them; nothing while that is unknown. */
export function Brought({ leads, name }: { leads: BroughtLeads | undefined; name: string }) {
  if (!leads) return null
  if (leads.count === 0) return <span className="shrink-0 text-s text-ink-3">No leads yet</span>
  return (
    <Link
      to={leads.path}
      className="target num inline-flex shrink-0 items-center gap-2 rounded-control text-s font-medium underline-offset-2 hover:underline"
    >
      {leads.text} {leads.count === 1 ? 'lead' : 'leads'}
      <span className="sr-only"> from {name}</span>
      <Badge count={leads.unread} label="unread" />
    </Link>
  )
}
