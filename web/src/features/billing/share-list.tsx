import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'

const SHOWN_MAX = 6

/** What took how much, most first; what is beyond the first few is one line. */
export function ShareList({ title, shares }: { title: string; shares: readonly { name: string; credits: number }[] }) {
  const rest = shares.slice(SHOWN_MAX).reduce((sum, { credits }) => sum + credits, 0)
  const lines = [
    ...shares.slice(0, SHOWN_MAX),
    ...(shares.length > SHOWN_MAX ? [{ name: `${shares.length - SHOWN_MAX} more`, credits: rest }] : []),
  ]
  const most = Math.max(0.001, ...lines.map(({ credits }) => credits))
  return (
    <Card aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5 p-4">
      <h3 className="text-s font-semibold text-ink-2">{title}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {lines.map(({ name, credits }, index) => (
          // Two may be called alike.
          <li key={`${index} ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate" title={name}>
                {name}
              </span>
              <span className="num shrink-0 font-medium">{formatNumber(Math.round(credits * 1000) / 1000)}</span>
            </span>
            <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full bg-mark-line"
                style={{ width: `${Math.max(0, (credits / most) * 100)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
