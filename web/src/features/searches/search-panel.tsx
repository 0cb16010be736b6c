import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { ChevronDown, ChevronUp, Square, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useSWRConfig } from 'swr'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { readStored, STORED, writeStored } from '../../lib/storage.ts'
import { useNow } from '../../lib/use-now.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress as Bar } from '../../ui/progress.tsx'
import { SearchDetails } from './search-details.tsx'
import { stopSearches } from './search-commands.ts'
import { addUp, channelProblems, doneNow, lastRun, searchFigures } from './search-progress.ts'
import type { Figures } from './search-progress.ts'

interface SearchPanelProps {
  projectId: string
  searches: readonly Search[]
  signals: readonly IntentSignal[]
  canStop: boolean
}

/** The progress of running searches, with a stop button, and their results afterwards, until they are dismissed. */
export function SearchPanel({ projectId, searches, signals, canStop }: SearchPanelProps) {
  const now = useNow()
  const { dismissedId, dismiss } = useDismissed(projectId)
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = lastRun(searches, now)
  const open = shown.filter((search) => isOpen(search.state))
  const isRunning = open.length > 0
  const [newest] = shown
  if (!newest || (!isRunning && newest.id === dismissedId)) return null
  const figures = addUp(shown)
  // Nothing was there to judge again: nothing came of it.
  if (figures.again && figures.collected === 0 && !isRunning && shown.every(({ note }) => note === null)) return null
  return (
    <section aria-label="Search progress" className="grid gap-1.5 border-t bg-sunken px-3.5 py-2 text-s text-ink-2">
      <div className="flex items-center gap-1">
        <p className="num min-w-0 flex-1">
          <b className="font-medium text-ink">{titleOf(shown, open)}</b> · {figuresOf(figures)}
          {figures.creditsSpent > 0 && ` · ${formatCount(figures.creditsSpent, 'credit')}`}
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
          <IconButton label="Dismiss" size="s" onClick={() => dismiss(newest.id)}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {isRunning && <Bar label="Search progress" value={shareOf(figures)} className="[--bar-color:var(--accent)]" />}
      {isRunning && <Doing searches={open} now={now} />}
      <Troubles projectId={projectId} searches={shown} />
      {isUnfolded && <SearchDetails searches={shown} signals={signals} />}
    </section>
  )
}

/** The run that was dismissed in this browser, by its newest search. */
function useDismissed(projectId: string) {
  const name = `${STORED.searchDismissed}:${projectId}`
  const [dismissed, setDismissed] = useState(() => ({ name, id: readStored(name) }))
  function dismiss(id: string) {
    writeStored(name, id)
    setDismissed({ name, id })
  }
  return { dismissedId: dismissed.name === name ? dismissed.id : readStored(name), dismiss }
}

/** What the running searches began with, and what they do now. */
function Doing({ searches, now }: { searches: readonly Search[]; now: Date }) {
  const held = searches.reduce((sum, search) => sum + search.held, 0)
  const parts = [...(held > 0 ? [`${formatNumber(held)} collected before`] : []), doneNow(searches, now)]
  const words = parts.filter((part) => part !== null)
  // It keeps its place between two steps: the list below must not move.
  return <p className="num min-h-5 wrap-anywhere text-ink-3">{words.join(' · ')}</p>
}

/** How much is done of a reanalysis, in percent. A search asks for as long as it pays: how much is left is not known. */
function shareOf({ again, collected }: Figures): number | null {
  if (!again) return null
  return collected === 0 ? 0 : Math.round((again.done / collected) * 100)
}

function figuresOf({ again, collected, judged, kept, newLeads }: Figures): string {
  if (again) {
    const changes = `gained ${formatCount(again.gained, 'match', 'matches')}, lost ${formatNumber(again.lost)}`
    if (collected === 0) return 'no posts yet'
    return `${formatNumber(again.done)} of ${formatCount(collected, 'post')} · ${changes}`
  }
  const came = newLeads === null ? '' : ` · ${formatCount(newLeads, 'new lead')}`
  return `${searchFigures({ collected, judged, kept })}${came}`
}

function titleOf(shown: readonly Search[], open: readonly Search[]): string {
  const isRunning = open.length > 0
  if (shown.every((search) => search.reanalysis)) return titleOfReanalyses(shown, isRunning)
  if (!isRunning) {
    if (shown.some((search) => search.state === 'failed')) return 'Search failed'
    return shown.every((search) => search.state === 'stopped') ? 'Search stopped' : 'Search finished'
  }
  if (shown.every((search) => search.state === 'queued')) return 'Waiting to search'
  if (shown.length === 1) return 'Searching'
  const ended = shown.length - open.length
  return `Searching for ${formatCount(shown.length, 'signal')}${ended > 0 ? `, ${formatNumber(ended)} done` : ''}`
}

function titleOfReanalyses(shown: readonly Search[], isRunning: boolean): string {
  if (isRunning) return 'Judging again'
  if (shown.some((search) => search.state === 'failed')) return 'Judging again failed'
  return shown.every((search) => search.state === 'stopped') ? 'Judging again stopped' : 'Judged again'
}

/** Problems in sentences: of a channel, or of a whole search. */
function Troubles({ projectId, searches }: { projectId: string; searches: readonly Search[] }) {
  const canReadSources = useCan('source.read')
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
      {problems.length > 0 && canReadSources && (
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
  const { busy, run } = useToastedAttempt()
  async function stop() {
    const ids = new Set(searches.map((search) => search.intent_signal_id))
    await run(() => stopSearches(projectId, [...ids]), 'The search could not be stopped.')
    await mutate(keys.searches(projectId))
  }
  return (
    <Button variant="quiet" size="s" busy={busy} onClick={() => void stop()}>
      {!busy && <Square aria-hidden="true" />}
      <span className="@max-[420px]/column:sr-only">Stop</span>
    </Button>
  )
}
