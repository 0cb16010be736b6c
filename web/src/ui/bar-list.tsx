import type { ReactNode } from 'react'

export interface BarListItem {
  name: string
  value: number
  /** The formatted value. */
  text: ReactNode
  /** Shown under the bar. */
  note?: ReactNode
}

/** Items with a bar each, relative to the greatest value. */
export function BarList({ items, label }: { items: readonly BarListItem[]; label?: string }) {
  const most = Math.max(0.001, ...items.map(({ value }) => value))
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {items.map(({ name, value, text, note }, index) => (
        // Names may repeat.
        <li key={`${index} ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <span className="flex justify-between gap-3">
            <span dir="auto" className="min-w-0 truncate" title={name}>
              {name}
            </span>
            <span className="num shrink-0 font-medium">{text}</span>
          </span>
          <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full bg-mark-line" style={{ width: `${Math.max(0, (value / most) * 100)}%` }} />
          </span>
          {note && <span className="text-s text-ink-3">{note}</span>}
        </li>
      ))}
    </ul>
  )
}
