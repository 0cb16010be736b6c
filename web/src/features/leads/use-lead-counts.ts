import type { LeadCounts } from '@leadlight/contract/lead-work'
import { countedNames, LEAD_FILTERS } from '@leadlight/domain/filters'
import useSWR from 'swr'
import { countLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { useUnreadCount } from '../../lib/unread-count.ts'
import type { LeadFilters, ListQuery } from './lead-filters.ts'
import { countQuery, unreadQuery } from './lead-filters.ts'

type FilterName = keyof typeof LEAD_FILTERS

/** How many leads match each choice of a filter, loaded while its menu is open. */
export function useLeadCounts(projectId: string, filters: LeadFilters) {
  const query = countQuery(filters)
  const { data } = useSWR<LeadCounts, unknown>(
    keys.leadCounts(projectId, query),
    () => call(countLeads, { params: { projectId }, query }),
    { keepPreviousData: true },
  )
  function words(count: number): string {
    return data && count >= data.capped_at ? `${formatNumber(data.capped_at)}+` : formatNumber(count)
  }
  return {
    /** Null if it is not counted, or still loading. */
    of: (name: FilterName, choice: string | boolean): string | null => {
      const counted = countedNames(LEAD_FILTERS).find((one) => one === name)
      if (!data || !counted) return null
      const { counted: told } = LEAD_FILTERS[counted]
      if ('when' in told) return told.when === choice ? words(data[told.as]) : null
      return words(data[told.as].find((one) => one.id === choice)?.count ?? 0)
    },
  }
}

/**
 * How many unread leads the list would show, in words; null if there are none, or while it loads. Without other filters
 * this is the project's unread count.
 */
export function useUnreadInList(projectId: string, listQuery: ListQuery): string | null {
  const ofProject = useUnreadCount(projectId)
  const query = unreadQuery(listQuery)
  const isNarrowed = Object.keys(query).length > 0
  const { data } = useSWR<LeadCounts, unknown>(isNarrowed ? keys.leadCounts(projectId, query) : null, () =>
    call(countLeads, { params: { projectId }, query }),
  )
  const count = isNarrowed ? (data?.unread ?? 0) : ofProject
  if (count === 0) return null
  return isNarrowed && data && count >= data.capped_at ? `${formatNumber(data.capped_at)}+` : formatNumber(count)
}
