import type { IntentSignal, Search } from '@leadlight/contract/signals'
import { toCredits } from '@leadlight/domain/credits'
import type { SignalRow } from './signal-store.ts'

export function presentSignal(signal: SignalRow, lastSearch: Search | null): IntentSignal {
  return {
    id: signal.id,
    project_id: signal.projectId,
    intent_signal: signal.intentSignal,
    search_days: signal.searchDays,
    search_budget: signal.searchBudget === null ? null : toCredits(signal.searchBudget),
    last_search: lastSearch,
    lead_count: signal.leadCount,
    created_at: signal.createdAt.toISOString(),
  }
}
