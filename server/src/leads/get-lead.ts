import type { Draft } from '@leadlight/contract/drafts'
import { describeDrafts } from '../drafts/describe-drafts.ts'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { findLead, leadNotFound, type WholeLeadRow } from './lead-store.ts'
import { selectMatches, type MatchRow } from './match-store.ts'

export interface LeadWithMatches {
  lead: WholeLeadRow
  matches: MatchRow[]
  drafts: Draft[]
}

/** A lead, deleted or not, with its post's whole text and its matches, best first. */
export function getLead(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  place: { projectId: string; id: string },
): Promise<LeadWithMatches> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, place.projectId)
    const lead = await findLead(tx, actor.organizationId, place)
    if (!lead) throw leadNotFound()
    const matches = await selectMatches(tx, actor.organizationId, lead.id)
    return { lead, matches, drafts: await describeDrafts(tx, actor.organizationId, lead.id) }
  })
}
