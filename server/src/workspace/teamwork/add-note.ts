import type { Note } from '@leadlight/contract/lead-work'
import { recordHistory } from '../leads/record-history.ts'
import { lockLead } from '../leads/require-lead.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeNotes } from './describe-notes.ts'
import { countNotes, insertNote } from '../leads/notes.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

export const NOTES_MAX = 500

/** Adds a note to a lead. `@[user_id]` mentions somebody who can see the project; for others it stays plain text. */
export function addNote(
  deps: TeamworkDependencies,
  actor: Actor,
  { text, ...ids }: { projectId: string; id: string; text: string },
): Promise<Note> {
  requirePermission(actor, 'lead.triage')
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    // Locked so that the limit holds when two add at once.
    await lockLead(tx, actor, ids)
    if ((await countNotes(tx, organizationId, ids.id)) >= NOTES_MAX) {
      const detail = `A lead has at most ${NOTES_MAX} notes. Your note was not kept; delete one that is no longer needed first.`
      throw new AppError('conflict', 'note_limit_reached', detail)
    }
    const note = { id: deps.newId(), account_id: userId, text, created_at: deps.clock.now() }
    nameTarget({ note_id: note.id })
    await insertNote(tx, organizationId, ids.id, note)
    await recordHistory(tx, deps, actor, { leadId: ids.id, kind: 'note', summary: 'Added a note' })
    const [described] = await describeNotes(tx, { organizationId, projectId: ids.projectId }, [note])
    if (!described) throw new Error('A note was added and not described.')
    return described
  })
}
