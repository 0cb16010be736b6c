import type { LeadRow } from '@leadlight/contract/leads'
import { listLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { PAGE_SIZE, useRows } from '../../lib/rows/use-rows.ts'
import type { ListQuery } from './lead-filters.ts'

/** The list for a set of filters: its first page, and further ones through `loadMore`. */
export function useLeads(projectId: string, query: ListQuery, isReady: boolean) {
  return useRows<LeadRow>(
    keys.posts(projectId, query),
    (cursor) =>
      call(listLeads, {
        params: { projectId },
        query: { ...query, limit: String(PAGE_SIZE), ...(cursor ? { cursor } : {}) },
      }),
    isReady,
  )
}
