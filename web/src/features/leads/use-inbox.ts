import type { LeadRow } from '@leadlight/contract/leads'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FeedHandle } from './lead-feed.tsx'
import type { LeadChanges } from './lead-changes.ts'
import { countFilters, listQuery, NO_FILTERS, readFilters, writeFilters } from './lead-filters.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { LoadedLeads } from './lead-list.ts'
import { useLead } from './use-lead.ts'

/** The filters of the address, and how to change them there. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const name = search.toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(name)), [name])
  const change = useCallback(
    (part: Partial<LeadFilters>) =>
      setSearch((latest) => writeFilters({ ...readFilters(latest), ...part }), { replace: true }),
    [setSearch],
  )
  return {
    filters,
    query: useMemo(() => listQuery(filters), [filters]),
    /** Stands for these filters in places that need a name. */
    name: writeFilters(filters).toString(),
    isNarrowed: countFilters(filters) > 0,
    change,
    clear: () => change({ ...NO_FILTERS }),
  }
}

/** The addresses of the list and its leads, keeping the filters. */
export function useLeadLinks(projectId: string, filtersName: string) {
  return useMemo(() => {
    const search = filtersName ? `?${filtersName}` : ''
    const list = `/projects/${projectId}/posts`
    return { list: `${list}${search}`, lead: (id: string) => `${list}/${id}${search}` }
  }, [projectId, filtersName])
}

interface Place {
  loaded: LoadedLeads | undefined
  openId: string | null
  linkTo: (id: string) => string
  feed: RefObject<FeedHandle | null>
}

/** Where one stands in the list: the open lead, or else the row last focused; and how to go on from there. */
export function usePosition({ loaded, openId, linkTo, feed }: Place) {
  const navigate = useNavigate()
  const [{ currentId, seenOpenId }, setPlace] = useState({ currentId: openId, seenOpenId: openId })
  // Opening moves along, but a step by key counts at once: the address follows a moment later.
  if (openId !== seenOpenId) setPlace({ currentId: openId ?? currentId, seenOpenId: openId })
  const items = loaded?.items ?? []
  const index = items.findIndex((lead) => lead.id === currentId)
  const next = items[index + 1]
  const previous = index > 0 ? items[index - 1] : undefined

  function open(id: string) {
    void navigate(linkTo(id), { replace: openId !== null })
  }
  const setCurrentId = useCallback((id: string) => setPlace((place) => ({ ...place, currentId: id })), [])
  function goTo(lead: LeadRow | undefined) {
    if (!lead) return
    setCurrentId(lead.id)
    feed.current?.showRow(lead.id, openId === null)
    if (openId !== null) open(lead.id)
  }
  const lastOpenId = useRef(openId)
  useEffect(() => {
    // Back in the list, the focus goes to the row one has come from.
    if (openId === null && lastOpenId.current) feed.current?.showRow(lastOpenId.current, true)
    lastOpenId.current = openId
  }, [openId, feed])
  return { currentId, index, next, previous, first: items[0], last: items.at(-1), goTo, open, setCurrentId }
}

/** The open lead: at once as its row has it, then with its whole text. Opening it marks it as read, once. */
export function useOpenLead(
  projectId: string,
  openId: string | null,
  list: { loaded: LoadedLeads | undefined; error: unknown },
  changes: LeadChanges,
) {
  const lead = useLead(projectId, openId)
  const row = list.loaded?.items.find((one) => one.id === openId) ?? lead.data ?? null
  // Before that, the list on its way would still show the lead as unread.
  const isListKnown = list.loaded !== undefined || Boolean(list.error)
  const markedId = useRef<string | null>(null)
  useEffect(() => {
    if (markedId.current === openId || (openId !== null && (!row || !isListKnown))) return
    markedId.current = openId
    if (row && !row.read) void changes.markOpened(row)
  }, [openId, row, isListKnown, changes])
  return { lead, row }
}
