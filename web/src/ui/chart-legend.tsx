import { seriesStyle } from './chart-style.ts'

/** The colour and pattern of each series, with a figure. */
export function ChartLegend({ series }: { series: readonly { name: string; figure: string }[] }) {
  return (
    <ul className="grid gap-x-5 gap-y-1.5 text-s sm:grid-cols-2">
      {series.map(({ name, figure }, index) => (
        // Names may repeat.
        <li key={`${index} ${name}`} className="flex min-w-0 items-center gap-2">
          <span aria-hidden="true" className="size-3 shrink-0 rounded-[3px]" style={seriesStyle(index)} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2" title={name}>
            {name}
          </span>
          <span className="num font-medium">{figure}</span>
        </li>
      ))}
    </ul>
  )
}
