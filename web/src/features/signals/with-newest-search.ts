import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'

/** The signal with its newest search out of the project's, newest first, which events keep current. */
export function withNewestSearch(signal: IntentSignal, searches: readonly Search[]): IntentSignal {
  const newest = searches.find((search) => search.intent_signal_id === signal.id)
  return newest ? { ...signal, last_search: newest } : signal
}
