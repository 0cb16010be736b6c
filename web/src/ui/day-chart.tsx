import { useState } from 'react'
import type { PointerEvent } from 'react'
import { seriesStyle } from './chart-style.ts'

export interface DayChartSeries {
  name: string
  /** One number per day. */
  values: readonly number[]
}

interface DayChartProps {
  /** The chart's summary in words. */
  label: string
  /** The label of each bar: a day or a week. */
  days: readonly string[]
  series: readonly DayChartSeries[]
  /** Each day's total and the height of its bar, if its parts overlap; otherwise their sum. */
  counted?: readonly number[] | undefined
  /** Formats a value: "12", "0.25". */
  format: (value: number) => string
  /** The unit: "leads". */
  unit: string
}

/** Days at zero stay visible. */
const EMPTY_PERCENT = 1.2

/**
 * Stacked bars by day, oldest first. The line above describes the day under the pointer, or the one chosen with the
 * arrow keys.
 */
export function DayChart({ label, days, series, counted, format, unit }: DayChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const totals = days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0))
  const heights = counted ?? totals
  const highest = scaleTop(Math.max(0, ...heights))
  const shown = at !== null && at < days.length ? at : null
  const text = (day: number) =>
    describeDay({ day: days[day] ?? '', total: heights[day] ?? 0, series, at: day, format, unit })
  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const day = Math.floor(((event.clientX - left) / width) * days.length)
    setAt(Math.min(days.length - 1, Math.max(0, day)))
  }
  return (
    <figure aria-label={label} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="num min-h-9 text-s text-ink-2 sm:min-h-4.5">
        {shown === null ? <span className="text-ink-3">Point at a day, or use the arrow keys.</span> : text(shown)}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden="true"
          className="num flex h-44 flex-col justify-between text-right text-xs leading-none text-ink-3"
        >
          <span>{format(highest)}</span>
          <span>{highest >= 2 ? format(highest / 2) : ''}</span>
          <span>0</span>
        </div>
        <div
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
          className="relative flex h-44 items-stretch border-b bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-size-[100%_50%] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          {days.map((day, index) => (
            <span
              key={day}
              aria-hidden="true"
              className={`flex min-w-0 flex-1 flex-col-reverse items-center ${index === shown ? 'bg-hover' : ''}`}
            >
              <Bar
                day={index}
                parts={totals[index] ?? 0}
                height={heights[index] ?? 0}
                highest={highest}
                series={series}
              />
            </span>
          ))}
          <input
            type="range"
            min={1}
            max={days.length}
            value={(shown ?? days.length - 1) + 1}
            aria-label="Day"
            aria-valuetext={text(shown ?? days.length - 1)}
            onChange={(event) => setAt(Number(event.target.value) - 1)}
            className="absolute inset-0 size-full cursor-crosshair opacity-0"
          />
        </div>
        <span />
        <figcaption aria-hidden="true" className="num mt-1.5 flex justify-between gap-2 text-xs text-ink-3">
          <span>{days[0]}</span>
          {days.length > 2 && <span className="hidden sm:inline">{days[Math.floor((days.length - 1) / 2)]}</span>}
          {days.length > 1 && <span>{days.at(-1)}</span>}
        </figcaption>
      </div>
    </figure>
  )
}

interface BarProps extends Pick<DayChartProps, 'series'> {
  day: number
  /** The sum of the day's parts. */
  parts: number
  height: number
  highest: number
}

/** As high as the day's total: parts that overlap share it out, and what no part counts is plain. */
function Bar({ day, parts, height, highest, series }: BarProps) {
  if (height <= 0) return <span className="w-4/5 bg-line-strong" style={{ height: `${EMPTY_PERCENT}%` }} />
  const scale = parts > height ? height / parts : 1
  const percent = (value: number) => `${(value / highest) * 100}%`
  return (
    <>
      {series.map(({ name, values }, index) => {
        const value = values[day] ?? 0
        if (value <= 0) return null
        const style = { height: percent(value * scale), ...seriesStyle(index) }
        // Names may repeat.
        return (
          <span key={`${index} ${name}`} className="min-h-0.5 w-4/5 shrink-0 border-t border-surface" style={style} />
        )
      })}
      {parts < height && <span className="w-4/5 shrink-0 bg-line-strong" style={{ height: percent(height - parts) }} />}
    </>
  )
}

interface DescribedDay extends Pick<DayChartProps, 'series' | 'format' | 'unit'> {
  day: string
  total: number
  at: number
}

function describeDay({ day, total, series, at, format, unit }: DescribedDay): string {
  const parts = series.flatMap(({ name, values }) => {
    const value = values[at] ?? 0
    return value > 0 ? [`${name} ${format(value)}`] : []
  })
  const of = series.length > 1 && parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return `${day}: ${total === 0 ? 'no' : format(total)} ${unit}${of}`
}

/** A round number at or above the highest bar. */
function scaleTop(highest: number): number {
  if (highest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 6, 8, 10].find((times) => times * power >= highest) ?? 10
  return step * power
}
