import type { Search } from '@leadlight/contract/search'
import { toCredits } from '@leadlight/domain/credits'
import type { CandidateState } from './candidate-store.ts'
import { judgingRoom } from './judging-room.ts'
import type { LegRow, LegState } from './leg-store.ts'
import type { SearchRow } from './search-store.ts'
import { writeQuestion } from './write-question.ts'

/** What a search is described from besides its own row. */
export interface AboutSearch {
  legs: readonly LegRow[]
  /** How many of its posts are in which state; null once it has ended. */
  counts: Record<CandidateState, number> | null
  displayName: (platform: string) => string
}

/** A search as the API shows it, its legs summed by platform. It follows from the database alone. */
export function presentSearch(search: SearchRow, about: AboutSearch): Search {
  const { legs, displayName } = about
  const platforms = [...new Set(legs.map((leg) => leg.platform))]
  const progress = progressOf(search, about.counts)
  return {
    id: search.id,
    intent_signal_id: search.signalId,
    state: search.state,
    search_days: search.days,
    search_budget: search.budget === null ? null : toCredits(search.budget),
    seen: search.seen,
    held: search.archived ?? 0,
    judged: judgedOf(search),
    kept: search.kept,
    new_leads: search.newLeads,
    credits_spent: toCredits(search.spent),
    channels: platforms.map((platform) => {
      const own = legs.filter((leg) => leg.platform === platform)
      return {
        platform,
        display_name: displayName(platform),
        state: sumStates(own.map((leg) => leg.state)),
        seen: own.reduce((sum, leg) => sum + leg.fresh, 0),
        error: own.find((leg) => leg.error !== null)?.error ?? null,
      }
    }),
    asking: progress === null ? askingOf(search, legs, displayName) : null,
    progress,
    step: search.step,
    reanalysis:
      search.over !== 'channels'
        ? { done: judgedOf(search) + search.passedOver, gained: search.gained, lost: search.lost }
        : null,
    note: search.note,
    started_at: search.startedAt?.toISOString() ?? null,
    finished_at: search.finishedAt?.toISOString() ?? null,
    created_at: search.createdAt.toISOString(),
  }
}

function judgedOf({ judged, judgedBefore }: SearchRow): number {
  return judged + judgedBefore
}

/** Null while nothing waits to be compared or judged. Posts beyond what the search may judge wait for nothing. */
function progressOf(search: SearchRow, counts: AboutSearch['counts']): Search['progress'] {
  if (search.state !== 'running' || counts === null) return null
  const judged = judgedOf(search)
  const of = judged + counts.held + Math.min(counts.passed, judgingRoom(search, counts))
  if (counts.held > 0) return { what: 'judging', done: judged, of }
  if (counts.seen > 0) return { what: 'comparing', done: search.seen - counts.seen, of: search.seen }
  return search.asking === null && of > judged ? { what: 'judging', done: judged, of } : null
}

function askingOf(
  { state, asking }: SearchRow,
  legs: readonly LegRow[],
  displayName: (platform: string) => string,
): Search['asking'] {
  const leg = legs.find(({ position }) => position === asking)
  if (state !== 'running' || !leg) return null
  return {
    display_name: displayName(leg.platform),
    words: writeQuestion(leg.query),
    question: leg.position + 1,
    until: leg.retry_at?.toISOString() ?? null,
  }
}

function sumStates(states: readonly LegState[]): LegState {
  if (states.includes('running')) return 'running'
  if (states.every((state) => state === 'waiting')) return 'waiting'
  if (states.includes('waiting')) return 'running'
  if (states.includes('failed')) return 'failed'
  return states.includes('stopped') ? 'stopped' : 'done'
}
