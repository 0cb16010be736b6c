import type { LeadRow } from '@leadlight/contract/leads'
import { memo, startTransition, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { classNames } from '../../ui/class-names.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Fit } from '../../lib/verdicts/fit.tsx'
import { ColumnValueView, valueOf } from './column-value.tsx'
import type { RowPart } from './row-parts.tsx'
import { RowLink } from '../../lib/rows/row-link.tsx'
import { RowAssignee, RowBox, RowStar } from './row-parts.tsx'
import type { RowSetting } from './row-setting.ts'
import { rowText } from '../../lib/row-text.ts'
import { StatusButton } from '../../lib/rows/status-button.tsx'
import type { TableColumn, TableColumnId } from './table-columns.ts'
import { useRowState } from '../../lib/rows/use-row-state.ts'

interface LeadTableRowProps {
  lead: LeadRow
  index: number
  topPx: number
  heightPx: number
  columns: readonly TableColumn[]
  setting: RowSetting
  /** Whether the list is scrolling. */
  isScrolling: () => boolean
}

/** The widest column shows no more of a passage; hidden text is costly to lay out. */
const PASSAGE_MAX = 160
/** A row rendered ahead comes into view later than this, except in a fling. */
const PASSING_MS = 150

// Containment: nothing inside a row affects the layout of its neighbours.
const LOOK = 'group absolute inset-x-0 grid grid-cols-(--columns) items-center border-b contain-strict'

/** One lead in the table; the whole row is a link. */
export const LeadTableRow = memo(function LeadTableRow(props: LeadTableRowProps) {
  const { lead, index, topPx, heightPx, columns, setting } = props
  const row = useRowState(setting.store, lead.id)
  const part = { lead, setting, row }
  const isWhole = useWhole(props.isScrolling)
  return (
    <tr
      // The heading is the first row.
      aria-rowindex={index + 2}
      data-row-id={lead.id}
      style={{ top: topPx, height: heightPx }}
      className={classNames(
        LOOK,
        row.isOpen || row.isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
        row.isOpen && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <td className="grid place-items-center">{isWhole && <RowBox {...part} />}</td>
      {columns.map((column) => (
        <td key={column.id} className="flex min-w-0 items-center px-2 text-s text-ink-2">
          {column.id === 'lead' ? (
            <LeadCell {...part} isWhole={isWhole} />
          ) : (
            isWhole && <Cell {...part} column={column} />
          )}
        </td>
      ))}
      <td className="grid place-items-center">{isWhole && <RowStar {...part} />}</td>
    </tr>
  )
})

/** A row mounted during scrolling shows only its title at first: in a fling it is gone before the rest is due. */
function useWhole(isScrolling: () => boolean): boolean {
  const [isWhole, setWhole] = useState(() => !isScrolling())
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setWhole(true)), PASSING_MS)
    return () => clearTimeout(timer)
  }, [isWhole])
  return isWhole
}

function Cell({ column, ...part }: RowPart & { column: TableColumn }) {
  if (column.smart) return <ColumnValueView value={valueOf(part.lead, column.smart)} />
  // Any other column is one of the table's own.
  return CELLS[column.id as keyof typeof CELLS](part)
}

const CELLS: Record<Exclude<TableColumnId, 'lead'>, (part: RowPart) => ReactNode> = {
  score: ({ lead: { score, level, intent_signals: signals, excerpt } }) => (
    <Fit {...{ score, level, signals }} evidence={excerpt.evidence} className="h-5" />
  ),
  status: ({ lead, setting, row }) => (
    <StatusButton
      item={lead}
      statuses={setting.statuses}
      tabIndex={row.isTabStop ? 0 : -1}
      onStatus={setting.onStatus}
    />
  ),
  signals: ({ lead }) => (
    <span className="truncate">{lead.intent_signals.map((one) => one.intent_signal).join(' · ')}</span>
  ),
  where: ({ lead }) => (
    <>
      <PlatformMark
        platform={lead.platform}
        name={lead.community === null ? undefined : platformName(lead.platform)}
        className="mr-1.5"
      />
      <span className="truncate">{lead.community ?? platformName(lead.platform)}</span>
    </>
  ),
  author: ({ lead }) => <span className="truncate">{lead.author}</span>,
  assignee: ({ lead, setting }) => <RowAssignee person={setting.people.get(lead.assignee_id ?? '')} />,
  posted: ({ lead, setting }) => <Age instant={lead.posted_at} now={setting.now} />,
  found: ({ lead, setting }) => <Age instant={lead.collected_at} now={setting.now} />,
  github: ({ lead }) =>
    lead.github_issue_state && <span>{lead.github_issue_state === 'OPEN' ? 'Open' : 'Closed'}</span>,
}

/** The title, and as much of the passage as fits, with its evidence marked. */
function LeadCell({ isWhole, ...part }: RowPart & { isWhole: boolean }) {
  const { lead } = part
  const { title, passage } = rowText(lead)
  const excerpt = <HighlightedText text={passage.text.slice(0, PASSAGE_MAX)} spans={passage.spans} />
  return (
    <span className="truncate text-m text-ink">
      <RowLink {...part} id={part.lead.id}>
        {title ? (
          <b className={lead.read ? 'font-medium' : 'font-semibold'}>
            <HighlightedText {...title} />
          </b>
        ) : (
          excerpt
        )}
      </RowLink>
      {title && isWhole && <span className="ml-2 text-s text-ink-3 [&_mark]:text-ink">{excerpt}</span>}
      {!lead.read && <span className="sr-only">Unread</span>}
      {lead.deleted && <span className="ml-2 text-s text-ink-3">Deleted</span>}
    </span>
  )
}

function Age({ instant, now }: { instant: string; now: Date }) {
  return (
    <time dateTime={instant} title={formatMoment(instant)} className="num truncate">
      {formatAge(instant, now)}
    </time>
  )
}
