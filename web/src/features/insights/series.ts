import { formatDay } from '../../lib/format.ts'
import { SERIES_MAX } from '../../ui/chart-style.ts'

export interface NamedSeries {
  name: string
  total: number
  values: readonly number[]
}

/** With more days than this a bar is a week, so it is wide enough to point at. */
const BARS_MAX = 120
const WEEK = 7

/** The first few series, and the rest as one. */
export function foldSeries(series: readonly NamedSeries[]): NamedSeries[] {
  if (series.length <= SERIES_MAX) return [...series]
  const rest = series.slice(SERIES_MAX)
  const values = (rest[0]?.values ?? []).map((_, day) => sum(rest.map((one) => one.values[day] ?? 0)))
  return [
    ...series.slice(0, SERIES_MAX),
    { name: `${rest.length} more`, total: sum(rest.map(({ total }) => total)), values },
  ]
}

/** The bars' labels and values: days, or weeks if there are too many days. */
export function foldWeeks(
  days: readonly string[],
  series: readonly NamedSeries[],
): { names: string[]; series: NamedSeries[] } {
  if (days.length <= BARS_MAX) return { names: days.map(formatDay), series: [...series] }
  const weeks = Array.from({ length: Math.ceil(days.length / WEEK) }, (_, week) => week * WEEK)
  return {
    names: weeks.map(
      (first) => `${formatDay(days[first] ?? '')} – ${formatDay(days[first + WEEK - 1] ?? days.at(-1) ?? '')}`,
    ),
    series: series.map((one) => ({ ...one, values: weeks.map((first) => sum(one.values.slice(first, first + WEEK))) })),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
