import type { SmartColumn } from '@leadlight/contract/columns'
import type { Status } from '@leadlight/contract/statuses'
import { useEffect, useRef } from 'react'
import { showToast } from '../../ui/toast.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { columnSort, DEFAULT_ORDER } from './lead-order.ts'
import type { useFilters } from './use-inbox.ts'

type Named = Pick<Status | SmartColumn, 'id' | 'name'>

/**
 * Removes a deleted status or smart column from the filters and the order, with a toast: otherwise the list would be
 * empty.
 */
export function useStaleFilters(
  { filters, change }: ReturnType<typeof useFilters>,
  statuses: readonly Named[] | undefined,
  columns: readonly Named[] | undefined,
): void {
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    const deleted = [
      ...takeDeleted(seen.current, 'status', statuses),
      ...takeDeleted(seen.current, 'smart column', columns),
    ]
    for (const { id, name, noun } of deleted) {
      const part = without(filters, id)
      if (!part) continue
      change(part)
      const verb = 'order' in part ? 'sorted' : 'filtered'
      showToast({ kind: 'info', message: `The ${noun} “${name}” was deleted. The list is no longer ${verb} by it.` })
    }
  }, [filters, change, statuses, columns])
}

interface DeletedItem {
  id: string
  name: string
  noun: string
}

/** The items seen before that no longer exist; each is returned once. */
function takeDeleted(seen: Map<string, string>, noun: string, present: readonly Named[] | undefined): DeletedItem[] {
  if (!present) return []
  const deleted: DeletedItem[] = []
  for (const [key, name] of seen) {
    const [of, id = ''] = key.split(':')
    if (of !== noun || present.some((one) => one.id === id)) continue
    deleted.push({ id, name, noun })
    seen.delete(key)
  }
  for (const { id, name } of present) seen.set(`${noun}:${id}`, name)
  return deleted
}

/** The change that removes the id from the filters; null if it is not in them. */
function without({ statuses, columns, order }: LeadFilters, id: string): Partial<LeadFilters> | null {
  if (statuses.includes(id)) return { statuses: statuses.filter((one) => one !== id) }
  const left = columns.filter((filter) => filter.column_id !== id)
  const isFiltered = left.length < columns.length
  if (order.by === columnSort(id)) return { order: DEFAULT_ORDER, ...(isFiltered ? { columns: left } : {}) }
  return isFiltered ? { columns: left } : null
}
