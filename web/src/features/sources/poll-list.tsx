import type { CoverageEntry, Source } from '@leadlight/contract/sources'
import { useState } from 'react'
import { formatCount, formatNumber, formatSpan, formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { nameSource } from './name-source.ts'

const AT_FIRST = 10
const MORE = 40
/** The server lists no more. */
const LISTED_MAX = 200

interface PollListProps {
  polls: readonly CoverageEntry[]
  sources: readonly Source[]
}

/** The newest polls of the sources, by searches and monitoring: the query, the counts, the failure. */
export function PollList({ polls, sources }: PollListProps) {
  const [count, setCount] = useState(AT_FIRST)
  const now = useNow()
  if (polls.length === 0) {
    return <p className="rounded-card border border-dashed px-3 py-4 text-ink-2">Nothing has been asked yet.</p>
  }
  const shown = polls.slice(0, count)
  return (
    <>
      <ul className="divide-y rounded-card border bg-surface text-s">
        {shown.map((poll, index) => (
          <PollRow key={`${poll.polled_at} ${index}`} poll={poll} name={nameSource(sources, poll)} now={now} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s text-ink-2">
        {polls.length > count && (
          <Button size="s" onClick={() => setCount(count + MORE)}>
            Show more
          </Button>
        )}
        <p>{rest(shown.length, polls.length)}</p>
      </div>
    </>
  )
}

function PollRow({ poll, name, now }: { poll: CoverageEntry; name: string; now: Date }) {
  const problem = poll.error ?? noteOf(poll)
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">
        <b className="font-medium">{name}</b>{' '}
        <span className="text-ink-2">{poll.query === '' ? 'everything new' : `“${poll.query}”`}</span>
      </p>
      <p className="num text-ink-2 sm:text-right">
        {formatNumber(poll.seen)} collected · {formatNumber(poll.kept)} near enough to judge
      </p>
      <p className="num text-ink-3 sm:col-start-2 sm:row-start-2 sm:text-right">
        at {formatTime(poll.polled_at, now)} · window {formatSpan(poll.window_from, poll.window_to, now)}
      </p>
      {problem !== null && (
        <p
          className={classNames(
            'min-w-0 wrap-anywhere sm:col-start-1 sm:row-start-2',
            poll.error ? 'text-bad' : 'text-ink-2',
          )}
        >
          {problem}
        </p>
      )}
    </li>
  )
}

function noteOf({ gap, let_go: droppedCount }: CoverageEntry): string | null {
  const outOfReach = gap ? ['Some of it was out of reach.'] : []
  const posts = formatCount(droppedCount, 'post was', 'posts were')
  const given = droppedCount > 0 ? [`${posts} let go unjudged, as too many waited.`] : []
  return [...outOfReach, ...given].join(' ') || null
}

function rest(shown: number, listed: number): string {
  if (shown < listed) return `The newest ${shown} of ${listed} looks.`
  return listed < LISTED_MAX ? 'There are no others.' : `Looks before the newest ${LISTED_MAX} are not listed.`
}
