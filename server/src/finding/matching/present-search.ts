import type { Search } from '@leadlight/contract/signals'
import { toCredits } from '@leadlight/domain/credits'
import type { LegRow, LegState, SearchRow } from './search-store.ts'
import { writeQuestion } from './write-question.ts'

/** A search as the API shows it, its legs summed by platform. */
export function presentSearch(
  search: SearchRow,
  legs: readonly LegRow[],
  displayName: (platform: string) => string,
): Search {
  const platforms = [...new Set(legs.map((leg) => leg.platform))]
  return {
    id: search.id,
    intent_signal_id: search.signalId,
    state: search.state,
    search_days: search.days,
    search_budget: search.budget === null ? null : toCredits(search.budget),
    seen: search.seen,
    held: search.archived ?? 0,
    judged: search.judged,
    kept: search.kept,
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
    asking: askingOf(search, legs, displayName),
    reanalysis:
      search.over !== 'channels'
        ? { done: search.judged + search.passedOver, gained: search.gained, lost: search.lost }
        : null,
    note: search.note,
    started_at: search.startedAt?.toISOString() ?? null,
    finished_at: search.finishedAt?.toISOString() ?? null,
    created_at: search.createdAt.toISOString(),
  }
}

/** The question without an answer yet. Of a later page of an earlier one nothing is told. */
function askingOf(
  { state }: SearchRow,
  legs: readonly LegRow[],
  displayName: (platform: string) => string,
): Search['asking'] {
  const leg = legs.find(({ state: own, pages }) => own === 'running' && pages === 0)
  if (state !== 'running' || !leg) return null
  return { display_name: displayName(leg.platform), words: writeQuestion(leg.query) }
}

function sumStates(states: readonly LegState[]): LegState {
  if (states.includes('running')) return 'running'
  if (states.every((state) => state === 'waiting')) return 'waiting'
  if (states.includes('waiting')) return 'running'
  if (states.includes('failed')) return 'failed'
  return states.includes('stopped') ? 'stopped' : 'done'
}
