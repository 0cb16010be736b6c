import type { EntryKind, WorkKind } from '@leadlight/domain/ledger'

/** What credits are spent on, in a reader's words. */
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
