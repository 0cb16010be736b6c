import { isAdmin } from '@leadlight/domain/roles'
import { recordHistory } from '../leads/record-history.ts'
import { requireLead } from '../leads/require-lead.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteNote, lockNote } from '../leads/notes.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

/** Deletes the actor's own note; an admin may delete anybody's. */
export function removeNote(
  deps: TeamworkDependencies,
  actor: Actor,
  { noteId, ...ids }: { projectId: string; id: string; noteId: string },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireLead(tx, actor, ids)
    const note = await lockNote(tx, organizationId, { leadId: ids.id, noteId })
    if (!note) throw new AppError('not_found', 'note_not_found', 'That note does not exist.')
    if (note.account_id !== actor.userId && !isAdmin(actor.role)) {
      throw new AppError('forbidden', 'role_too_low', 'Only who wrote a note, or an admin, may delete it.')
    }
    await deleteNote(tx, organizationId, noteId)
    await recordHistory(tx, deps, actor, { leadId: ids.id, kind: 'note', summary: 'Deleted a note' })
  })
}
