import type { LeadRow } from '@leadlight/contract/leads'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { SetURLSearchParams } from 'react-router'
import { useStable } from '../../lib/use-stable.ts'
import type { FeedHandle } from './use-virtual-rows.ts'
import type { LeadChanges } from './lead-changes.ts'
import { countFilters, listQuery, NO_FILTERS, readFilters, writeFilters } from './lead-filters.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { LoadedLeads } from './lead-list.ts'
import { indexOfLead } from './lead-list.ts'
import type { ListStore } from './list-store.ts'
import { useLead } from './use-lead.ts'

/** The filters of the address, and how to change them there. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  // In one spelling: what else the address carries does not make it another list.
  const name = writeFilters(readFilters(search)).toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(name)), [name])
  const change = useFilterChange(name, filters, setSearch)
  return {
    filters,
    query: useMemo(() => listQuery(filters), [filters]),
    /** Stands for these filters in places that need a name. */
    name,
    isNarrowed: countFilters(filters) > 0,
    change,
    clear: useCallback(() => change({ ...NO_FILTERS }), [change]),
  }
}

/** Changes the filters in the address. It follows a moment later: a second choice must not forget the first. */
function useFilterChange(name: string, filters: LeadFilters, setSearch: SetURLSearchParams) {
  const latest = useRef(filters)
  /** What was written and has not been seen in the address yet, the oldest first. */
  const onTheWay = useRef<string[]>([])
  useLayoutEffect(() => {
    const at = onTheWay.current.lastIndexOf(name)
    onTheWay.current = at < 0 ? [] : onTheWay.current.slice(at + 1)
    if (onTheWay.current.length === 0) latest.current = filters
  }, [name, filters])
  return useCallback(
    (part: Partial<LeadFilters>) => {
      latest.current = { ...latest.current, ...part }
      const search = writeFilters(latest.current)
      onTheWay.current.push(search.toString())
      setSearch(search, { replace: true })
    },
    [setSearch],
  )
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
  store: ListStore
  openId: string | null
  linkTo: (id: string) => string
  feed: RefObject<FeedHandle | null>
}

/** How to go on in the list. What it answers is as of the moment it is asked: a step draws nothing but the rows it touches. */
export function usePosition({ store, openId, linkTo, feed }: Place) {
  const navigate = useNavigate()
  const items = () => store.get().loaded?.items ?? []
  /** The lead the address is on its way to: a step by key counts at once, the address follows a moment later. */
  const headingFor = useRef<string | null>(null)
  const lastOpenId = useRef(openId)

  const open = useStable((id: string) => {
    headingFor.current = id
    store.set({ currentId: id, openId: id })
    void navigate(linkTo(id), { replace: openId !== null })
  })
  const setCurrentId = useCallback(
    (id: string) => {
      if (store.get().currentId !== id) store.set({ currentId: id })
    },
    [store],
  )
  const goTo = useStable((lead: LeadRow | undefined) => {
    if (!lead) return
    feed.current?.showRow(lead.id, openId === null)
    if (openId === null) setCurrentId(lead.id)
    else open(lead.id)
  })
  useLayoutEffect(() => {
    if (openId !== null && headingFor.current !== null && headingFor.current !== openId) return
    headingFor.current = null
    store.set({ openId, ...(openId === null ? {} : { currentId: openId }) })
  }, [store, openId])
  useEffect(() => {
    // Back in the list, the focus goes to the row one has come from.
    if (openId === null && lastOpenId.current) feed.current?.showRow(store.get().currentId ?? lastOpenId.current, true)
    lastOpenId.current = openId
  }, [store, openId, feed])
  return {
    get currentId() {
      return store.get().currentId
    },
    get index() {
      return store.get().index
    },
    get next() {
      return items()[store.get().index + 1]
    },
    get previous() {
      return items()[store.get().index - 1]
    },
    get first() {
      return items()[0]
    },
    get last() {
      return items().at(-1)
    },
    goTo,
    open,
    setCurrentId,
  }
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
  const row = items[indexOfLead(items, openId, list.near)] ?? lead.data ?? null
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
