import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The draft to the person merged away, and what became of it. */
export interface SetAside {
  former_draft: unknown
  draft_moved_at: Date | null
}

/** Merges two people's drafts: the remaining person keeps theirs and the other is set aside; a single draft is kept. */
export async function mergeDrafts(
  tx: Tx,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<SetAside> {
  const { rows } = await sql<{ person_id: string; updated_at: Date; row: unknown }>`
    select person_id, updated_at, to_jsonb(person_draft) as row from person_draft
    where organization_id = ${organizationId} and person_id in (${from}, ${to}) for update`.execute(tx)
  const former = rows.find(({ person_id: id }) => id === from)
  if (!former) return { former_draft: null, draft_moved_at: null }
  if (rows.some(({ person_id: id }) => id === to)) return { former_draft: former.row, draft_moved_at: null }
  await moveDraft(tx, organizationId, { from, to })
  return { former_draft: null, draft_moved_at: former.updated_at }
}

/** Undoes `mergeDrafts`. A draft that was changed since the merge stays where it is. */
export async function unmergeDrafts(
  tx: Tx,
  organizationId: string,
  { from, to, former_draft, draft_moved_at }: { from: string; to: string } & SetAside,
): Promise<void> {
  if (former_draft !== null) {
    // A lead or account that is gone by now is no longer named.
    await sql`
      insert into person_draft (organization_id, person_id, draft, written_by, lead_id, updated_by, updated_at)
      select ${organizationId}, ${to}, put.draft, put.written_by,
        (select id from lead_view lead where organization_id = ${organizationId} and id = put.lead_id), put.updated_by, put.updated_at
      from jsonb_populate_record(null::person_draft, ${JSON.stringify(former_draft)}::jsonb) put`.execute(tx)
  }
  if (draft_moved_at !== null) await moveDraft(tx, organizationId, { from, to }, draft_moved_at)
}

async function moveDraft(
  tx: Tx,
  organizationId: string,
  { from, to }: { from: string; to: string },
  unchangedSince?: Date,
): Promise<void> {
  const unchanged = unchangedSince ? sql`and updated_at = ${unchangedSince}` : sql``
  await sql`
    update person_draft set person_id = ${to}
    where organization_id = ${organizationId} and person_id = ${from} ${unchanged}`.execute(tx)
}
