import { useEffect, useMemo, useRef } from 'react'
import type { LeadChanges } from './lead-changes.ts'
import { countFilters, listQuery, NO_FILTERS, readFilters, writeFilters } from './lead-filters.ts'
import type { LoadedLeads } from './loaded-leads.ts'
import { useAddressFilters } from '../../lib/rows/use-address-filters.ts'
import { indexOfRow } from '../../lib/rows/loaded-rows.ts'
import { isGone } from '../../lib/request-error.ts'
import { useLead } from './use-lead.ts'

/** The filters of the address, and how to change them there. */
export function useFilters() {
  const { filters, name, change } = useAddressFilters(READING)
  return useMemo(
    () => ({
      filters,
      query: listQuery(filters),
      /** Stands for these filters in places that need a name. */
      name,
      isNarrowed: countFilters(filters) > 0,
      change,
      clear: () => change({ ...NO_FILTERS }),
    }),
    [filters, name, change],
  )
}

const READING = { read: readFilters, write: writeFilters, typed: ['text'] } as const

/** The addresses of the list and its leads, keeping the filters. */
export function useLeadLinks(projectId: string, filtersName: string) {
  return useMemo(() => {
    const search = filtersName ? `?${filtersName}` : ''
    const list = `/projects/${projectId}/posts`
    return { list: `${list}${search}`, row: (id: string) => `${list}/${id}${search}` }
  }, [projectId, filtersName])
}

/** The open lead: at once as its row has it, then with its whole text. Opening it marks it as read, once. */
export function useOpenLead(
  projectId: string,
  openId: string | null,
  list: { loaded: LoadedLeads | undefined; error: unknown; near: number },
  changes: LeadChanges,
) {
  const lead = useLead(projectId, openId)
  const items = list.loaded?.items ?? []
  // One that is gone takes no more work, although its row stays where it is until the list is asked for again.
  const row = isGone(lead.error) ? null : (items[indexOfRow(items, openId, list.near)] ?? lead.data ?? null)
  // Before that, the list on its way would still show the lead as unread.
  const isListKnown = list.loaded !== undefined || Boolean(list.error)
  const markedId = useRef<string | null>(null)
  useEffect(() => {
    if (markedId.current === openId || (openId !== null && (!row || !isListKnown))) return
    markedId.current = openId
    if (row && !row.read) void changes.markOpened(row)
  }, [openId, row, isListKnown, changes])
  return { id: openId, lead, row }
}

export type OpenLead = ReturnType<typeof useOpenLead>
