import type { LeadRow } from '@leadlight/contract/leads'
import { useMemo } from 'react'
import { useListWork } from '../../lib/rows/use-list-work.ts'
import type { Position } from '../../lib/rows/use-position.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { LeadChanges, Target } from './lead-changes.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { LeadStore } from './loaded-leads.ts'

interface InboxContext {
  store: LeadStore
  filters: LeadFilters
  changes: LeadChanges
  position: Position<LeadRow>
  /** The open lead, which need not be in the list. */
  openRow: LeadRow | null
}

/** The actions on the target leads: the selected ones, or else the open or focused one. */
export function useInboxWork(context: InboxContext) {
  const { changes } = context
  const work = useListWork<LeadRow, LeadFilters>(context)
  const setRead = useStable((read: boolean, chosen: Target | null = work.target()) => {
    if (!chosen) return
    const isDone = changes.setRead(chosen, read)
    if (chosen.allOf) void work.endSelection(isDone)
  })
  return useMemo(() => ({ ...work, setRead }), [work, setRead])
}
