/** Bounds of what a user may set on a signal; the contract enforces them. */
export const INTENT_SIGNAL_CHARACTERS_MIN = 3
export const INTENT_SIGNAL_CHARACTERS_MAX = 500
export const SEARCH_DAYS_MIN = 1
export const SEARCH_DAYS_MAX = 365
export const SEARCH_DAYS_DEFAULT = 30
export const SIGNALS_PER_PROJECT_MAX = 100
/** Of all that a search of channels fetches, the best so many are judged: of the leads among it they hold 97 %. */
export const SEARCH_JUDGED_MAX = 250

/** A preview asks about this many posts; somebody may look at more than one preview before they save. */
export const PREVIEW_QUESTIONS_MAX = 8
export const PREVIEW_ANSWERS_MAX = 20

/** An intent is a sentence that posts are judged by; a name is an expression of names that posts must hold. */
export const SIGNAL_KINDS = ['intent', 'name'] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]

export const SEARCH_STATES = ['queued', 'running', 'done', 'stopped', 'failed'] as const
export type SearchState = (typeof SEARCH_STATES)[number]

/** Whether a search is still going to change. */
export function isOpen(state: SearchState): boolean {
  return state === 'queued' || state === 'running'
}
