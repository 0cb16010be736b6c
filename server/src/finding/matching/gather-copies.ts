import type { ProjectIds } from '../../platform/actor.ts'
import { anchoredConditions, quotedConditions } from '@leadlight/domain/conditions'
import { anchored, quoted } from '@leadlight/domain/evidence'
import { postText } from '@leadlight/domain/posts'
import { findRepeated } from '../../workspace/leads/find-repeated.ts'
import { noteCopies } from '../../workspace/leads/note-copies.ts'
import type { FoundLead } from '../../workspace/leads/keep-leads.ts'
import type { Tx } from '../../platform/db.ts'
import { selectPosts } from '../../core/posts/posts.ts'

/** Maps those of these posts that repeat a lead of the project, found by any signal, to that lead's post. */
export function findOriginals(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return findRepeated(tx, organizationId, { projectId, postIds })
}

/**
 * Moves finds that repeat a lead of the project to that lead's post: the same words at two sources are one lead.
 * Evidence is kept where the lead's post has the exact words.
 */
export async function gatherCopies(
  tx: Tx,
  ids: ProjectIds,
  { found, originals: all }: { found: readonly FoundLead[]; originals: ReadonlyMap<string, string> },
): Promise<FoundLead[]> {
  const originals = new Map(
    found.flatMap(({ post }) => {
      const originalId = all.get(post.id)
      return originalId === undefined ? [] : [[post.id, originalId] as const]
    }),
  )
  if (originals.size === 0) return [...found]
  const standing = new Map((await selectPosts(tx, [...originals.values()])).map((post) => [post.id, post]))
  const copies = [...originals].flatMap(([postId, originalId]) =>
    standing.has(originalId) ? [{ postId, originalId }] : [],
  )
  await noteCopies(tx, ids, copies)
  return found.map((one) => {
    const original = standing.get(originals.get(one.post.id) ?? '')
    if (!original) return one
    const [from, to] = [postText(one.post.title, one.post.text), postText(original.title, original.text)]
    const evidence = anchored(to, quoted(from, one.evidence))
    return {
      ...one,
      post: original,
      evidence,
      conditions: anchoredConditions(to, quotedConditions(from, one.conditions)),
    }
  })
}
