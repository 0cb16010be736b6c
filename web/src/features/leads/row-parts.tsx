import type { Teammate } from '@leadlight/contract/lead-work'
import type { LeadRow } from '@leadlight/contract/leads'
import { Star } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { RowSetting } from './row-setting.ts'
import { leadName } from './row-text.ts'
import type { RowState } from './use-row-state.ts'

export interface RowPart {
  lead: LeadRow
  setting: RowSetting
  row: RowState
}

/** The way to the lead: covers its whole row. A press with Shift, or while rows are being selected, selects instead. */
export function RowLink({ lead, setting, row, children }: RowPart & { children: ReactNode }) {
  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    if (row.pressSelects || event.shiftKey) setting.onSelect(lead.id, event.shiftKey)
    else setting.onOpen(lead.id)
  }
  return (
    <a
      href={setting.linkTo(lead.id)}
      data-opens
      tabIndex={row.isTabStop ? 0 : -1}
      draggable={false}
      aria-current={row.isOpen || undefined}
      onClick={press}
      onFocus={() => {
        if (setting.store.get().currentId !== lead.id) setting.store.set({ currentId: lead.id })
      }}
      // The ring stands around the whole row. Asking the row whether it has it would cost every row a look at each step.
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {children}
    </a>
  )
}

/** The dot of an unread lead, which gives way to the box that selects it. */
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
      <Checkbox
        aria-label={`Select: ${leadName(lead)}`}
        checked={row.isSelected}
        tabIndex={row.isTabStop ? 0 : -1}
        onClick={(event) => setting.onSelect(lead.id, event.shiftKey)}
        onChange={() => undefined}
        className={classNames(
          'absolute z-10 -m-2 p-2',
          !row.isSelecting &&
            'opacity-0 group-focus-within:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100',
        )}
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
      className="relative z-10 -m-1.5 grid size-6.5 shrink-0 place-items-center rounded-control text-ink-3 hover:text-accent"
    >
      <Star
        aria-hidden="true"
        className={classNames('size-3.5', lead.starred ? 'fill-mark-line stroke-mark-line' : 'opacity-60')}
      />
    </button>
  )
}

/** Whose lead it is. */
export function RowAssignee({ person }: { person: Teammate | undefined }) {
  if (!person) return null
  return (
    <span title={`Assigned to ${person.name}`} className="shrink-0">
      <Avatar name={person.name} className="size-5! text-[9px]!" />
      <span className="sr-only">Assigned to {person.name}</span>
    </span>
  )
}
