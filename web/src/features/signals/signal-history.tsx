import type { SignalSearch } from '@leadlight/contract/asked-searches'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { formatCount, formatDate, formatMoment, formatNumber } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSignalSearches } from './use-signal-searches.ts'

/** The server lists no more. */
const LISTED_MAX = 50

/** The searches for a signal, newest first, each run of them under the words it went by. */
export function SignalHistory({ projectId, signal }: { projectId: string; signal: IntentSignal }) {
  const { last_search: last } = signal
  const { data, error, mutate } = useSignalSearches(
    { projectId, id: signal.id },
    last === null ? 'none' : `${last.id} ${last.state}`,
  )
  if (!data && error !== undefined) {
    return (
      <p role="alert" className="text-s text-ink-2">
        The searches could not be loaded. {messageOf(error)}{' '}
        <button type="button" className="link" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading the searches" className="grid gap-2">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </SkeletonGroup>
    )
  }
  return (
    <ol className="grid gap-3">
      {versionsOf(data).map((version, at) => (
        <li key={version.revision} className="grid gap-1.5">
          {(at > 0 || version.words !== signal.intent_signal) && (
            <p className="text-s text-ink-2">
              <span className="text-ink-3">Before it was changed: </span>
              <q className="wrap-anywhere">{version.words}</q>
            </p>
          )}
          <ol className="divide-y rounded-control border">
            {version.searches.map((search) => (
              <PastSearch key={search.id} search={search} />
            ))}
          </ol>
        </li>
      ))}
      <li className="text-s text-ink-3">
        {data.length === LISTED_MAX && `Searches before the newest ${LISTED_MAX} are not listed. `}
        Added on {formatDate(signal.created_at)}.
      </li>
    </ol>
  )
}

function PastSearch({ search }: { search: SignalSearch }) {
  const { note, credits_spent: credits } = search
  return (
    <li className="grid gap-x-3 gap-y-0.5 px-3 py-2 text-s sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <time dateTime={search.created_at} className="num text-ink-2">
        {formatMoment(search.created_at)}
      </time>
      <p className="num min-w-0 wrap-anywhere">
        {countsOf(search)}
        {credits > 0 && ` · ${formatCount(credits, 'credit')}`}
        <span className={search.state === 'failed' ? 'text-bad' : 'text-ink-3'}>{endOf(search)}</span>
        {note !== null && <span className="block text-ink-2">{note}</span>}
      </p>
    </li>
  )
}

function countsOf({ seen, judged, kept, reanalysis }: SignalSearch): string {
  if (!reanalysis) return `${formatNumber(seen)} collected, ${formatNumber(judged)} judged, ${formatNumber(kept)} kept`
  const { done, gained, lost } = reanalysis
  return `${formatCount(done, 'post')} judged again: gained ${formatNumber(gained)}, lost ${formatNumber(lost)}`
}

function endOf({ state }: SignalSearch): string {
  if (isOpen(state)) return ' · running'
  return state === 'done' ? '' : ` · ${state}`
}

interface Version {
  revision: number
  words: string
  searches: SignalSearch[]
}

/** The searches by the version of the signal they went by, both newest first. */
function versionsOf(searches: readonly SignalSearch[]): Version[] {
  const versions = Map.groupBy(searches, ({ revision }) => revision)
  return [...versions].map(([revision, own]) => ({ revision, words: own[0]?.intent_signal ?? '', searches: own }))
}
