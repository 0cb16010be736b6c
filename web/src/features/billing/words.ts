import type { EntryKind, WorkKind } from '@leadlight/domain/ledger'

/** The kinds of work that cost credits, in plain words. */
export const WORK_WORDS: Record<WorkKind, string> = {
  search: 'Searches',
  monitoring: 'Monitoring',
  draft: 'Drafts',
  column: 'Smart columns',
}

export const KIND_WORDS: Record<EntryKind, string> = {
  charge: 'Spent',
  refund: 'Given back',
  grant: 'Received',
  expiry: 'Ended',
  hold: 'Set aside',
  release: 'Set free',
}
