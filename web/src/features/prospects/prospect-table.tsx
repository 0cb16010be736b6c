import { useCallback, useMemo } from 'react'
import type { RefObject } from 'react'
import type { LoadedRows } from '../../lib/rows/loaded-rows.ts'
import { EndOfLoaded } from '../../lib/rows/list-states.tsx'
import type { RowLayout } from '../../lib/rows/row-table.tsx'
import { RowTable } from '../../lib/rows/row-table.tsx'
import { columnsShown } from '../../lib/rows/table-columns.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { orderAfterPress } from './prospect-filters.ts'
import type { ProspectRow } from './prospect-kind.ts'
import { ProspectTableRow } from './prospect-table-row.tsx'
import { useRowSetting } from './use-row-setting.ts'
import type { Prospects } from './use-prospects.ts'

const NO_WIDTHS = {}
const END = { label: 'End of the row', widthPx: 12 }

export interface ProspectTableProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  loaded: LoadedRows<Row>
  feedRef: RefObject<FeedHandle | null>
}

/** People or companies as a table with one row each; columns can be sorted, resized and hidden. */
export function ProspectTable<Row extends ProspectRow>({ prospects, loaded, feedRef }: ProspectTableProps<Row>) {
  const { kind, settings, list, filters } = prospects
  const setting = useRowSetting(prospects)
  const { order } = filters.filters
  // Widths reach the rows through the grid, so dragging renders no row again.
  const rowColumns = useMemo(() => columnsShown(kind.columns, settings.hidden, NO_WIDTHS), [kind, settings.hidden])
  const columns = useMemo(
    () => columnsShown(kind.columns, settings.hidden, settings.widths),
    [kind, settings.hidden, settings.widths],
  )
  const renderRow = useCallback(
    (row: Row, layout: RowLayout) => (
      <ProspectTableRow key={row.id} prospect={row} columns={rowColumns} setting={setting} {...layout} />
    ),
    [rowColumns, setting],
  )
  return (
    <RowTable
      ref={feedRef}
      label={kind.title}
      loaded={loaded}
      isStale={list.isStale}
      columns={columns}
      settings={settings}
      order={order}
      onSort={(by) => filters.change({ order: orderAfterPress(order, by) })}
      renderRow={renderRow}
      end={
        <EndOfLoaded several={kind.noun.several} error={list.moreError} onRetry={list.loadMore}>
          <Skeleton className="m-3.5 h-3.5 w-2/5" />
        </EndOfLoaded>
      }
      endColumn={END}
      moreError={list.moreError}
      onMore={list.loadMore}
    />
  )
}
