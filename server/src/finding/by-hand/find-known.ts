import { BY_HAND } from '@leadlight/domain/by-hand'
import { selectStoredVectors } from '../../core/posts/posts.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { findLeadsAt } from '../../workspace/leads/find-leads-at.ts'
import type { ReadPost } from './read-post.ts'

/** A post that the project has at this address. */
export interface Known {
  /** Null where it is another platform's. */
  postId: string | null
  leadId: string | null
  /** It was no lead, and had other words. */
  isToJudge: boolean
}

/** What the project has already, by the posts' ids at their place. */
export async function findKnown(tx: Tx, ids: ProjectIds, read: readonly ReadPost[]): Promise<Map<string, Known>> {
  const stored = await selectStoredVectors(
    tx,
    BY_HAND,
    read.map(({ post }) => post.externalId),
  )
  const leads = await findLeadsAt(
    tx,
    ids,
    read.map(({ address }) => address),
  )
  return new Map(
    // Of several with one address the first counts.
    read.toReversed().flatMap(({ post: { externalId, fingerprint }, address }) => {
      const [leadId, before] = [leads.get(address) ?? null, stored.get(externalId)]
      if (leadId === null && !before) return []
      const hasOtherWords = before?.fingerprint != null && Buffer.compare(before.fingerprint, fingerprint) !== 0
      return [
        [externalId, { postId: before?.id ?? null, leadId, isToJudge: leadId === null && hasOtherWords }] as const,
      ]
    }),
  )
}
