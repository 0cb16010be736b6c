import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ListStore } from './list-store.ts'
import type { RowState } from './use-row-state.ts'

/** What all rows of a list share for being opened and selected. */
export interface RowListProps {
  store: Pick<ListStore, 'get'> & { set: (part: { currentId: string }) => void }
  linkTo: (id: string) => string
  onOpen: (id: string) => void
  onSelect: (id: string, isRange: boolean) => void
}

/** A row's own: which it is, how it stands, and what its list shares. */
export interface RowProps {
  id: string
  setting: RowListProps
  row: RowState
}

/** The way to what a row stands for: covers the row. A press with Shift, or while rows are being selected, selects instead. */
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
      // The ring stands around the whole row. Asking the row whether it has it would cost every row a look at each step.
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {children}
    </a>
  )
}

/** Acts as a press on a row does, for what stands above its link to say more on hover. */
export function pressRow(event: MouseEvent, { id, setting, row }: RowProps) {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  if (row.pressSelects || event.shiftKey) setting.onSelect(id, event.shiftKey)
  else setting.onOpen(id)
}

/** The box that selects a row: shows while rows are being selected, or while one is at this row. */
export function RowCheckbox({ id, setting, row, label, isQuiet }: RowProps & { label: string; isQuiet: boolean }) {
  return (
    <Checkbox
      aria-label={label}
      checked={row.isSelected}
      tabIndex={row.isTabStop ? 0 : -1}
      onClick={(event) => setting.onSelect(id, event.shiftKey)}
      onChange={() => undefined}
      className={classNames(
        'absolute z-10 -m-2 p-2',
        isQuiet &&
          'opacity-0 group-focus-within:opacity-100 focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100',
      )}
    />
  )
}
