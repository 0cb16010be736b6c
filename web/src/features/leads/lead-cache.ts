import type { LeadCounts } from '@leadlight/contract/lead-work'
import type { Lead, LeadRow } from '@leadlight/contract/leads'
import { useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import type { ListCache } from '../../lib/rows/list-cache.ts'
import { createListCache } from '../../lib/rows/list-cache.ts'
import { patchRow } from '../../lib/rows/loaded-rows.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LeadChange } from './loaded-leads.ts'
import { unreadQuery } from './lead-filters.ts'

/** Only the open lead's history can show, so a longer list of ids is not checked. */
const HISTORIES_MAX = 100

/** Optimistic changes to the cached leads of a project: the list on screen, single leads, the unread count. */
export interface LeadCache extends ListCache<LeadRow> {
  /** Replaces rows of the list on screen with the server's, each in its place. */
  replaceRows: (rows: ReadonlyMap<string, LeadRow>) => void
  addUnread: (count: number) => void
  /** The server has changed these leads: refetches their history if it shows. */
  changed: (ids: readonly string[]) => void
  /** Refetches the list on screen from its top, and the unread count. */
  refresh: () => void
}

export function useLeadCache(projectId: string, query: ListQuery): LeadCache {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  return useMemo(() => {
    const listKey = keys.posts(projectId, query)
    const countsKey = keys.leadCounts(projectId, unreadQuery(query))

    const list = createListCache<LeadRow>({ mutate, patchCached }, listKey)

    function patch(ids: ReadonlySet<string>, change: LeadChange) {
      list.patch(ids, change)
      for (const id of ids) {
        patchCached<Lead>(keys.post(id), (lead) => patchRow(lead, change))
      }
    }

    return {
      patch,
      replaceRows: (rows) => list.patch(new Set(rows.keys()), (lead) => rows.get(lead.id) ?? {}),
      remove: list.remove,
      restore: list.restore,
      addUnread(count) {
        patchCached<Unread>(keys.unreadCount(projectId), (now) => ({
          unread_count: Math.max(0, now.unread_count + count),
        }))
        patchCached<LeadCounts>(countsKey, (now) => ({ ...now, unread: Math.max(0, now.unread + count) }))
      },
      changed(ids) {
        for (const id of ids.slice(0, HISTORIES_MAX)) void mutate(keys.history(id))
      },
      refresh() {
        void mutate(listKey)
        void mutate(keys.unreadCount(projectId))
        void mutate(countsKey)
      },
    }
  }, [mutate, patchCached, projectId, query])
}

interface Unread {
  unread_count: number
}
