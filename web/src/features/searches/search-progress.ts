import type { Search } from '@leadlight/contract/search'
import { isOpen } from '@leadlight/domain/signals'
import { formatNumber, formatTime } from '../../lib/format.ts'

export type ChannelProgress = Search['channels'][number]

/** The figures of searches, added up. Each signal counts its own posts; a new lead counts once. */
export interface Figures {
  collected: number
  judged: number
  kept: number
  /** Null if it was not counted. */
  newLeads: number | null
  creditsSpent: number
  /** For reanalyses only: the number of judged posts, and of gained and lost matches. */
  again: { done: number; gained: number; lost: number } | null
}

/** The three figures of a search, always in this order: "388 collected · 103 judged · 8 kept". */
export function searchFigures({ collected, judged, kept }: Pick<Figures, 'collected' | 'judged' | 'kept'>): string {
  return `${formatNumber(collected)} collected · ${formatNumber(judged)} judged · ${formatNumber(kept)} kept`
}

/** Several searches as one. */
export function addUp(searches: readonly Search[]): Figures {
  const sum = (pick: (search: Search) => number) => searches.reduce((total, search) => total + pick(search), 0)
  const areAll = searches.length > 0 && searches.every((search) => search.reanalysis)
  return {
    collected: sum((search) => search.seen),
    judged: sum((search) => search.judged),
    kept: sum((search) => search.kept),
    newLeads: searches.every(({ new_leads: leads }) => leads !== null) ? sum(({ new_leads }) => new_leads ?? 0) : null,
    creditsSpent: sum((search) => search.credits_spent),
    again: areAll
      ? {
          done: sum((search) => search.reanalysis?.done ?? 0),
          gained: sum((search) => search.reanalysis?.gained ?? 0),
          lost: sum((search) => search.reanalysis?.lost ?? 0),
        }
      : null,
  }
}

/** What running searches do: "asking Reddit for invoice, question 3", "judging 64 of 103"; null while nothing is known. */
export function doneNow(searches: readonly Search[], now: Date): string | null {
  const asked = searches.flatMap(({ asking }) => (asking === null ? [] : askingWords(asking, now)))
  const working = (['comparing', 'judging'] as const).flatMap((what) => {
    const own = searches.flatMap(({ progress }) => (progress?.what === what ? progress : []))
    if (own.length === 0) return []
    const done = own.reduce((sum, one) => sum + one.done, 0)
    const of = own.reduce((sum, one) => sum + one.of, 0)
    return `${what} ${formatNumber(done)} of ${formatNumber(of)}${what === 'comparing' ? ' with what you look for' : ''}`
  })
  const all = [...new Set([...working, ...asked])]
  return all.length === 0 ? null : all.join(' · ')
}

function askingWords({ display_name: name, words, question, until }: Asking, now: Date): string {
  if (until !== null) return `waiting for ${name} until ${formatTime(until, now)}`
  return `asking ${name} for ${words === '' ? 'its newest posts' : words}, question ${formatNumber(question)}`
}

type Asking = NonNullable<Search['asking']>

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

const DAY_MS = 24 * 60 * 60_000
const SHOWN_AFTER_MS = 7 * DAY_MS

/**
 * The last run: the running search, or else the newest, with all of its kind that ran beside it. It follows from the
 * searches alone, so it is the same after a reload, and searches that end one after another stay together. A run shows
 * for a week after its end.
 */
export function lastRun(searches: readonly Search[], now: Date): Search[] {
  const newestFirst = searches.toSorted((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id))
  const first = newestFirst.find(({ state }) => isOpen(state)) ?? newestFirst[0]
  if (!first) return []
  const ofKind = newestFirst.filter((one) => isAgain(one) === isAgain(first))
  let beganAt = first.created_at
  for (const { finished_at: endedAt, created_at: createdAt } of ofKind) {
    if ((endedAt === null || endedAt >= beganAt) && createdAt < beganAt) beganAt = createdAt
  }
  const run = ofKind.filter(({ created_at: createdAt }) => createdAt >= beganAt)
  const ends = run.map(({ finished_at: endedAt }) => (endedAt === null ? now.getTime() : Date.parse(endedAt)))
  return now.getTime() - Math.max(...ends) < SHOWN_AFTER_MS ? run : []
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function isAgain({ reanalysis }: Search): boolean {
  return reanalysis !== null
}
