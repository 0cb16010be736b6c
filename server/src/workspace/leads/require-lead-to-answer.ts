import type { StoredCondition } from '@leadlight/domain/conditions'
import { postText } from '@leadlight/domain/posts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { deletedAtSource } from './lock-answered-lead.ts'
import { leadNotFound } from './lead-store.ts'
import { findLeadToAnswer } from './match-store.ts'

export interface LeadToAnswer {
  project: Awaited<ReturnType<typeof requireProject>>
  platform: string
  community: string | null
  author: string | null
  /** The whole post. */
  text: string
  /** Exact quotes from the post that show the fit, those of the best match first. */
  evidence: readonly string[]
  /** What each signal found, the best first. */
  matches: readonly { intentSignal: string; reason: string; conditions: readonly StoredCondition[] }[]
}

/**
 * A lead with what an answer is written from. What the actor does not reach is "not found". Throws `conflict` where the
 * post was deleted at its source.
 */
export async function requireLeadToAnswer(
  tx: Tx,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<LeadToAnswer> {
  const [project, lead] = await pipelineStatements([
    requireProject(tx, actor, ids.projectId),
    findLeadToAnswer(tx, actor.organizationId, ids),
  ])
  if (!lead) throw leadNotFound()
  if (lead.source_deleted_at) throw deletedAtSource()
  const { matches } = lead
  const text = postText(lead.title, lead.body)
  const quotes = matches.flatMap(({ evidence }) =>
    evidence.filter(({ kind }) => kind === 'for').map(({ quote }) => quote),
  )
  return {
    project,
    platform: lead.platform,
    community: lead.community_name,
    author: lead.author_name,
    text,
    // Authors edit their posts; words that are gone are not answered.
    evidence: [...new Set(quotes)].filter((quote) => text.includes(quote)),
    matches: matches.map(({ intent_signal: intentSignal, reason, conditions }) => ({
      intentSignal,
      reason,
      conditions,
    })),
  }
}
