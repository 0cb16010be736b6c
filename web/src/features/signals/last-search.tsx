import type { Search } from '@leadlight/contract/search'
import { isOpen } from '@leadlight/domain/signals'
import { formatAgo, formatNumber } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** When a signal was last searched for, and what that kept. */
export function LastSearch({ search }: { search: Search | null }) {
  const now = useNow()
  if (search === null) return <span className="text-ink-3">Not searched yet</span>
  if (isOpen(search.state)) {
    return (
      <output className="flex items-center gap-1.5 whitespace-nowrap">
        <Spinner className="size-3.5 text-accent" />
        {search.reanalysis ? 'Judging again' : 'Searching'}
      </output>
    )
  }
  const ended = search.finished_at ?? search.created_at
  return (
    <>
      <p className="whitespace-nowrap">
        <time dateTime={ended}>{formatAgo(ended, now)}</time>
        {search.state === 'failed' && <span className="text-bad"> · failed</span>}
        {search.state === 'stopped' && <span className="text-ink-3"> · stopped</span>}
      </p>
      <p className="text-s whitespace-nowrap text-ink-3">{resultOf(search)}</p>
    </>
  )
}

function resultOf({ judged, kept, reanalysis }: Search): string {
  if (reanalysis) return `gained ${formatNumber(reanalysis.gained)}, lost ${formatNumber(reanalysis.lost)}`
  return `${formatNumber(judged)} judged, ${formatNumber(kept)} kept`
}
