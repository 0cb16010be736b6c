import type { IntentSignal, Search, SignalQuality } from '@leadlight/contract/signals'
import { toCredits } from '@leadlight/domain/credits'
import type { SignalRow } from './signal-store.ts'

export function presentSignal(
  signal: SignalRow,
  lastSearch: Search | null,
  quality: SignalQuality | null,
): IntentSignal {
  return {
    id: signal.id,
    project_id: signal.projectId,
    intent_signal: signal.intentSignal,
    search_days: signal.searchDays,
    search_budget: signal.searchBudget === null ? null : toCredits(signal.searchBudget),
    last_search: lastSearch,
    lead_count: signal.leadCount,
    quality,
    created_at: signal.createdAt.toISOString(),
  }
}
