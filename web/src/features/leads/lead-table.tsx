import type { LeadRow } from '@leadlight/contract/leads'
import type { LeadSort } from '@leadlight/domain/leads'
import { memo, useCallback, useMemo } from 'react'
import type { ListSettings } from '../../lib/rows/list-settings.ts'
import { EndOfLoaded } from '../../lib/rows/list-states.tsx'
import type { RowLayout } from '../../lib/rows/row-table.tsx'
import { RowTable } from '../../lib/rows/row-table.tsx'
import type { LeadFeedProps } from './lead-feed.tsx'
import { LeadRowSkeleton } from './lead-feed-states.tsx'
import { LeadTableRow } from './lead-table-row.tsx'
import type { LeadOrder } from './lead-order.ts'
import { orderAfterPress } from './lead-order.ts'
import { columnsShown } from './table-columns.ts'

const NO_WIDTHS = {}
const STAR = { label: 'Starred', widthPx: 36 }

interface LeadTableProps extends LeadFeedProps {
  settings: ListSettings & { change: (part: Partial<ListSettings>) => void }
  order: LeadOrder
  onOrder: (order: LeadOrder) => void
}

/** The leads as a table with one row each; columns can be sorted, resized and hidden. */
export const LeadTable = memo(function LeadTable(props: LeadTableProps) {
  const { ref, loaded, isStale, setting, settings, order, onOrder, foot, moreError, onMore } = props
  // Widths reach the rows through the grid, so dragging renders no row again.
  const rowColumns = useMemo(
    () => columnsShown(setting.columns, settings.hidden, NO_WIDTHS),
    [setting.columns, settings.hidden],
  )
  const columns = useMemo(
    () => columnsShown(setting.columns, settings.hidden, settings.widths),
    [setting.columns, settings.hidden, settings.widths],
  )
  const renderRow = useCallback(
    (lead: LeadRow, layout: RowLayout) => (
      <LeadTableRow key={lead.id} lead={lead} columns={rowColumns} setting={setting} {...layout} />
    ),
    [rowColumns, setting],
  )
  return (
    <RowTable
      ref={ref}
      label="Leads"
      loaded={loaded}
      isStale={isStale}
      columns={columns}
      settings={settings}
      order={order}
      // The sort keys of this table's columns are lead sorts.
      onSort={(by) => onOrder(orderAfterPress(order, by as LeadSort))}
      renderRow={renderRow}
      end={
        <EndOfLoaded several="leads" error={moreError} onRetry={onMore}>
          <LeadRowSkeleton />
        </EndOfLoaded>
      }
      foot={foot}
      endColumn={STAR}
      moreError={moreError}
      onMore={onMore}
    />
  )
})
