export interface Bar {
  /** The first and last day of the bar; equal for a single day. */
  from: string
  to: string
  count: number
}

/** Daily counts as at most `barsMax` bars, oldest first, each of as many days as needed. */
export function dayBars(perDay: readonly { day: string; caught: number }[], barsMax: number): Bar[] {
  const days = perDay.toSorted((a, b) => a.day.localeCompare(b.day))
  const size = Math.max(1, Math.ceil(days.length / barsMax))
  const bars: Bar[] = []
  for (let at = 0; at < days.length; at += size) {
    const group = days.slice(at, at + size)
    bars.push({
      from: group[0]?.day ?? '',
      to: group.at(-1)?.day ?? '',
      count: group.reduce((sum, one) => sum + one.caught, 0),
    })
  }
  return bars
}
