import type { Note } from '@leadlight/contract/lead-work'
import { requireLead, type LeadIds } from '../leads/require-lead.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { NOTES_MAX } from './add-note.ts'
import { describeNotes } from './describe-notes.ts'
import { selectNotes } from '../leads/notes.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

/** The notes on a lead, oldest first. */
export function listNotes({ db }: Pick<TeamworkDependencies, 'db'>, actor: Actor, ids: LeadIds): Promise<Note[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireLead(tx, actor, ids)
    const notes = await selectNotes(tx, organizationId, ids.id, NOTES_MAX)
    return describeNotes(tx, { organizationId, projectId: ids.projectId }, notes)
  })
}
