import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import type { SignalAudit, SignalQuality } from '@leadlight/contract/audits'
import type { SignalTeaching } from '@leadlight/contract/teaching'
import type { Search } from '@leadlight/contract/search'
import type { IntentSignal, Monitoring } from '@leadlight/contract/signals'
import { toCredits } from '@leadlight/domain/credits'
import { isPlanEdited } from '@leadlight/domain/signal-plans'
import type { SignalRow } from '../../core/signals/signals.ts'

/** What a signal's presentation needs besides its own row. */
export interface AboutSignal {
  monitoring: Monitoring
  /** How many leads it matches. */
  leads: number
  lastSearch: Search | null
  quality: SignalQuality | null
  audit: SignalAudit
  teaching: SignalTeaching | null
  answers: PreviewAnswer[]
}

export function presentSignal(
  signal: SignalRow,
  { monitoring, leads, lastSearch, quality, audit, teaching, answers }: AboutSignal,
): IntentSignal {
  return {
    id: signal.id,
    project_id: signal.projectId,
    kind: signal.kind,
    intent_signal: signal.intentSignal,
    not_interested: signal.notInterested,
    plan_edits: isPlanEdited(signal.planEdits) ? signal.planEdits : null,
    search_days: signal.searchDays,
    search_budget: signal.searchBudget === null ? null : toCredits(signal.searchBudget),
    monitoring,
    last_search: lastSearch,
    lead_count: leads,
    quality,
    audit,
    teaching,
    answers,
    created_at: signal.createdAt.toISOString(),
  }
}
