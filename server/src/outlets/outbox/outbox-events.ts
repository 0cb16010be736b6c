import { NO_SCORE } from '@leadlight/domain/scoring'
import type { Search } from '@leadlight/contract/search'
import type { EmittedEvent } from '../../core/events/read-events.ts'

/** What leads have gained that they did not have before. */
export interface GainedMatch {
  signalId: string
  /** In the order of the leads. */
  formerScores: readonly number[]
}

/** An event in a project, as subscribers outside receive it. */
export type OutboxEvent = { at: Date } &
  // With `gained`, leads that were there and may be new to some.
  (
    | { event: 'lead.created'; leadIds: string[]; gained?: GainedMatch }
    // Null where there were too many to name them.
    | { event: 'lead.updated'; leadIds: string[] | null }
    | { event: 'search.finished'; search: Search }
    | { event: 'credits.low'; level: 'low' | 'empty'; left: number }
    | { event: 'source.failing' | 'source.working'; platform: string; source: string; error: string | null }
  )

/** The event as subscribers outside receive it; undefined where it concerns only the project's own users. */
export function toOutboxEvent({ payload, at }: EmittedEvent): OutboxEvent | undefined {
  if (payload === null) return undefined
  switch (payload.type) {
    case 'leads':
      // Nobody is notified of what a search is unsure of.
      if (payload.is_unsure === true) return undefined
      return { at, event: 'lead.created', leadIds: payload.lead_ids }
    case 'matched': {
      const formerScores = payload.former_scores.map((score) => score ?? NO_SCORE)
      const gained = { signalId: payload.intent_signal_id, formerScores }
      return { at, event: 'lead.created', leadIds: payload.lead_ids, gained }
    }
    case 'changed':
      return payload.what === 'leads' ? { at, event: 'lead.updated', leadIds: payload.lead_ids } : undefined
    case 'search':
      return payload.search.finished_at === null ? undefined : { at, event: 'search.finished', search: payload.search }
    case 'source': {
      const { platform, source, error } = payload
      return { at, event: error === null ? 'source.working' : 'source.failing', platform, source, error }
    }
    case 'credits':
      return { at, event: 'credits.low', level: payload.level, left: payload.left }
    case 'column':
      break
  }
  return undefined
}
