import type { Draft } from '@leadlight/contract/drafts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectAuthorLeads, type AuthorLead } from './author-leads.ts'
import type { LeadHooks, SecondOpinion } from './lead-hooks.ts'
import { selectDuplicates, type Duplicate } from './copy-store.ts'
import { findLead, leadNotFound, type WholeLeadRow } from './lead-store.ts'
import { MADE_BY_PEOPLE, selectMatches, type MatchRow } from './match-store.ts'
import { namePeople } from './name-people.ts'

export interface MatchWithOpinion extends MatchRow {
  /** The state of a large model's opinion; null where none was asked for, or people made the match. */
  opinion: SecondOpinion | null
}

export interface LeadWithMatches {
  lead: WholeLeadRow
  matches: MatchWithOpinion[]
  drafts: Draft[]
  authorLeads: AuthorLead[]
  duplicates: Duplicate[]
  personId: string | null
}

export interface GettingDependencies extends Pick<
  LeadHooks,
  'describeDrafts' | 'describeOpinions' | 'findPersonBehind'
> {
  db: Db
}

/** A lead, deleted or not, with its post's whole text, its matches best first, and other leads by its author. */
export function getLead(
  { db, describeDrafts, describeOpinions, findPersonBehind }: GettingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<LeadWithMatches> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, ids.projectId)
    const lead = await findLead(tx, actor.organizationId, ids)
    if (!lead) throw leadNotFound()
    const named = await namePeople(tx, actor.organizationId, await selectMatches(tx, actor.organizationId, lead.id))
    const [authorLeads, personId, opinions] = await pipelineStatements([
      selectAuthorLeads(tx, actor.organizationId, lead),
      findPersonBehind(tx, actor.organizationId, lead.id),
      describeOpinions(tx, actor.organizationId, lead.post_id),
    ])
    const matches = named.map((match) => ({
      ...match,
      opinion: match.model === MADE_BY_PEOPLE ? null : (opinions.get(match.intent_signal_id) ?? null),
    }))
    const drafts = (await describeDrafts(tx, actor.organizationId, [lead.id])).get(lead.id) ?? []
    const of = { projectId: ids.projectId, postId: lead.post_id }
    const duplicates = await selectDuplicates(tx, actor.organizationId, of)
    return { lead, matches, drafts, authorLeads, duplicates, personId }
  })
}
