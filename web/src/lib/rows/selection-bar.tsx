import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../format.ts'
import type { ListStore } from './list-store.ts'
import { useListState } from './list-store.ts'
import type { LoadedRows, Row } from './loaded-rows.ts'

interface SelectionBarProps<Item extends Row> {
  store: ListStore<Item>
  loaded: LoadedRows<Item> | undefined
  /** The noun, singular and plural: "lead", "leads". */
  noun: { one: string; several: string }
  /** The bulk actions. */
  children: ReactNode
}

/** The number of selected rows, ways to select more, and the bulk actions. */
export function SelectionBar<Item extends Row>({ store, loaded, noun, children }: SelectionBarProps<Item>) {
  const isAll = useListState(store, (state) => state.selection.isAll)
  const count = useListState(store, (state) => state.selection.ids.size)
  const total = loaded?.total ?? 0
  const loadedCount = loaded?.items.length ?? 0
  const totalText = `${formatNumber(total)}${loaded?.isTotalCapped ? '+' : ''}`
  return (
    <div
      role="toolbar"
      aria-label={`Selected ${noun.several}`}
      className="flex flex-wrap items-center gap-x-1 gap-y-0.5 border-b bg-accent-soft px-2.5 py-1.5"
    >
      <IconButton label="Clear the selection" size="s" onClick={store.clear}>
        <X aria-hidden="true" />
      </IconButton>
      <output className="text-s font-semibold">
        {isAll ? `All ${totalText} that match selected` : `${formatCount(count, noun.one, noun.several)} selected`}
      </output>
      {!isAll && count < loadedCount && (
        <button type="button" className="link reach relative ml-1 text-s" onClick={store.selectLoaded}>
          Select {formatNumber(loadedCount)} shown
        </button>
      )}
      {!isAll && total > loadedCount && (
        <button type="button" className="link reach relative ml-1 text-s" onClick={store.selectAll}>
          Select all {totalText} that match
        </button>
      )}
      <span className="ml-auto flex gap-0.5">{children}</span>
    </div>
  )
}
