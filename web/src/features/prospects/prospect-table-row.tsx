import { memo } from 'react'
import type { ReactNode } from 'react'
import { formatAge, formatMoment, formatNumber } from '../../lib/format.ts'
import { RowCheckbox, RowLink } from '../../lib/rows/row-link.tsx'
import type { RowLayout } from '../../lib/rows/row-table.tsx'
import { StatusButton } from '../../lib/rows/status-button.tsx'
import type { RowState } from '../../lib/rows/use-row-state.ts'
import { useRowState } from '../../lib/rows/use-row-state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ProspectColumn, ProspectRow } from './prospect-kind.ts'
import { Platforms } from './prospect-platforms.tsx'
import { SourcedCell } from './sourced.tsx'
import type { RowSetting } from './use-row-setting.ts'

interface ProspectTableRowProps<Row extends ProspectRow> extends RowLayout {
  prospect: Row
  columns: readonly ProspectColumn<Row>[]
  setting: RowSetting<Row>
}

// Containment: nothing inside a row affects the layout of its neighbours.
const LOOK = 'group absolute inset-x-0 grid grid-cols-(--columns) items-center border-b contain-strict'

/** One person or company in the table; the whole row links to their page. */
function TableRow<Row extends ProspectRow>({
  prospect,
  columns,
  setting,
  index,
  topPx,
  heightPx,
}: ProspectTableRowProps<Row>) {
  const row = useRowState(setting.store, prospect.id)
  const part = { prospect, setting, row }
  return (
    <tr
      // The heading is the first row.
      aria-rowindex={index + 2}
      data-row-id={prospect.id}
      style={{ top: topPx, height: heightPx }}
      className={classNames(
        LOOK,
        row.isOpen || row.isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
        row.isOpen && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <td className="grid place-items-center">
        <span className="relative grid size-2 shrink-0 place-items-center">
          <RowCheckbox
            id={prospect.id}
            setting={setting}
            row={row}
            label={`Select: ${prospect.name}`}
            isQuiet={!row.isSelecting}
          />
        </span>
      </td>
      {columns.map((column) => (
        <td key={column.id} className="flex min-w-0 items-center px-2 text-s text-ink-2">
          <Cell {...part} column={column} />
        </td>
      ))}
      <td aria-hidden="true" />
    </tr>
  )
}

// React's `memo` loses a component's type parameters.
export const ProspectTableRow = memo(TableRow) as typeof TableRow

interface Part<Row extends ProspectRow> {
  prospect: Row
  setting: RowSetting<Row>
  row: RowState
}

function Cell<Row extends ProspectRow>({ column, ...part }: Part<Row> & { column: ProspectColumn<Row> }): ReactNode {
  const { prospect, setting, row } = part
  const cell = column.cell?.(prospect, setting.projectId)
  if (cell) return cell
  const value = column.sourced?.(prospect)
  if (value) {
    return <SourcedCell value={value} profiles={prospect.profiles ?? []} part={{ id: prospect.id, setting, row }} />
  }
  switch (column.id) {
    case 'name':
      return <NameCell {...part} />
    case 'status':
      return (
        <StatusButton
          item={prospect}
          statuses={setting.statuses}
          tabIndex={row.isTabStop ? 0 : -1}
          onStatus={setting.onStatus}
        />
      )
    case 'platforms':
      return <Platforms platforms={prospect.platforms} />
    case 'posts':
      return <span className="num">{formatNumber(prospect.posts)}</span>
    case 'last_posted_at':
      return (
        <time dateTime={prospect.last_posted_at} title={formatMoment(prospect.last_posted_at)} className="num truncate">
          {formatAge(prospect.last_posted_at, setting.now)}
        </time>
      )
    case 'signals':
      return <span className="truncate">{prospect.intent_signals.map((one) => one.intent_signal).join(' · ')}</span>
    default:
      return <span className="text-ink-3">–</span>
  }
}

function NameCell<Row extends ProspectRow>({ prospect, setting, row }: Part<Row>) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-m text-ink">
      <Avatar
        name={prospect.name}
        shape={setting.noun === 'company' ? 'square' : 'round'}
        className="size-5.5! text-[9px]!"
      />
      <span dir="auto" className="truncate">
        <RowLink id={prospect.id} setting={setting} row={row}>
          <b className="font-medium">{prospect.name}</b>
        </RowLink>
        {prospect.deleted && <span className="ml-2 text-s text-ink-3">Deleted</span>}
      </span>
    </span>
  )
}
