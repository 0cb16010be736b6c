import type { Row, Tx } from '../../platform/db.ts'

export type NoteRow = Omit<Row<'lead_note'>, 'organization_id' | 'lead_id'>

/** A lead's notes, oldest first. */
export function selectNotes(tx: Tx, organizationId: string, leadId: string, limit: number): Promise<NoteRow[]> {
  return tx
    .selectFrom('lead_note')
    .select(['id', 'account_id', 'text', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('lead_id', '=', leadId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countNotes(tx: Tx, organizationId: string, leadId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lead_note')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertNote(tx: Tx, organizationId: string, leadId: string, note: NoteRow): Promise<void> {
  await tx
    .insertInto('lead_note')
    .values({ ...note, organization_id: organizationId, lead_id: leadId })
    .execute()
}

/** The author of a note, which is locked until the transaction ends; undefined where there is no such note. */
export function lockNote(
  tx: Tx,
  organizationId: string,
  { leadId, noteId }: { leadId: string; noteId: string },
): Promise<Pick<NoteRow, 'account_id'> | undefined> {
  return tx
    .selectFrom('lead_note')
    .select('account_id')
    .where('organization_id', '=', organizationId)
    .where('lead_id', '=', leadId)
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteNote(tx: Tx, organizationId: string, noteId: string): Promise<void> {
  await tx.deleteFrom('lead_note').where('organization_id', '=', organizationId).where('id', '=', noteId).execute()
}
