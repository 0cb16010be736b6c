import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ListStore } from './list-store.ts'
import type { RowState } from './use-row-state.ts'

/** Opening and selecting, shared by all rows of a list. */
export interface RowListProps {
  store: Pick<ListStore, 'get'> & { set: (part: { currentId: string }) => void }
  linkTo: (id: string) => string
  onOpen: (id: string) => void
  onSelect: (id: string, isRange: boolean) => void
}

/** A row's id and state, and what its list shares. */
export interface RowProps {
  id: string
  setting: RowListProps
  row: RowState
}

/** The link that covers a row. With Shift, or during a selection, a press selects instead of opening. */
export function RowLink({ id, setting, row, children }: RowProps & { children: ReactNode }) {
  return (
    <a
      href={setting.linkTo(id)}
      data-opens
      tabIndex={row.isTabStop ? 0 : -1}
      draggable={false}
      aria-current={row.isOpen || undefined}
      onClick={(event) => pressRow(event, { id, setting, row })}
      onFocus={() => {
        if (setting.store.get().currentId !== id) setting.store.set({ currentId: id })
      }}
      // The ring surrounds the whole row. A `:has()` on the row would cost every row a check at each step.
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {children}
    </a>
  )
}

/** Acts as a press on the row, for elements above its link that have a tooltip. */
export function pressRow(event: MouseEvent, { id, setting, row }: RowProps) {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  if (row.pressSelects || event.shiftKey) setting.onSelect(id, event.shiftKey)
  else setting.onOpen(id)
}

/** The checkbox that selects a row. A quiet one shows only on hover or focus. */
export function RowCheckbox({ id, setting, row, label, isQuiet }: RowProps & { label: string; isQuiet: boolean }) {
  return (
    <Checkbox
      aria-label={label}
      checked={row.isSelected}
      tabIndex={row.isTabStop ? 0 : -1}
      onClick={(event) => setting.onSelect(id, event.shiftKey)}
      onChange={() => undefined}
      className={classNames(
        // On a phone 44 px, for a thumb, as far as the edge of the screen lets it.
        'absolute z-10 -m-2 p-2 max-sm:-my-4 max-sm:-mr-5 max-sm:-ml-2.5 max-sm:py-4 max-sm:pr-5 max-sm:pl-2.5',
        isQuiet &&
          'opacity-0 group-focus-within:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100',
      )}
    />
  )
}
