import type { Changed } from '@leadlight/contract/changed'
import { FILTER_ROWS_MAX } from '@leadlight/domain/filters'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { listLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { logWarning } from '../../lib/log.ts'
import { ORIGIN } from '../../lib/origin.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LoadedLeads } from './loaded-leads.ts'

const NONE: ReadonlySet<string> = new Set()
const SETTLE_MS = 400
const ORDER: ReadonlySet<string> = new Set(['sort_by', 'sort_order'])

/**
 * How many new leads the list would show. They appear on request, since rows that move under a reader are lost; only an
 * empty list fills by itself.
 */
export function useArrivals(
  projectId: string,
  query: ListQuery,
  loaded: LoadedLeads | undefined,
  reload: () => Promise<unknown>,
) {
  const { mutate } = useSWRConfig()
  const [arrived, setArrived] = useState(NONE)
  /** Events are heard from a moment on at which the list was being read: it may lack what came before. */
  const mayLack = useRef(false)
  useProjectEvents(projectId, (event) => {
    if (event.type === 'changed' && event.origin !== ORIGIN && mayBringIn(event, query, loaded)) {
      setArrived((ids) => new Set([...ids, ...(event.lead_ids ?? [])]))
    }
    if (event.type === 'connected') {
      if (loaded?.items.length === 0) void reload()
      else mayLack.current = loaded === undefined
    }
    if (event.type !== 'leads') return
    setArrived((ids) => new Set([...ids, ...event.lead_ids]))
  })

  const show = useCallback(async () => {
    setArrived(NONE)
    void mutate(keys.dataChannels(projectId))
    void mutate(keys.intentSignals(projectId))
    await reload()
  }, [mutate, projectId, reload])

  const items = loaded?.items
  const fresh = useMemo(() => allowedByFilter(withoutLoaded(arrived, items), query), [arrived, items, query])
  const isEmpty = items?.length === 0
  useEffect(() => {
    if (!isEmpty || fresh.length === 0) return undefined
    const timer = setTimeout(() => void show(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [isEmpty, fresh, show])
  useEffect(() => {
    if (!isEmpty || !mayLack.current) return
    mayLack.current = false
    void reload()
  }, [isEmpty, reload])

  const count = useMatchingCount(projectId, query, fresh)
  return useMemo(() => ({ count, show }), [count, show])
}

/**
 * Whether others' changes may have made leads match the filters. This can only be told of a narrowed list that is fully
 * loaded; otherwise they may just be further down.
 */
function mayBringIn({ what }: Changed, query: ListQuery, loaded: LoadedLeads | undefined): boolean {
  return what === 'leads' && isNarrowedBy(query) && loaded?.nextCursor === null
}

function isNarrowedBy(query: ListQuery): boolean {
  return Object.keys(query).some((name) => !ORDER.has(name))
}

function withoutLoaded(ids: ReadonlySet<string>, items: LoadedLeads['items'] = []): string[] {
  if (ids.size === 0) return []
  const loadedIds = new Set(items.map((lead) => lead.id))
  return [...ids].filter((id) => !loadedIds.has(id))
}

/** A list of certain leads can only gain those. */
function allowedByFilter(ids: string[], { lead_ids: only }: ListQuery): string[] {
  return only === undefined ? ids : ids.filter((id) => [only].flat().includes(id))
}

/** How many of the leads match the filters: all if none is active, otherwise the server counts. */
function useMatchingCount(projectId: string, query: ListQuery, ids: readonly string[]): number {
  const isNarrowed = isNarrowedBy(query)
  const [counted, setCounted] = useState<{ query: ListQuery; count: number } | null>(null)
  useEffect(() => {
    if (!isNarrowed || ids.length === 0) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      countMatching(projectId, query, ids, stop.signal).then(
        (count) => setCounted({ query, count }),
        (error: unknown) => {
          if (!stop.signal.aborted) logWarning('New leads could not be counted', error)
        },
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [projectId, query, ids, isNarrowed])
  if (!isNarrowed || ids.length === 0) return ids.length
  return counted?.query === query ? counted.count : 0
}

async function countMatching(projectId: string, query: ListQuery, ids: readonly string[], signal: AbortSignal) {
  let count = 0
  for (let at = 0; at < ids.length; at += FILTER_ROWS_MAX) {
    const named = ids.slice(at, at + FILTER_ROWS_MAX)
    const page = await call(listLeads, {
      params: { projectId },
      query: { ...query, lead_ids: named, limit: '1' },
      signal,
    })
    count += page.total
  }
  return count
}
