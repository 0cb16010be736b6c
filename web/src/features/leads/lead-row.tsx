import type { LeadRow } from '@leadlight/contract/leads'
import { Star } from 'lucide-react'
import { memo } from 'react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Score } from '../../ui/score.tsx'
import { rowText } from './row-text.ts'

export interface LeadRowProps {
  lead: LeadRow
  to: string
  now: Date
  /** It is the one in the reading pane. */
  isOpen: boolean
  /** The one row that the Tab key stops at. */
  isCurrent: boolean
  isSelected: boolean
  /** Rows are being selected: every box shows. */
  isSelecting: boolean
  /** A press on the row selects it instead of opening it. */
  pressSelects: boolean
  onSelect: (id: string, isRange: boolean) => void
  onStar: (lead: LeadRow) => void
  onFocus: (id: string) => void
}

const LOOK =
  'group relative grid grid-cols-1 gap-1.25 border-b py-2.75 pr-3.5 pl-3.5 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 ' +
  'has-[a:focus-visible]:outline-accent'

/** One lead in the list. The whole row leads to it; star and box stand above that. */
export const LeadRowView = memo(function LeadRowView(props: LeadRowProps) {
  const { lead, isOpen, isSelected } = props
  return (
    <div
      data-lead-id={lead.id}
      className={classNames(
        LOOK,
        isOpen || isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
        isOpen && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <RowTop {...props} />
      <RowText {...props} />
      <RowMeta lead={lead} />
    </div>
  )
})

function RowTop({ lead, now, isCurrent, isSelected, isSelecting, onSelect, onStar }: LeadRowProps) {
  const subject = lead.title ?? lead.excerpt.text
  const tabIndex = isCurrent ? 0 : -1
  return (
    <div className="flex items-center gap-1.75 text-s text-ink-3">
      <span className="relative grid size-2 shrink-0 place-items-center">
        {!lead.read && (
          <span
            className={classNames(
              'size-1.75 rounded-full bg-accent',
              isSelecting ? 'hidden' : 'group-focus-within:hidden [@media(hover:hover)]:group-hover:hidden',
            )}
          />
        )}
        <Checkbox
          aria-label={`Select: ${subject}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onClick={(event) => onSelect(lead.id, event.shiftKey)}
          onChange={() => undefined}
          className={classNames(
            'absolute z-10 -m-2 p-2',
            !isSelecting &&
              'opacity-0 group-focus-within:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100',
          )}
        />
      </span>
      <PlatformMark platform={lead.platform} />
      <span className="max-w-1/2 truncate font-medium text-ink-2">{lead.community ?? platformName(lead.platform)}</span>
      <span className="min-w-0 flex-1 truncate">{lead.author}</span>
      <time dateTime={lead.posted_at} title={formatMoment(lead.posted_at)} className="num shrink-0">
        {formatAge(lead.posted_at, now)}
      </time>
      <button
        type="button"
        aria-label={lead.starred ? 'Take the star away' : 'Star'}
        aria-pressed={lead.starred}
        tabIndex={tabIndex}
        onClick={() => onStar(lead)}
        className="relative z-10 -m-1.5 grid size-6.5 shrink-0 place-items-center rounded-control text-ink-3 hover:text-accent"
      >
        <Star
          aria-hidden="true"
          className={classNames('size-3.5', lead.starred ? 'fill-mark-line stroke-mark-line' : 'opacity-60')}
        />
      </button>
    </div>
  )
}

function RowText({ lead, to, isOpen, isCurrent, pressSelects, onSelect, onFocus }: LeadRowProps) {
  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey) return
    if (!pressSelects && !event.shiftKey) return
    event.preventDefault()
    onSelect(lead.id, event.shiftKey)
  }
  const link = {
    to,
    tabIndex: isCurrent ? 0 : -1,
    draggable: false,
    'aria-current': isOpen || undefined,
    onClick: press,
    onFocus: () => onFocus(lead.id),
    className: 'outline-none after:absolute after:inset-0',
  }
  const { title, passage } = rowText(lead)
  const excerpt = <HighlightedText {...passage} />
  return (
    <div className="min-w-0 pl-3.75">
      {title && (
        <h2 className={classNames('line-clamp-2 text-pretty break-words', lead.read ? 'font-medium' : 'font-semibold')}>
          <Link {...link}>
            <HighlightedText {...title} />
          </Link>
        </h2>
      )}
      <p className="line-clamp-2 break-words text-ink-2 [&_mark]:text-ink">
        {title ? excerpt : <Link {...link}>{excerpt}</Link>}
      </p>
    </div>
  )
}

function RowMeta({ lead }: { lead: LeadRow }) {
  return (
    <div className="flex items-center gap-2 pl-3.75 text-s text-ink-3">
      <Score score={lead.score} level={lead.level} className="h-5 shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        {lead.intent_signals.map((signal) => signal.intent_signal).join(' · ')}
      </span>
      {!lead.read && <span className="sr-only">Unread</span>}
      {lead.deleted && <Chip className="h-5">Deleted</Chip>}
    </div>
  )
}
