import type { IntentSignal, Search } from '@leadlight/contract/signals'
import { ChevronDown, ChevronUp, Square, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSWRConfig } from 'swr'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress as Bar } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SearchDetails } from './search-details.tsx'
import { stopSearches } from './search-commands.ts'
import { addUp, askedNow, channelProblems, searchesToShow } from './search-progress.ts'
import type { Progress } from './search-progress.ts'

interface SearchPanelProps {
  projectId: string
  searches: readonly Search[]
  signals: readonly IntentSignal[]
  canStop: boolean
}

/** The progress of running searches, with a stop button, and their results afterwards. */
export function SearchPanel({ projectId, searches, signals, canStop }: SearchPanelProps) {
  const now = useNow()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const [isUnfolded, setUnfolded] = useState(false)
  const { open, ended } = searchesToShow(searches, now)
  const shown = open.length > 0 ? open : ended.filter((search) => !dismissed.has(search.id))
  if (shown.length === 0) return null
  const progress = addUp(shown)
  const isRunning = open.length > 0
  const title = titleOf(shown, isRunning)
  return (
    <section aria-label="Search progress" className="grid gap-1.5 border-b bg-sunken px-3.5 py-2 text-s text-ink-2">
      <div className="flex items-center gap-1">
        <p className="num min-w-0 flex-1">
          <b className="font-medium text-ink">{title}</b> · {countsOf(progress)}
          {progress.creditsSpent > 0 && ` · ${formatCount(progress.creditsSpent, 'credit')}`}
        </p>
        <IconButton
          label={isUnfolded ? 'Hide the channels' : 'Show the channels'}
          size="s"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </IconButton>
        {isRunning ? (
          canStop && <StopButton projectId={projectId} searches={open} />
        ) : (
          <IconButton
            label="Dismiss"
            size="s"
            onClick={() => setDismissed(new Set([...dismissed, ...shown.map((search) => search.id)]))}
          >
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {isRunning && (
        <Bar
          label="Search progress"
          value={progress.done === null ? null : Math.round(progress.done * 100)}
          className="[--bar-color:var(--accent)]"
        />
      )}
      {isRunning && <At searches={open} />}
      <Troubles projectId={projectId} searches={shown} />
      {isUnfolded && <SearchDetails searches={shown} signals={signals} />}
    </section>
  )
}

/** What the running searches began with, and what they are asking. */
function At({ searches }: { searches: readonly Search[] }) {
  const held = searches.reduce((sum, search) => sum + search.held, 0)
  const asking = askedNow(searches)
  if (held === 0 && asking === null) return null
  return (
    <p className="num wrap-anywhere text-ink-3">
      {held > 0 && `${formatCount(held, 'post')} held already`}
      {held > 0 && asking !== null && ' · '}
      {asking}
    </p>
  )
}

function countsOf({ again, seen, kept }: Progress): string {
  if (!again) return `${formatNumber(seen)} seen · ${formatCount(kept, 'match', 'matches')}`
  const changes = `gained ${formatCount(again.gained, 'match', 'matches')}, lost ${formatNumber(again.lost)}`
  return `${formatNumber(again.done)} of ${formatCount(seen, 'post')} · ${changes}`
}

function titleOf(shown: readonly Search[], isRunning: boolean): string {
  if (shown.every((search) => search.reanalysis)) return titleOfReanalyses(shown, isRunning)
  if (!isRunning) {
    if (shown.some((search) => search.state === 'failed')) return 'Search failed'
    return shown.every((search) => search.state === 'stopped') ? 'Search stopped' : 'Search finished'
  }
  if (shown.every((search) => search.state === 'queued')) return 'Waiting to search'
  return shown.length === 1 ? 'Searching' : `Searching for ${formatCount(shown.length, 'signal')}`
}

function titleOfReanalyses(shown: readonly Search[], isRunning: boolean): string {
  if (isRunning) return 'Judging again'
  if (shown.some((search) => search.state === 'failed')) return 'Judging again failed'
  return shown.every((search) => search.state === 'stopped') ? 'Judging again stopped' : 'Judged again'
}

/** Problems in sentences: of a channel, or of a whole search. */
function Troubles({ projectId, searches }: { projectId: string; searches: readonly Search[] }) {
  const problems = channelProblems(searches)
  const notes = [...new Set(searches.flatMap((search) => search.note ?? []))]
  if (problems.length === 0 && notes.length === 0) return null
  return (
    <ul className="grid gap-1">
      {problems.map(({ platform, displayName, error }) => (
        <li key={`${platform} ${displayName} ${error}`} className="flex gap-1.75">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-bad" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-medium text-ink">{displayName}:</b> {error}
          </span>
        </li>
      ))}
      {problems.length > 0 && (
        <li className="pl-5.25">
          <Link to={`/projects/${projectId}/sources`} className="text-accent underline">
            See the sources
          </Link>
        </li>
      )}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

/** Keeps the list's filters in the URL. */
function StopButton({ projectId, searches }: { projectId: string; searches: readonly Search[] }) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  async function stop() {
    setBusy(true)
    try {
      await stopSearches(projectId, [...new Set(searches.map((search) => search.intent_signal_id))])
    } catch (error) {
      showToast({ kind: 'error', message: `The search could not be stopped. ${messageOf(error)}` })
    } finally {
      setBusy(false)
      await mutate(keys.searches(projectId))
    }
  }
  return (
    <Button variant="quiet" size="s" busy={busy} onClick={() => void stop()}>
      {!busy && <Square aria-hidden="true" />}
      <span className="@max-[420px]/column:sr-only">Stop</span>
    </Button>
  )
}
