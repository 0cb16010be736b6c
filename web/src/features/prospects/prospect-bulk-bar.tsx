import { useCan } from '../../lib/current-user.ts'
import { BulkDelete, BulkExport, BulkStatus } from '../../lib/rows/bulk-actions.tsx'
import { useListState } from '../../lib/rows/list-store.ts'
import { SelectionBar } from '../../lib/rows/selection-bar.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectBulkBarProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  canDelete: boolean
}

/** What can be done to the selected rows at once. */
export function ProspectBulkBar<Row extends ProspectRow>({ prospects, canDelete }: ProspectBulkBarProps<Row>) {
  const { kind, store, list, filters, statuses, exporting } = prospects
  const canExport = useCan('lead.export')
  const isAll = useListState(store, (state) => state.selection.isAll)
  const isWhole = useListState(
    store,
    ({ selection, loaded }) => loaded?.nextCursor === null && selection.ids.size === loaded.items.length,
  )
  return (
    <SelectionBar store={store} loaded={list.loaded} noun={kind.noun}>
      <BulkStatus statuses={statuses} onChoose={(status) => prospects.setStatus(status)} />
      {canExport && (
        <BulkExport
          // An export is asked for by filters.
          hindrance={isAll || isWhole ? null : `Select all ${kind.noun.several} that match to export them.`}
          isEmpty={list.loaded?.total === 0}
          onExport={(format) => void exporting.start(format, filters.filters)}
        />
      )}
      {canDelete && (
        <BulkDelete isDeleted={filters.filters.deleted} onDelete={(deleted) => prospects.setDeleted(deleted)} />
      )}
    </SelectionBar>
  )
}
