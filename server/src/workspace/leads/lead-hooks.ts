import type { Draft } from '@leadlight/contract/drafts'
import type { LeadMatch } from '@leadlight/contract/leads'
import type { Tx } from '../../platform/db.ts'

/** What higher slices do when leads change, and tell of a lead; filled where the app is put together. */
export interface LeadHooks {
  /** Leads of the project were deleted or brought back, in `tx`. */
  onDeletedOrRestored: (tx: Tx, ids: { organizationId: string; projectId: string }) => Promise<void>
  /** Somebody said in `tx` whether a post fits signals, or took that back. */
  onLabelled: (tx: Tx, label: LeadLabel) => Promise<void>
  /** A lead's drafts, at most one of each kind. */
  describeDrafts: (tx: Tx, organizationId: string, leadId: string) => Promise<Draft[]>
  /** Who wrote a lead, as the list of people has them; null where nobody in particular did. */
  findPersonBehind: (tx: Tx, organizationId: string, leadId: string) => Promise<string | null>
  /** What a large model said of a post under the words it was judged by, for each signal that asked one. */
  describeOpinions: (tx: Tx, organizationId: string, postId: string) => Promise<ReadonlyMap<string, SecondOpinion>>
}

export type SecondOpinion = NonNullable<LeadMatch['second_opinion']>

export interface LeadLabel {
  organizationId: string
  postId: string
  signalIds: readonly string[]
  source: 'feedback' | 'correction'
  /** Whether the post is what the signals look for; null takes back what was said. */
  fits: boolean | null
  userId: string
}
