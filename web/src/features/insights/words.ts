import { formatNumber } from '../../lib/format.ts'

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A duration in its two largest units: "42 min", "3 h 20 min", "2 d 4 h". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)]
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const parts =
    days > 0 ? [[days, 'd'] as const, [hours, 'h'] as const] : [[hours, 'h'] as const, [minutes, 'min'] as const]
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${formatNumber(count)} ${unit}`] : [])).join(' ')
}
