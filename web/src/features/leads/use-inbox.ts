import { useEffect, useMemo, useRef } from 'react'
import type { LeadChanges } from './lead-changes.ts'
import { CLEARED, countFilters, listQuery, readFilters, writeFilters } from './lead-filters.ts'
import type { LoadedLeads } from './loaded-leads.ts'
import { useUrlFilters } from '../../lib/rows/use-url-filters.ts'
import { indexOfRow } from '../../lib/rows/loaded-rows.ts'
import { isGone } from '../../lib/request-error.ts'
import { useLead } from './use-lead.ts'

/** The URL's filters, and how to change them. */
export function useFilters() {
  const { filters, name, change } = useUrlFilters(READING)
  return useMemo(
    () => ({
      filters,
      query: listQuery(filters),
      /** Identifies these filters. */
      name,
      isNarrowed: countFilters(filters) > 0,
      change,
      clear: () => change(CLEARED),
    }),
    [filters, name, change],
  )
}

const READING = { read: readFilters, write: writeFilters, typed: ['text'] } as const

/** The paths of the list and its leads, with the filters. */
export function useLeadLinks(projectId: string, filtersName: string) {
  return useMemo(() => {
    const search = filtersName ? `?${filtersName}` : ''
    const list = `/projects/${projectId}/posts`
    return { list: `${list}${search}`, row: (id: string) => `${list}/${id}${search}` }
  }, [projectId, filtersName])
}

/** The open lead: first from its row, then with its whole text. Opening marks it as read, once. */
export function useOpenLead(
  projectId: string,
  openId: string | null,
  list: { loaded: LoadedLeads | undefined; error: unknown; near: number },
  changes: LeadChanges,
) {
  const lead = useLead(projectId, openId)
  const items = list.loaded?.items ?? []
  // A lead that has gone takes no more actions, although its row stays until the list is refetched.
  const row = isGone(lead.error) ? null : (items[indexOfRow(items, openId, list.near)] ?? lead.data ?? null)
  // Before the list has loaded, its pending answer would still show the lead as unread.
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
