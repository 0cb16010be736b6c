import type { ReactNode } from 'react'

export interface IntervalChartRow {
  name: string
  /** From 0 to 1; null if there is too little data. */
  measured: { share: number; low: number; high: number } | null
  /** The share with its interval in words, or why there is none. */
  text: string
  note?: ReactNode
}

/** Shares as dots on a line from 0 to 100 %, each with its 95 % confidence interval. */
export function IntervalChart({ label, rows }: { label: string; rows: readonly IntervalChartRow[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {rows.map(({ name, measured, text, note }, index) => (
          // Names may repeat.
          <li key={`${index} ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-48 wrap-anywhere" title={name}>
                {name}
              </span>
              <span className={measured ? 'num font-medium' : 'text-s text-ink-3'}>{text}</span>
            </span>
            <span aria-hidden="true" className="relative block h-4">
              <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
              {[0, 50, 100].map((at) => (
                <span
                  key={at}
                  className="absolute top-1/2 h-2 w-px -translate-y-1/2 bg-line-strong"
                  style={{ left: `${at}%` }}
                />
              ))}
              {measured && <Interval {...measured} />}
            </span>
            {note && <span className="text-s text-ink-3">{note}</span>}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="num flex justify-between text-xs text-ink-3">
        <span>0 %</span>
        <span>50 %</span>
        <span>100 %</span>
      </div>
    </div>
  )
}

function Interval({ share, low, high }: { share: number; low: number; high: number }) {
  return (
    <>
      <span
        className="absolute inset-y-1 rounded-full border border-mark-line bg-mark"
        style={{ left: `${low * 100}%`, width: `${Math.max(0.5, (high - low) * 100)}%` }}
      />
      <span
        className="absolute top-1/2 size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent"
        style={{ left: `${share * 100}%` }}
      />
    </>
  )
}
