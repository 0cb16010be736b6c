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
  /** How many leads that the project already had now match this signal too. */
  matched: number
}

/**
 * Stores a signal's leads and their authors, in the caller's transaction. A lead's score and excerpt are its best
 * match's; the signal's newer verdict replaces its older. The team's flags and corrections stay. Posts deleted at their
 * source or by erased authors are left out. Repeating it changes nothing. Each new author becomes a person.
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
