import type { Search } from '@leadlight/contract/signals'
import { isOpen, SEARCH_JUDGED_MAX } from '@leadlight/domain/signals'

export type ChannelProgress = Search['channels'][number]

export interface Progress {
  seen: number
  judged: number
  kept: number
  creditsSpent: number
  /** The progress from 0 to 1; null while it is unknown. */
  done: number | null
  /** For reanalyses only: the number of judged posts, and of gained and lost matches. */
  again: { done: number; gained: number; lost: number } | null
}

/** The final states of a channel. */
const SETTLED: ReadonlySet<ChannelProgress['state']> = new Set(['done', 'failed', 'stopped'])

/**
 * Several searches as one. A channel's total is only known at its end, so half of the progress is finished channels and
 * half is judged posts, of as many as a search judges at most.
 */
export function addUp(searches: readonly Search[]): Progress {
  const sum = (pick: (search: Search) => number) => searches.reduce((total, search) => total + pick(search), 0)
  const channels = searches.flatMap((search) => search.channels)
  const settled = channels.filter((channel) => SETTLED.has(channel.state)).length
  const seen = sum((search) => search.seen)
  const judged = sum((search) => search.judged)
  const areAll = searches.length > 0 && searches.every((search) => search.reanalysis)
  const again = areAll
    ? {
        done: sum((search) => search.reanalysis?.done ?? 0),
        gained: sum((search) => search.reanalysis?.gained ?? 0),
        lost: sum((search) => search.reanalysis?.lost ?? 0),
      }
    : null
  return {
    again,
    seen,
    judged,
    kept: sum((search) => search.kept),
    creditsSpent: sum((search) => search.credits_spent),
    done: again
      ? share(again.done, seen)
      : channels.length === 0
        ? null
        : settled / channels.length / 2 + share(judged, sum(toJudge)) / 2,
  }
}

function toJudge({ seen }: Search): number {
  return Math.min(seen, SEARCH_JUDGED_MAX)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole)
}

/** What running searches are asking: "asking Reddit for invoice"; null while none asks something new. */
export function askedNow(searches: readonly Search[]): string | null {
  const questions = searches.flatMap(({ asking }) =>
    asking === null ? [] : `${asking.display_name} for ${asking.words === '' ? 'its newest posts' : asking.words}`,
  )
  return questions.length === 0 ? null : `asking ${[...new Set(questions)].join(', ')}`
}

export interface ChannelProblem {
  platform: string
  displayName: string
  error: string
}

/** The channels' problems; the same one in several searches is listed once. */
export function channelProblems(searches: readonly Search[]): ChannelProblem[] {
  const problems = new Map<string, ChannelProblem>()
  for (const { platform, display_name: displayName, error } of searches.flatMap((search) => search.channels)) {
    if (error) problems.set(`${platform} ${displayName} ${error}`, { platform, displayName, error })
  }
  return [...problems.values()]
}

const SHOWN_AFTER_MS = 10 * 60_000

/** The searches to show: running ones, and those that ended in the last ten minutes. */
export function searchesToShow(searches: readonly Search[], now: Date): { open: Search[]; ended: Search[] } {
  const ended = searches.filter(
    ({ state, finished_at: finishedAt }) =>
      !isOpen(state) && finishedAt !== null && now.getTime() - Date.parse(finishedAt) < SHOWN_AFTER_MS,
  )
  return { open: searches.filter((search) => isOpen(search.state)), ended }
}
