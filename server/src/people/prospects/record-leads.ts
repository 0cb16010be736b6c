import { lockLivePosts } from '../../core/posts/live-posts.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { keepLeads, type FoundLead, type RecordingContext } from '../../workspace/leads/keep-leads.ts'
import { deferSuppressing, withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import { noteAuthors } from './note-authors.ts'
import { renewAuthors } from './renew-people.ts'

export interface Recorded {
  /** The leads that are new to the project. */
  recorded: string[]
  /** Leads that the project already had and that now match this signal too, with their score until then. */
  matched: { id: string; score: number }[]
}

/**
 * Stores a signal's leads and their authors, in the caller's transaction. A lead's score and excerpt are its best
 * match's; the signal's newer verdict replaces its older. The team's flags and corrections stay. Posts deleted at their
 * source or by suppressed authors are left out. Repeating it changes nothing. Each new author becomes a person.
 */
export async function recordLeads(
  tx: Tx,
  context: RecordingContext & { suppression: Suppression },
  found: readonly FoundLead[],
): Promise<Recorded> {
  if (found.length === 0) return { recorded: [], matched: [] }
  const postIds = found.map(({ post }) => post.id)
  const [, standing, welcome] = await pipelineStatements([
    deferSuppressing(tx, context.organizationId),
    lockLivePosts(tx, postIds),
    withoutSuppressed(tx, context.suppression, { ...context, posts: found.map(authored) }),
  ])
  const ids = new Set(welcome.map(({ id }) => id))
  const kept = found.filter(({ post }) => standing.has(post.id) && ids.has(post.id))
  const writers = await noteAuthors(tx, context, kept.map(authored))
  const { fresh, matched } = await keepLeads(tx, context, kept, writers)
  await renewAuthors(
    tx,
    context.organizationId,
    fresh.flatMap(({ postId }) => writers.get(postId) ?? []),
  )
  return { recorded: fresh.map(({ id }) => id), matched }
}

function authored({ post: { id, platform, author, postedAt } }: FoundLead) {
  return { id, platform, postedAt, author: author && { externalId: null, url: null, ...author } }
}
