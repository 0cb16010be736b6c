import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Condition } from './lead-filter.ts'

export type BulkField = 'read' | 'deleted'

interface UndoTable {
  token: string
  organization_id: string
  project_id: string
  field: BulkField
  former: boolean
  lead_ids: string[]
  expires_at: Date
  used_at: Date | null
}

declare module '../platform/db.ts' {
  interface Tables {
    undo: UndoTable
  }
}

export interface BulkChange {
  projectId: string
  field: BulkField
  value: boolean
  token: string
  expiresAt: Date
}

/**
 * Sets a flag of every lead that meets the condition and does not have it yet, and keeps which those were under the
 * change's token, in one statement. Leads are locked in the order of their ids, so that two such changes queue up
 * instead of blocking each other. Answers how many changed; where none did, no token is kept.
 */
export async function changeLeads(
  tx: Tx,
  organizationId: string,
  condition: Condition,
  change: BulkChange,
): Promise<number> {
  const field = sql.ref(change.field)
  const { rows } = await sql<{ updated: number }>`
    with target as (
      select lead.id from lead where ${condition} and lead.${field} = ${!change.value}
      order by lead.id for no key update
    ), changed as (
      update lead set ${field} = ${change.value} from target
      where lead.organization_id = ${organizationId} and lead.id = target.id returning lead.id
    )
    insert into undo (token, organization_id, project_id, field, former, lead_ids, expires_at)
    select ${change.token}::uuid, ${organizationId}::uuid, ${change.projectId}::uuid, ${change.field}, ${!change.value}::boolean,
      array_agg(id), ${change.expiresAt}::timestamptz
    from changed having count(*) > 0
    returning cardinality(lead_ids) as updated`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** A change of the project that nobody has taken back, locked until the transaction ends. */
export async function lockUndo(
  tx: Tx,
  organizationId: string,
  place: { projectId: string; token: string },
): Promise<{ field: BulkField; expiresAt: Date } | undefined> {
  const row = await tx
    .selectFrom('undo')
    .select(['field', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', place.projectId)
    .where('token', '=', place.token)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { field: row.field, expiresAt: row.expires_at }
}

/** Gives the leads of a change their former value back and marks it as taken back. Answers how many leads it had. */
export async function restoreLeads(
  tx: Tx,
  organizationId: string,
  undo: { token: string; field: BulkField },
  now: Date,
): Promise<number> {
  const field = sql.ref(undo.field)
  const { rows } = await sql<{ updated: number }>`
    with used as (
      update undo set used_at = ${now} where organization_id = ${organizationId} and token = ${undo.token}
      returning former, lead_ids
    ), target as (
      select lead.id from lead
      where lead.organization_id = ${organizationId} and lead.id in (select unnest(lead_ids) from used)
      order by lead.id for no key update
    ), restored as (
      update lead set ${field} = (select former from used) from target
      where lead.organization_id = ${organizationId} and lead.id = target.id returning lead.id
    )
    select count(*)::integer as updated from restored`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** Forgets the organization's changes that ran out before `before`. */
export async function deleteUndosBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await tx.deleteFrom('undo').where('organization_id', '=', organizationId).where('expires_at', '<', before).execute()
}

/** Forgets every change of the project that could be taken back. */
export async function deleteUndosOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('undo')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
