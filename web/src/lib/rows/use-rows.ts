import { useCallback, useMemo, useRef, useState } from 'react'
import type { Key } from 'swr'
import useSWR from 'swr'
import { hasStatus } from '../request-error.ts'
import { useStable } from '../use-stable.ts'
import type { LoadedRows, Row, RowPage } from './loaded-rows.ts'
import { appendPage, firstPage } from './loaded-rows.ts'

/** How many rows are asked for at once. */
export const PAGE_SIZE = 100

type ReadPage<Item extends Row> = (cursor?: string) => Promise<RowPage<Item>>

/**
 * The list a key stands for: its first page, and further ones as `loadMore` is called. `isReady` says that what else its
 * rows show is there as well: no row shows before, as what it lacks could neither be read nor be set by a key.
 */
export function useRows<Item extends Row>(key: Key, readPage: ReadPage<Item>, isReady: boolean) {
  // A list may hold 100,000 rows: comparing them would cost more than drawing the few that show.
  const list = useSWR<LoadedRows<Item>, unknown>(key, async () => firstPage(await readPage()), { compare: Object.is })
  const { data, error, mutate } = list
  const [former, setFormer] = useState(data)
  if (data && data !== former) setFormer(data)
  const { error: moreError, loadMore } = useMore(readPage, data, mutate)
  const { isValidating: isRetrying } = list
  /** Reads the list anew from its top. */
  const reload = useCallback(() => mutate(), [mutate])
  /** While other filters load, the rows of the former ones stand in for them. */
  const standing = data ?? (error ? undefined : former)
  const loaded = isReady ? standing : undefined
  const isStale = data === undefined
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
      // A cursor the server no longer takes: only the top of the list can still be read.
      if (hasStatus(failure, 400)) await mutate()
      else setFailed({ cursor, error: failure })
    } finally {
      loadingCursor.current = null
    }
  })
  return { error: failed?.cursor === cursor ? failed?.error : null, loadMore }
}
