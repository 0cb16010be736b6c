import type { Teammate } from '@leadlight/contract/lead-work'
import type { LeadRow } from '@leadlight/contract/leads'
import { Star } from 'lucide-react'
import { RowCheckbox } from '../../lib/rows/row-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { RowSetting } from './row-setting.ts'
import { leadName } from '../../lib/row-text.ts'
import type { RowState } from '../../lib/rows/use-row-state.ts'

export interface RowPart {
  lead: LeadRow
  setting: RowSetting
  row: RowState
}

/** An unread lead's dot, which the checkbox replaces. */
export function RowBox({ lead, setting, row }: RowPart) {
  return (
    <span className="relative grid size-2 shrink-0 place-items-center">
      {!lead.read && (
        <span
          className={classNames(
            'size-1.75 rounded-full bg-accent',
            row.isSelecting ? 'hidden' : 'group-focus-within:hidden [@media(hover:hover)]:group-hover:hidden',
          )}
        />
      )}
      <RowCheckbox
        id={lead.id}
        setting={setting}
        row={row}
        label={`Select: ${leadName(lead)}`}
        isQuiet={!row.isSelecting}
      />
    </span>
  )
}

export function RowStar({ lead, setting, row }: RowPart) {
  return (
    <button
      type="button"
      aria-label={lead.starred ? 'Take the star away' : 'Star'}
      aria-pressed={lead.starred}
      tabIndex={row.isTabStop ? 0 : -1}
      onClick={() => setting.onStar(lead)}
      className="reach relative z-10 -m-1.5 grid size-6.5 shrink-0 place-items-center rounded-control text-ink-3 hover:text-accent"
    >
      <Star
        aria-hidden="true"
        className={classNames('size-3.5', lead.starred ? 'fill-mark-line stroke-mark-line' : 'opacity-60')}
      />
    </button>
  )
}

/** The lead's assignee. */
export function RowAssignee({ person }: { person: Teammate | undefined }) {
  if (!person) return null
  return (
    <span title={`Assigned to ${person.name}`} className="shrink-0">
      <Avatar name={person.name} className="size-5! text-[9px]!" />
      <span className="sr-only">Assigned to {person.name}</span>
    </span>
  )
}
