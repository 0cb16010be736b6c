import type { IntentSignal } from '@leadlight/contract/signals'
import { NETSCOPE } from './rosas-story.ts'

/** A saved signal of Netscope that was never searched for, with these parts. */
export function savedSignal(parts: Partial<IntentSignal> & Pick<IntentSignal, 'id'>): IntentSignal {
  return {
    project_id: NETSCOPE,
    kind: 'intent',
    intent_signal: 'Looking for a monitoring tool',
    not_interested: '',
    plan_edits: null,
    search_days: 30,
    search_budget: null,
    monitoring: {
      enabled: false,
      monthly_credit_budget: null,
      spent_this_month: 0,
      state: 'off',
      waiting: 0,
      note: null,
    },
    last_search: null,
    lead_count: 0,
    quality: null,
    audit: { waiting: 0, audited: 0, recall: null },
    teaching: null,
    answers: [],
    created_at: '2026-11-01T10:00:00.000Z',
    ...parts,
  }
}
