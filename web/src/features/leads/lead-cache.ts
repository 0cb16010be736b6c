import type { LeadCounts } from '@leadlight/contract/lead-work'
import type { Lead, LeadRow } from '@leadlight/contract/leads'
import { useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LeadChange, LoadedLeads, RemovedLead } from './lead-list.ts'
import { unreadQuery } from './lead-filters.ts'
import { patchLead, patchLeads, removeLeads, restoreLeads } from './lead-list.ts'

/** Only the open lead's history can show; a long list of leads is not gone through for it. */
const HISTORIES_MAX = 100

/** What the browser remembers of a project's leads, changed at once: the list that shows, single leads, the unread count. */
export interface LeadCache {
  patch: (ids: ReadonlySet<string>, change: LeadChange) => void
  /** Puts rows of the list that shows as the server has them, each in its place. */
  replaceRows: (rows: ReadonlyMap<string, LeadRow>) => void
  /** Takes rows out of the list that shows, and says where they stood. */
  remove: (ids: ReadonlySet<string>) => readonly RemovedLead[]
  restore: (removed: readonly RemovedLead[]) => void
  addUnread: (count: number) => void
  /** The server has changed these: what happened to them is asked for again, where it shows. */
  changed: (ids: readonly string[]) => void
  /** Asks the server again: the list that shows, from its top, and how many are unread. */
  refresh: () => void
}

export function useLeadCache(projectId: string, query: ListQuery): LeadCache {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  return useMemo(() => {
    const listKey = keys.posts(projectId, query)
    const countsKey = keys.leadCounts(projectId, unreadQuery(query))

    function changeList(next: (current: LoadedLeads) => LoadedLeads) {
      patchCached<LoadedLeads>(listKey, next)
      // Lists of other filters are read anew when they show again, rather than kept in step.
      void mutate((key) => isOtherList(key, listKey), undefined)
    }

    function patch(ids: ReadonlySet<string>, change: LeadChange) {
      changeList((current) => patchLeads(current, ids, change))
      for (const id of ids) {
        patchCached<Lead>(keys.post(id), (lead) => patchLead(lead, change))
      }
    }

    function remove(ids: ReadonlySet<string>) {
      let removed: readonly RemovedLead[] = []
      changeList((current) => {
        const result = removeLeads(current, ids)
        removed = result.removed
        return result.loaded
      })
      return removed
    }

    return {
      patch,
      replaceRows: (rows) =>
        changeList((current) => patchLeads(current, new Set(rows.keys()), (lead) => rows.get(lead.id) ?? {})),
      remove,
      restore: (removed) => changeList((current) => restoreLeads(current, removed)),
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

function isOtherList(key: unknown, listKey: readonly [string, string, object]): boolean {
  if (!Array.isArray(key) || key[0] !== listKey[0] || key[1] !== listKey[1]) return false
  return JSON.stringify(key[2]) !== JSON.stringify(listKey[2])
}
