import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { STORED } from '../../lib/storage.ts'
import { useLeadStatuses } from '../../lib/lead-statuses.ts'
import { createListStore } from '../../lib/rows/list-store.ts'
import { useListInStore } from '../../lib/rows/use-list-in-store.ts'
import { useListSettings } from '../../lib/rows/list-settings.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { useArrivals } from './use-arrivals.ts'
import { useChangedRows } from './use-changed-rows.ts'
import { useLeadExport } from './use-lead-export.ts'
import { useStaleFilters } from './use-stale-filters.ts'
import { useFilters, useLeadLinks, useOpenLead } from './use-inbox.ts'
import { useInboxWork } from './use-inbox-work.ts'
import { useLeadChanges } from './use-lead-changes.ts'
import { useLiveTotal } from './use-live-total.ts'
import { useLeads } from './use-leads.ts'
import { usePosition } from '../../lib/rows/use-position.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'

export type Inbox = ReturnType<typeof useLeadInbox>['inbox']

/**
 * All state and actions of the posts screen: list, filters, position, selection, changes, new leads, and the open lead.
 */
export function useLeadInbox(projectId: string, openId: string | null, feed: RefObject<FeedHandle | null>) {
  const filters = useFilters()
  const settings = useListSettings(`${STORED.leadList}:${projectId}`)
  const links = useLeadLinks(projectId, filters.name)
  const { data: knownStatuses, error: statusesError } = useLeadStatuses(projectId)
  const statuses = knownStatuses ?? NO_STATUSES
  const read = useLeads(projectId, filters.query, Boolean(knownStatuses ?? statusesError))
  const loaded = useLiveTotal(projectId, filters.query, read.loaded)
  const list = useMemo(() => ({ ...read, loaded }), [read, loaded])
  const exporting = useLeadExport(projectId, filters.filters.order)
  const changes = useLeadChanges(projectId, filters.query)
  const { data: columns } = useSmartColumns(projectId)
  useStaleFilters(filters, knownStatuses, columns)
  const [store] = useState(() => createListStore<LeadRow>(openId))
  useListInStore(store, read.loaded, filters.name)
  const position = usePosition({ store, openId, links, feed })
  useChangedRows(projectId, { query: filters.query, store, feed, reload: list.reload })
  const arrivals = useArrivals(projectId, filters.query, read.loaded, read.reload)
  const open = useOpenLead(projectId, openId, { ...list, near: store.get().index }, changes)
  const work = useInboxWork({ store, filters: filters.filters, changes, position, openRow: open.row })
  // Stable while leads are opened: the list must not render for what the pane shows.
  const inbox = useMemo(
    () => ({
      projectId,
      filters,
      settings,
      links,
      list,
      changes,
      exporting,
      store,
      statuses,
      position,
      arrivals,
      ...work,
    }),
    [projectId, filters, settings, links, list, changes, exporting, store, statuses, position, arrivals, work],
  )
  return { inbox, open }
}

const NO_STATUSES: readonly Status[] = []
