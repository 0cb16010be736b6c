import { sql } from 'kysely'
import { deletedAtSource } from '../../workspace/leads/lock-answered-lead.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { personNotFound } from '../prospects/prospect-not-found.ts'

interface PersonIds {
  projectId: string
  id: string
}

/**
 * The lead that a message to a person is written from: their newest post that still exists, preferring leads not
 * deleted here. A person the actor may not see is reported as missing.
 */
export function findAnsweredLead({ db }: { db: Db }, actor: Actor, { projectId, id }: PersonIds): Promise<string> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const { rows } = await sql<{ leadId: string | null }>`
      select (
        select lead.id from person_profile_view profile
        join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
        where profile.organization_id = ${organizationId} and profile.person_id = person.id
          and lead.source_deleted_at is null
        order by lead.deleted, lead.posted_at desc, lead.id desc limit 1
      ) as "leadId"
      from person_view person where organization_id = ${organizationId} and project_id = ${projectId} and id = ${id}`.execute(
      tx,
    )
    const [person] = rows
    if (!person) throw personNotFound()
    if (person.leadId === null) throw deletedAtSource()
    return person.leadId
  })
}
