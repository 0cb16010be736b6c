import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { leadNotFound } from './lead-store.ts'

export interface LeadIds {
  projectId: string
  id: string
}

/** Requires a lead of the project, deleted or not. What the actor does not reach is "not found". */
export async function requireLead(tx: Tx, actor: Actor, ids: LeadIds): Promise<void> {
  await requireProject(tx, actor, ids.projectId)
  const { rows } = await sql`
    select from lead
    where organization_id = ${actor.organizationId} and project_id = ${ids.projectId} and id = ${ids.id}`.execute(tx)
  if (rows.length === 0) throw leadNotFound()
}

/** People's feedback on a lead. */
export interface SaidOfLead {
  assignee_id: string | null
  feedback: 'positive' | 'negative' | null
  feedback_reason: string | null
}

/** The same, with the lead locked until the transaction ends. */
export async function lockLead(tx: Tx, actor: Actor, ids: LeadIds): Promise<SaidOfLead> {
  await requireProject(tx, actor, ids.projectId)
  const { rows } = await sql<SaidOfLead>`
    select assignee_id, feedback, feedback_reason from lead
    where organization_id = ${actor.organizationId} and project_id = ${ids.projectId} and id = ${ids.id}
    for no key update`.execute(tx)
  const [lead] = rows
  if (!lead) throw leadNotFound()
  return lead
}
