import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useSWRConfig } from 'swr'
import type { SmartColumn } from '@leadlight/contract/columns'
import { listLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { logWarning } from '../../lib/log.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useLeadCache } from './lead-cache.ts'
import type { ListQuery } from './lead-filters.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'

const READ_EVERY_MS = 1500

/** Updates smart-column values in the visible rows as they are computed, and the columns' progress. */
export function useColumnEvents(projectId: string, query: ListQuery, feed: RefObject<FeedHandle | null>): void {
  const cache = useLeadCache(projectId, query)
  const patchCached = usePatchCached()
  const { mutate } = useSWRConfig()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])

  const readRows = useStable(async () => {
    timer.current = null
    const ids = feed.current?.idsDrawn() ?? []
    if (ids.length === 0) return
    try {
      const page = await call(listLeads, {
        params: { projectId },
        query: { lead_ids: [...ids], limit: String(ids.length) },
      })
      const values = new Map(page.items.map((lead) => [lead.id, lead.smart_column_values]))
      cache.patch(new Set(values.keys()), (lead) => ({
        smart_column_values: values.get(lead.id) ?? lead.smart_column_values,
      }))
    } catch (error) {
      logWarning('The values of the smart columns could not be read', error)
    }
  })
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'column') return
    const { column } = event
    patchCached<SmartColumn[]>(keys.smartColumns(projectId), (columns) => {
      if (columns.some((one) => one.id === column.id)) {
        return columns.map((one) => (one.id === column.id ? column : one))
      }
      void mutate(keys.smartColumns(projectId))
      return columns
    })
    timer.current ??= setTimeout(() => void readRows(), READ_EVERY_MS)
  })
}
