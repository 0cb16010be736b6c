import { anchoredConditions, quotedConditions } from '@leadlight/domain/conditions'
import { anchored, quoted } from '@leadlight/domain/evidence'
import { postText } from '@leadlight/domain/posts'
import { lockLivePosts } from '../../core/posts/live-posts.ts'
import type { Tx } from '../../platform/db.ts'
import {
  lockFollowing,
  selectEvidence,
  selectFormerEvidence,
  setEvidence,
  setFormerEvidence,
  setLeadWords,
  type MatchEvidence,
} from './follow-store.ts'
import { summaryOf } from './lead-summary.ts'
import { selectBestMatches } from './match-store.ts'

/** A post as it reads after an edit at its source. */
export interface EditedPost {
  id: string
  url: string
  author: string | null
  title: string | null
  text: string
}

/** A project that has a lead of a post. */
export interface PostHolder {
  projectId: string
  postId: string
}

/**
 * Updates an organization's leads after edits of their posts, in the caller's transaction: title, author, address,
 * passage, and the evidence that is still there word for word. Verdicts stand, so that a corrected typo is not paid for
 * twice. A post erased meanwhile is left to its eraser.
 */
export async function followEdits(
  tx: Tx,
  organizationId: string,
  { posts, holders }: { posts: readonly EditedPost[]; holders: readonly PostHolder[] },
): Promise<void> {
  const standing = await lockLivePosts(
    tx,
    posts.map(({ id }) => id),
  )
  const byId = new Map(posts.filter(({ id }) => standing.has(id)).map((post) => [post.id, post]))
  const leads = await lockFollowing(
    tx,
    organizationId,
    holders.filter(({ postId }) => byId.has(postId)),
  )
  const pairs = leads.flatMap((lead) => {
    const post = byId.get(lead.postId)
    return post ? [{ lead, post }] : []
  })
  const leadIds = leads.map(({ id }) => id)
  const textOf = new Map(pairs.map(({ lead, post }) => [lead.id, postText(post.title, post.text)]))
  const moved = (match: MatchEvidence): MatchEvidence => {
    const text = textOf.get(match.leadId) ?? ''
    const conditions = quotedConditions(text, anchoredConditions(text, match.conditions))
    return { ...match, evidence: quoted(text, anchored(text, match.evidence)), conditions }
  }
  const matches = await selectEvidence(tx, organizationId, leadIds)
  await setEvidence(tx, organizationId, matches.map(moved))
  const former = await selectFormerEvidence(tx, organizationId, leadIds)
  await setFormerEvidence(tx, organizationId, former.map(moved))
  const best = await selectBestMatches(tx, organizationId, leadIds)
  const words = pairs.map(({ lead, post }) => {
    const { excerpt } = summaryOf({ title: post.title, body: post.text }, best.get(lead.id))
    return { id: lead.id, url: post.url, author: post.author, title: post.title, excerpt }
  })
  await setLeadWords(tx, organizationId, words)
}
