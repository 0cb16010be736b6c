import type { SmartColumn } from '@leadlight/contract/columns'
import type { Teammate } from '@leadlight/contract/lead-work'
import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { useMemo } from 'react'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { useTeammates } from '../../lib/teammates.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { LeadStore } from './loaded-leads.ts'
import type { Inbox } from './use-lead-inbox.ts'

/** Props shared by all rows of a list; stable while the user steps through them. */
export interface RowSetting {
  store: LeadStore
  now: Date
  statuses: readonly Status[]
  /** The visible smart columns in order. */
  columns: readonly SmartColumn[]
  people: ReadonlyMap<string, Teammate>
  linkTo: (id: string) => string
  onOpen: (id: string) => void
  onSelect: (id: string, isRange: boolean) => void
  onStar: (lead: LeadRow) => void
  onStatus: (lead: LeadRow, status: Status | null) => void
}

const NO_COLUMNS: readonly SmartColumn[] = []

export function useRowSetting(inbox: Inbox): RowSetting {
  const { projectId, store, statuses, links, list, settings } = inbox
  const now = useNow()
  const { data: allColumns = NO_COLUMNS } = useSmartColumns(projectId)
  const columns = useMemo(
    () => allColumns.filter((column) => !settings.hidden.includes(column.id)),
    [allColumns, settings.hidden],
  )
  const hasAssignees = list.loaded?.items.some((lead) => lead.assignee_id !== null) ?? false
  const { data: teammates } = useTeammates(projectId, hasAssignees)
  const people = useMemo(() => new Map(teammates?.map((one) => [one.user_id, one])), [teammates])
  const onOpen = useStable((id: string) => inbox.position.open(id))
  const onSelect = useStable((id: string, isRange: boolean) => (isRange ? store.extendTo(id) : store.toggle(id)))
  const onStar = useStable((lead: LeadRow) => void inbox.changes.setStarred(lead, !lead.starred))
  const onStatus = useStable((lead: LeadRow, status: Status | null) => inbox.setStatus(status, { rows: [lead] }))
  const linkTo = links.row
  return useMemo(
    () => ({ store, now, statuses, columns, people, linkTo, onOpen, onSelect, onStar, onStatus }),
    [store, now, statuses, columns, people, linkTo, onOpen, onSelect, onStar, onStatus],
  )
}
