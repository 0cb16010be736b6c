import type { Source } from '@leadlight/contract/sources'
import { CircleCheck, CircleDashed, CircleSlash, TriangleAlert } from 'lucide-react'
import { formatAgo, formatMoment } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

const HEALTH = {
  new: { Icon: CircleDashed, word: 'Not searched yet', colour: 'text-ink-3' },
  working: { Icon: CircleCheck, word: 'Working', colour: 'text-good' },
  failing: { Icon: TriangleAlert, word: 'Failing', colour: 'text-bad' },
} as const satisfies Record<Source['health'], object>

const OFF = { Icon: CircleSlash, word: 'Not searched: its channel is off or waits for a key', colour: 'text-ink-3' }

interface SourceHealthProps {
  source: Source
  /** Its name, if it is listed among others. */
  name?: string | undefined
}

/** The result of the last poll of a source; after a failure, the reason and the next try. */
export function SourceHealth({ source, name }: SourceHealthProps) {
  const now = useNow()
  const { Icon, word, colour } = source.on ? HEALTH[source.health] : OFF
  const looked = source.last_polled_at
  return (
    <div className="mt-0.5 text-s text-ink-2">
      <p className="flex gap-x-1.5">
        <Icon aria-hidden="true" className={`mt-[0.2em] size-3.5 shrink-0 ${colour}`} />
        <span className="min-w-0 text-pretty wrap-anywhere">
          {name !== undefined && <span className="mr-1.5 text-ink">{name}</span>}
          {word}
          {looked !== null && <span className="num text-ink-3"> · last looked {formatAgo(looked, now)}</span>}
        </span>
      </p>
      {source.on && source.error !== null && (
        <p className="mt-0.5 wrap-anywhere text-bad">
          {source.error} {nextTry(source.next_try_at, now)}
        </p>
      )}
    </div>
  )
}

/** A running search retries by itself; once the time has passed, the next search tries. */
function nextTry(instant: string | null, now: Date): string {
  if (instant === null || new Date(instant) <= now) return 'The next search tries again.'
  return `Next try from ${formatMoment(instant)}.`
}
