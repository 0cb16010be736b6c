import type { ProjectIds } from '../../platform/actor.ts'
import type { Note } from '@leadlight/contract/lead-work'
import type { Tx } from '../../platform/db.ts'
import { findMembers, findTeammates } from '../../core/organization/find-teammates.ts'
import { mentionedIn } from './mentions.ts'
import type { NoteRow } from '../leads/notes.ts'

/** Notes with their authors, if still in the organization, and those they mention who can see the project. */
export async function describeNotes(tx: Tx, ids: ProjectIds, notes: readonly NoteRow[]): Promise<Note[]> {
  const mentioned = await findTeammates(
    tx,
    ids,
    notes.flatMap(({ text }) => mentionedIn(text)),
  )
  const authors = await findMembers(
    tx,
    ids.organizationId,
    notes.flatMap((note) => note.account_id ?? []),
  )
  return notes.map(({ id, text, account_id, created_at }) => ({
    id,
    text,
    mentions: mentionedIn(text).flatMap((userId) => mentioned.get(userId) ?? []),
    author: (account_id !== null && authors.get(account_id)) || null,
    created_at: created_at.toISOString(),
  }))
}
