import type { Draft } from '@leadlight/contract/drafts'
import type { Tx } from '../../platform/db.ts'

/** What higher slices do when leads change, and tell of a lead; filled where the app is put together. */
export interface LeadHooks {
  /** Leads of the project were deleted or brought back, in `tx`. */
  onDeletedOrRestored: (tx: Tx, place: { organizationId: string; projectId: string }) => Promise<void>
  /** Somebody said in `tx` whether a post fits signals, or took that back. */
  onLabelled: (tx: Tx, label: LeadLabel) => Promise<void>
  /** A lead's drafts, at most one of each kind. */
  describeDrafts: (tx: Tx, organizationId: string, leadId: string) => Promise<Draft[]>
}

export interface LeadLabel {
  organizationId: string
  postId: string
  signalIds: readonly string[]
  source: 'feedback' | 'correction'
  /** Whether the post is what the signals look for; null takes back what was said. */
  fits: boolean | null
  userId: string
}
