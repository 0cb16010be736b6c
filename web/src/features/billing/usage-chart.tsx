import type { Usage } from '@leadlight/contract/billing'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { DayChart } from '../../ui/day-chart.tsx'

/** Credits per day as bars, oldest first. The label summarizes them; the table has each day. */
export function UsageChart({ days, label }: { days: Usage['by_day']; label: string }) {
  return (
    <DayChart
      label={label}
      days={days.map(({ day }) => formatDay(day))}
      series={[{ name: 'Credits', values: days.map(({ credits }) => credits) }]}
      format={(credits) => formatNumber(credits)}
      unit="credits"
    />
  )
}
