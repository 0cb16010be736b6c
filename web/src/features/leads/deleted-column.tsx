import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { columnSort, DEFAULT_ORDER } from './lead-order.ts'

const BY_COLUMN = columnSort('')

interface GoneColumnProps {
  projectId: string
  filters: LeadFilters
  onChange: (change: Partial<LeadFilters>) => void
}

/** The list's error if it is filtered or sorted by a deleted smart column: a retry would not help. */
export function DeletedColumn({ projectId, filters: { columns, order }, onChange }: GoneColumnProps) {
  const { data: present } = useSmartColumns(projectId)
  const isGone = (id: string) => !present?.some((column) => column.id === id)
  const left = columns.filter(({ column_id: id }) => !isGone(id))
  const isFiltered = left.length < columns.length
  const isSorted = order.by.startsWith(BY_COLUMN) && isGone(order.by.slice(BY_COLUMN.length))
  // The cached columns may still include the deleted one: then the list drops all of them.
  const isEither = isFiltered === isSorted
  const change =
    isFiltered || isSorted
      ? { ...(isFiltered && { columns: left }), ...(isSorted && { order: DEFAULT_ORDER }) }
      : { columns: [], order: DEFAULT_ORDER }
  return (
    <ErrorState
      title="The leads could not be loaded"
      action={
        <Button onClick={() => onChange(change)}>
          {isEither ? 'Show without it' : isFiltered ? 'Show without that filter' : 'Sort by newest posts'}
        </Button>
      }
    >
      They were to be {isEither ? 'filtered or sorted' : isFiltered ? 'filtered' : 'sorted'} by a smart column that no
      longer exists.
    </ErrorState>
  )
}
