import { formatNumber } from '../../lib/format.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Card } from '../../ui/card.tsx'

const SHOWN_MAX = 6

/** Shares of the total, largest first; the rest is one line. */
export function ShareList({ title, shares }: { title: string; shares: readonly { name: string; credits: number }[] }) {
  const rest = shares.slice(SHOWN_MAX).reduce((sum, { credits }) => sum + credits, 0)
  const lines = [
    ...shares.slice(0, SHOWN_MAX),
    ...(shares.length > SHOWN_MAX ? [{ name: `${shares.length - SHOWN_MAX} more`, credits: rest }] : []),
  ]
  return (
    <Card aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5 p-4">
      <h3 className="text-s font-semibold text-ink-2">{title}</h3>
      <BarList
        items={lines.map(({ name, credits }) => {
          return { name, value: credits, text: formatNumber(Math.round(credits * 1000) / 1000) }
        })}
      />
    </Card>
  )
}
