import { lockLivePosts } from '../../core/posts/live-posts.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { keepLeads, type FoundLead, type RecordingContext } from '../../workspace/leads/keep-leads.ts'
import { findErased } from './erased-authors.ts'
import { noteAuthors } from './note-authors.ts'
import { renewAuthors } from './renew-people.ts'

export interface Recorded {
  /** The leads that are new to the project. */
  recorded: string[]
  /** How many leads that the project had already are now matched by this signal too. */
  matched: number
}

/**
 * Keeps what a signal found, and who wrote it, in the caller's transaction. A lead's score is that of its best match, and
 * its excerpt shows that match's evidence; a second verdict of the same signal takes the place of the first. Read, starred
 * and deleted stay as the team left them, and so does what somebody said of a lead and the signal. Posts that were deleted
 * at their source are left out, and so are those of authors erased from the organization. The same call again changes
 * nothing. Whoever wrote a new lead is a person of the project.
 */
export async function recordLeads(tx: Tx, context: RecordingContext, found: readonly FoundLead[]): Promise<Recorded> {
  if (found.length === 0) return { recorded: [], matched: 0 }
  const postIds = found.map(({ post }) => post.id)
  const [standing, erased] = await pipelineStatements([
    lockLivePosts(tx, postIds),
    findErased(tx, context.organizationId, found.map(authored)),
  ])
  const kept = found.filter(({ post }) => standing.has(post.id) && !erased.has(post.id))
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
