import type { SmartColumn } from '@leadlight/contract/columns'
import type { Status } from '@leadlight/contract/statuses'
import { useEffect, useRef } from 'react'
import { showToast } from '../../ui/toast.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { columnSort, DEFAULT_ORDER } from './lead-order.ts'
import type { useFilters } from './use-inbox.ts'

type Named = Pick<Status | SmartColumn, 'id' | 'name'>

/** What the list is filtered or sorted by, and somebody deletes, falls away, and that is said: otherwise it would show nothing. */
export function useStaleFilters(
  { filters, change }: ReturnType<typeof useFilters>,
  statuses: readonly Named[] | undefined,
  columns: readonly Named[] | undefined,
): void {
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    const deleted = [...takeDeleted(seen.current, 'status', statuses), ...takeDeleted(seen.current, 'smart column', columns)]
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

/** Which of those seen are there no more; they are seen no longer. */
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

/** The change that takes it out of the filters; null where it is not in them. */
function without({ statuses, columns, order }: LeadFilters, id: string): Partial<LeadFilters> | null {
  if (statuses.includes(id)) return { statuses: statuses.filter((one) => one !== id) }
  const left = columns.filter((filter) => filter.column_id !== id)
  const isFiltered = left.length < columns.length
  if (order.by === columnSort(id)) return { order: DEFAULT_ORDER, ...(isFiltered ? { columns: left } : {}) }
  return isFiltered ? { columns: left } : null
}
