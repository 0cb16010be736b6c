import type { Draft as WireDraft } from '@leadlight/contract/drafts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The direct message to a person; each has at most one. */
export interface PersonDraft {
  personId: string
  draft: string
  writtenBy: string
  /** The lead it was written from; null if somebody wrote it themselves. */
  leadId: string | null
  updatedBy: string | null
  updatedAt: Date
}

const COLUMNS = sql`person_id as "personId", draft, written_by as "writtenBy", lead_id as "leadId",
  updated_by as "updatedBy", updated_at as "updatedAt"`

/** Saves a draft in place of the former one. */
export async function putPersonDraft(tx: Tx, organizationId: string, draft: PersonDraft): Promise<void> {
  await sql`
    insert into person_draft (organization_id, person_id, draft, written_by, lead_id, updated_by, updated_at)
    values (${organizationId}, ${draft.personId}, ${draft.draft}, ${draft.writtenBy}, ${draft.leadId}, ${draft.updatedBy},
      ${draft.updatedAt})
    on conflict (person_id) do update set draft = excluded.draft, written_by = excluded.written_by,
      lead_id = excluded.lead_id, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(tx)
}

export async function findPersonDraft(
  tx: Tx,
  organizationId: string,
  personId: string,
): Promise<PersonDraft | undefined> {
  const { rows } = await sql<PersonDraft>`
    select ${COLUMNS} from person_draft
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(tx)
  return rows[0]
}

/** The drafts that were written from these leads. */
export async function selectPersonDraftsOf(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<PersonDraft[]> {
  const { rows } = await sql<PersonDraft>`
    select ${COLUMNS} from person_draft
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  return rows
}

export async function deletePersonDrafts(tx: Tx, organizationId: string, personIds: readonly string[]): Promise<void> {
  await sql`
    delete from person_draft where organization_id = ${organizationId} and person_id = any(${personIds}::uuid[])`.execute(
    tx,
  )
}

export function presentPersonDraft({ draft, writtenBy, updatedAt }: PersonDraft): WireDraft {
  return {
    message_type: 'dm',
    draft,
    written_by: writtenBy,
    is_talking_points: false,
    similar_to: null,
    updated_at: updatedAt.toISOString(),
  }
}
