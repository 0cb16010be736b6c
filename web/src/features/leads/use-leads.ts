import type { LeadList } from '@leadlight/contract/leads'
import { useCallback, useRef, useState } from 'react'
import useSWR from 'swr'
import { call } from '../../lib/api.ts'
import { listLeads } from '../../lib/calls.ts'
import { keys } from '../../lib/keys.ts'
import { hasStatus } from '../../lib/request-error.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LoadedLeads } from './lead-list.ts'
import { appendPage, firstPage } from './lead-list.ts'

const PAGE_SIZE = 100

/** The list of one set of filters: its first page, and further ones as `loadMore` is called. */
export function useLeads(projectId: string, query: ListQuery) {
  // A list may hold 100,000 rows: comparing them would cost more than drawing the few that show.
  const list = useSWR<LoadedLeads, unknown>(
    keys.posts(projectId, query),
    async () => firstPage(await readPage(projectId, query)),
    { compare: Object.is },
  )
  const { data, error, mutate } = list
  const [former, setFormer] = useState(data)
  if (data && data !== former) setFormer(data)
  const { error: moreError, loadMore } = useMore(projectId, query, data, mutate)
  return {
    /** While other filters load, the rows of the former ones stand in for them. */
    loaded: data ?? (error ? undefined : former),
    isStale: data === undefined,
    error,
    isRetrying: list.isValidating,
    moreError,
    loadMore,
    /** Reads the list anew from its top. */
    reload: useCallback(() => mutate(), [mutate]),
  }
}

type Change = (current: LoadedLeads | undefined) => LoadedLeads | undefined
type Mutate = (change?: Change, options?: { revalidate: boolean }) => Promise<LoadedLeads | undefined>

function useMore(projectId: string, query: ListQuery, loaded: LoadedLeads | undefined, mutate: Mutate) {
  const [failed, setFailed] = useState<{ cursor: string; error: unknown } | null>(null)
  const loadingCursor = useRef<string | null>(null)
  const cursor = loaded?.nextCursor ?? null

  const loadMore = useStable(async () => {
    if (!cursor || loadingCursor.current === cursor) return
    loadingCursor.current = cursor
    setFailed(null)
    try {
      const page = await readPage(projectId, query, cursor)
      await mutate((current) => (current?.nextCursor === cursor ? appendPage(current, page) : current), {
        revalidate: false,
      })
    } catch (failure) {
      // A cursor the server no longer takes: only the top of the list can still be read.
      if (hasStatus(failure, 400)) await mutate()
      else setFailed({ cursor, error: failure })
    } finally {
      loadingCursor.current = null
    }
  })
  return { error: failed?.cursor === cursor ? failed?.error : null, loadMore }
}

function readPage(projectId: string, query: ListQuery, cursor?: string): Promise<LeadList> {
  return call(listLeads, {
    params: { projectId },
    query: { ...query, limit: String(PAGE_SIZE), ...(cursor ? { cursor } : {}) },
  })
}
