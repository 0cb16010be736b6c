import type { ProjectIds } from '../../platform/actor.ts'
import type { Draft } from '@leadlight/contract/drafts'
import type { LeadMatch } from '@leadlight/contract/leads'
import type { Tx } from '../../platform/db.ts'

/** Callbacks of higher slices, set where the app is put together. */
export interface LeadHooks {
  /** Leads of the project were deleted or restored, in `tx`. */
  onDeletedOrRestored: (tx: Tx, ids: ProjectIds) => Promise<void>
  /** Somebody labelled a post for signals in `tx`, or took that back. */
  onLabelled: (tx: Tx, label: LeadLabel) => Promise<void>
  /** The drafts of leads that have any, at most one of each kind. */
  describeDrafts: (tx: Tx, organizationId: string, leadIds: readonly string[]) => Promise<ReadonlyMap<string, Draft[]>>
  /** The person of the project's people who wrote a lead; null where there is none. */
  findPersonBehind: (tx: Tx, organizationId: string, leadId: string) => Promise<string | null>
  /** A large model's opinion of a post under the wording it was judged by, for each signal that asked one. */
  describeOpinions: (tx: Tx, organizationId: string, postId: string) => Promise<ReadonlyMap<string, SecondOpinion>>
}

export type SecondOpinion = NonNullable<LeadMatch['second_opinion']>

export interface LeadLabel {
  organizationId: string
  postId: string
  signalIds: readonly string[]
  source: 'feedback' | 'correction'
  /** Whether the post is what the signals look for; null takes the label back. */
  fits: boolean | null
  userId: string
}
