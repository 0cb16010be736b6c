import { X } from 'lucide-react'

/** An active filter in words, with the change that removes it. */
export interface ActiveFilter<Filters> {
  words: string
  without: Partial<Filters>
}

interface ActiveFilterListProps<Filters> {
  active: readonly ActiveFilter<Filters>[]
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
}

/** The active filters, each removable, and a button that clears all. */
export function ActiveFilterList<Filters>({ active, onChange, onClear }: ActiveFilterListProps<Filters>) {
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap gap-1.5">
      {active.map(({ words, without }) => (
        <li key={words} className="max-w-full">
          <button
            type="button"
            aria-label={`Take away: ${words}`}
            onClick={() => onChange(without)}
            className="flex h-5.5 max-w-full items-center gap-1 rounded-full bg-sunken px-2 text-s text-ink-2 hover:bg-hover hover:text-ink"
          >
            <span className="truncate">{words}</span>
            <X aria-hidden="true" className="size-3 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link target text-s leading-5.5" onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  )
}
