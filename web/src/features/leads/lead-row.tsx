import type { LeadRow } from '@leadlight/contract/leads'
import { memo } from 'react'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Chip } from '../../ui/chip.tsx'
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
import { useRowState } from '../../lib/rows/use-row-state.ts'

const LOOK = 'group relative grid grid-cols-1 gap-1.25 border-b py-2.75 pr-3.5 pl-3.5'

/** One lead in the list. The whole row is a link; status, star and checkbox lie above it. */
export const LeadRowView = memo(function LeadRowView({ lead, setting }: { lead: LeadRow; setting: RowSetting }) {
  const row = useRowState(setting.store, lead.id)
  const part = { lead, setting, row }
  return (
    <div
      data-row-id={lead.id}
      className={classNames(
        LOOK,
        row.isOpen || row.isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
        row.isOpen && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <RowTop {...part} />
      <RowText {...part} />
      <RowMeta {...part} />
      <RowValues {...part} />
    </div>
  )
})

function RowTop(part: RowPart) {
  const { lead, setting } = part
  return (
    <div className="flex items-center gap-1.75 text-s text-ink-3">
      <RowBox {...part} />
      <PlatformMark platform={lead.platform} name={lead.community === null ? undefined : platformName(lead.platform)} />
      <span className="max-w-1/2 truncate font-medium text-ink-2">{lead.community ?? platformName(lead.platform)}</span>
      <span className="min-w-0 flex-1 truncate">{lead.author}</span>
      <time dateTime={lead.posted_at} title={formatMoment(lead.posted_at)} className="num shrink-0">
        {formatAge(lead.posted_at, setting.now)}
      </time>
      <RowStar {...part} />
    </div>
  )
}

function RowText(part: RowPart) {
  const { lead } = part
  const { title, passage } = rowText(lead)
  const excerpt = <HighlightedText {...passage} />
  return (
    <div className="min-w-0 pl-3.75">
      {title && (
        <h2
          dir="auto"
          className={classNames('line-clamp-2 text-pretty wrap-anywhere', lead.read ? 'font-medium' : 'font-semibold')}
        >
          <RowLink {...part} id={part.lead.id}>
            <HighlightedText {...title} />
          </RowLink>
        </h2>
      )}
      <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink-2 [&_mark]:text-ink">
        {title ? (
          excerpt
        ) : (
          <RowLink {...part} id={part.lead.id}>
            {excerpt}
          </RowLink>
        )}
      </p>
    </div>
  )
}

function RowMeta({ lead, setting, row }: RowPart) {
  const { statuses, people, onStatus } = setting
  return (
    <div className="flex items-center gap-2 pl-3.75 text-s text-ink-3">
      <Fit
        score={lead.score}
        level={lead.level}
        signals={lead.intent_signals}
        evidence={lead.excerpt.evidence}
        className="h-5 shrink-0"
      />
      <span className="min-w-0 flex-1 truncate">
        {lead.intent_signals.map((signal) => signal.intent_signal).join(' · ')}
      </span>
      {!lead.read && <span className="sr-only">Unread</span>}
      {lead.deleted && <Chip className="h-5">Deleted</Chip>}
      <RowAssignee person={people.get(lead.assignee_id ?? '')} />
      <StatusButton item={lead} statuses={statuses} tabIndex={row.isTabStop ? 0 : -1} onStatus={onStatus} />
    </div>
  )
}

/** The lead's smart-column values, as far as they are computed. */
function RowValues({ lead, setting }: RowPart) {
  const shown = setting.columns.flatMap((column) => {
    const value = valueOf(lead, column)
    return value ? [{ column, value }] : []
  })
  if (shown.length === 0) return null
  return (
    <dl className="flex max-h-10 flex-wrap gap-x-3 gap-y-0.5 overflow-hidden pl-3.75 text-s">
      {shown.map(({ column, value }) => (
        <div key={column.id} className="flex max-w-full min-w-0 gap-1.25">
          {/* A long name shrinks in favour of its value. */}
          <dt title={column.name} className="min-w-10 shrink-999 truncate text-ink-3">
            {column.name}
          </dt>
          <dd className="flex min-w-0 font-medium text-ink-2">
            <ColumnValueView value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
