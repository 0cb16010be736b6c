import { useCallback, useMemo, useRef, useState } from 'react'
import type { Key } from 'swr'
import useSWR from 'swr'
import { useComesFirst } from '../read-later.ts'
import { hasStatus } from '../request-error.ts'
import { useServerBack } from '../server-state.ts'
import { useStable } from '../use-stable.ts'
import type { LoadedRows, Row, RowPage } from './loaded-rows.ts'
import { appendPage, firstPage } from './loaded-rows.ts'

/** The page size of requests. */
export const PAGE_SIZE = 100

type ReadPage<Item extends Row> = (cursor?: string) => Promise<RowPage<Item>>

/**
 * A list's first page, and further ones through `loadMore`. `isReady` says that the rows' other data is loaded too. No
 * row shows before, since its missing parts could neither be read nor set by key.
 */
export function useRows<Item extends Row>(key: Key, readPage: ReadPage<Item>, isReady: boolean) {
  // A list may hold 100,000 rows: comparing them would cost more than drawing the few on screen.
  const list = useSWR<LoadedRows<Item>, unknown>(key, async () => firstPage(await readPage()), { compare: Object.is })
  const { data, error, mutate } = list
  const [former, setFormer] = useState(data)
  if (data && data !== former) setFormer(data)
  const { error: moreError, loadMore } = useMore(readPage, data, mutate)
  const { isValidating: isRetrying } = list
  /** Refetches the list from its top. */
  const reload = useCallback(() => mutate(), [mutate])
  /** While new filters load, the previous rows stay. */
  const shown = data ?? (error ? undefined : former)
  const loaded = isReady ? shown : undefined
  const isStale = data === undefined
  useComesFirst(!loaded && !error)
  return useMemo(
    () => ({ loaded, isStale, error, isRetrying, moreError, loadMore, reload }),
    [loaded, isStale, error, isRetrying, moreError, loadMore, reload],
  )
}

type Mutate<Item extends Row> = (
  change?: (current: LoadedRows<Item> | undefined) => LoadedRows<Item> | undefined,
  options?: { revalidate: boolean },
) => Promise<LoadedRows<Item> | undefined>

function useMore<Item extends Row>(
  readPage: ReadPage<Item>,
  loaded: LoadedRows<Item> | undefined,
  mutate: Mutate<Item>,
) {
  const [failed, setFailed] = useState<{ cursor: string; error: unknown } | null>(null)
  const loadingCursor = useRef<string | null>(null)
  const cursor = loaded?.nextCursor ?? null

  const loadMore = useStable(async () => {
    if (!cursor || loadingCursor.current === cursor) return
    loadingCursor.current = cursor
    setFailed(null)
    try {
      const page = await readPage(cursor)
      await mutate((current) => (current?.nextCursor === cursor ? appendPage(current, page) : current), {
        revalidate: false,
      })
    } catch (failure) {
      // The server has refused the cursor: only the top of the list can be read.
      if (hasStatus(failure, 400)) await mutate()
      else setFailed({ cursor, error: failure })
    } finally {
      loadingCursor.current = null
    }
  })
  useServerBack(() => {
    if (failed) void loadMore()
  })
  return { error: failed?.cursor === cursor ? failed?.error : null, loadMore }
}
