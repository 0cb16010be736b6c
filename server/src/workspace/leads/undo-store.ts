import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { historiesOf, type ManyHistories } from './history-store.ts'

export type FlagField = 'read' | 'deleted'
export type BulkField = FlagField | 'status'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'undo.field': BulkField
    'undo.formers': (string | null)[] | null
  }
}

/** Which change it is, and who is named for it. */
export interface BulkChange {
  organizationId: string
  projectId: string
  accountId: string
  token: string
  expiresAt: Date
  now: Date
}

export interface FlagChange {
  field: FlagField
  value: boolean
}

/**
 * Sets a flag of every lead that meets the condition without having it, and saves those leads under the change's token,
 * in one statement. Leads are locked in the order of their ids, so that two changes queue up instead of deadlocking.
 * Returns how many changed; where none did, no token is saved.
 */
export async function changeFlags(
  tx: Tx,
  place: BulkChange,
  condition: Condition,
  change: FlagChange,
): Promise<number> {
  const field = sql.ref(change.field)
  const summary = sql`${change.value ? 'Deleted' : 'Brought back'}::text`
  const { rows } = await sql<{ updated: number }>`
    with target as (
      select lead.id from lead where ${condition} and lead.${field} = ${!change.value}
      order by lead.id for no key update
    ), changed as (
      update lead set ${field} = ${change.value} from target
      where lead.organization_id = ${place.organizationId} and lead.id = target.id returning lead.id
    )${change.field === 'deleted' ? noting(place, 'deleted', summary) : sql``}
    insert into undo (token, organization_id, project_id, field, former, lead_ids, expires_at)
    select ${place.token}::uuid, ${place.organizationId}::uuid, ${place.projectId}::uuid, ${change.field},
      ${!change.value}::boolean, array_agg(id), ${place.expiresAt}::timestamptz
    from changed having count(*) > 0
    returning cardinality(lead_ids) as updated`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** The same for a status, null for none; each lead's former one is saved. `statusId` must be one of the project's. */
export async function changeStatuses(
  tx: Tx,
  place: BulkChange,
  condition: Condition,
  statusId: string | null,
): Promise<number> {
  const { organizationId, projectId, token, expiresAt } = place
  const summary = sql`'Status: ' || ${statusName(place, sql`leads.former`)} || ' → ' || ${statusName(place, sql`${statusId}::uuid`)}`
  const { rows } = await sql<{ updated: number }>`
    with target as (
      select lead.id, lead.status_config_id as former from lead
      where ${condition} and lead.status_config_id is distinct from ${statusId}::uuid
      order by lead.id for no key update
    ), changed as (
      update lead set status_config_id = ${statusId}::uuid from target
      where lead.organization_id = ${organizationId} and lead.id = target.id returning lead.id, target.former
    )${noting(place, 'status', summary)}
    insert into undo (token, organization_id, project_id, field, lead_ids, formers, expires_at)
    select ${token}::uuid, ${organizationId}::uuid, ${projectId}::uuid, 'status',
      array_agg(id order by id), array_agg(former order by id), ${expiresAt}::timestamptz
    from changed having count(*) > 0
    returning cardinality(lead_ids) as updated`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** One expression more: the histories of the leads in `changed`. */
function noting(
  { organizationId, accountId, now: at, token }: Pick<BulkChange, 'organizationId' | 'accountId' | 'now' | 'token'>,
  kind: ManyHistories['kind'],
  summary: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`, noted as (${historiesOf(sql`changed`, { organizationId, accountId, kind, at, token }, summary)})`
}

function statusName({ organizationId }: { organizationId: string }, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select name from lead_status_view lead_status where organization_id = ${organizationId} and lead_status.id = ${id}), 'none')`
}

/** A change of the project that is not undone yet, locked until the transaction ends. */
export async function lockUndo(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; token: string },
): Promise<{ field: BulkField; expiresAt: Date } | undefined> {
  const row = await tx
    .selectFrom('undo')
    .select(['field', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('token', '=', ids.token)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { field: row.field, expiresAt: row.expires_at }
}

/** Whose change is undone, and who is named for undoing it. */
export interface Restoring {
  organizationId: string
  accountId: string
  token: string
  now: Date
}

/** Restores the former flag of a change's leads and marks it as undone. Returns how many leads it had. */
export async function restoreFlags(tx: Tx, undo: Restoring, fieldName: FlagField): Promise<number> {
  const field = sql.ref(fieldName)
  const summary = sql`case when (select former from used) then 'Bringing back undone' else 'Deletion undone' end`
  const { rows } = await sql<{ updated: number }>`
    with used as (${used(undo)}), target as (
      select lead.id, lead.${field} as current from lead
      where lead.organization_id = ${undo.organizationId} and lead.id in (select unnest(lead_ids) from used)
      order by lead.id for no key update
    ), restored as (
      update lead set ${field} = (select former from used) from target
      where lead.organization_id = ${undo.organizationId} and lead.id = target.id returning lead.id, target.current
    ), changed as (
      select id from restored where current <> (select former from used)
    )${fieldName === 'deleted' ? noting(undo, 'undone', summary) : sql``}
    select count(*)::integer as updated from restored`.execute(tx)
  return rows[0]?.updated ?? 0
}

/**
 * The same for statuses. A lead whose former status was deleted since gets none. The saved lists are unfolded before
 * leads are locked: a lock carries whole rows of everything joined, here both lists for every lead.
 */
export async function restoreStatuses(tx: Tx, undo: Restoring): Promise<number> {
  const summary = sql`'Status change undone: ' || ${statusName(undo, sql`leads.current`)} || ' → '
    || ${statusName(undo, sql`leads.former`)}`
  const { rows } = await sql<{ updated: number }>`
    with used as (${used(undo)}), kept as materialized (
      select kept.lead_id, lead_status.id as former
      from used, unnest(used.lead_ids, used.formers) as kept (lead_id, former)
      left join lead_status_view lead_status on lead_status.organization_id = ${undo.organizationId} and lead_status.id = kept.former
    ), target as (
      select lead.id, lead.status_config_id as current, kept.former
      from lead join kept on kept.lead_id = lead.id
      where lead.organization_id = ${undo.organizationId}
      order by lead.id for no key update of lead
    ), restored as (
      update lead set status_config_id = target.former from target
      where lead.organization_id = ${undo.organizationId} and lead.id = target.id
      returning lead.id, target.current, target.former
    ), changed as (
      select * from restored where current is distinct from former
    )${noting(undo, 'undone', summary)}
    select count(*)::integer as updated from restored`.execute(tx)
  return rows[0]?.updated ?? 0
}

function used({ organizationId, token, now }: Restoring): RawBuilder<unknown> {
  return sql`
    update undo set used_at = ${now} where organization_id = ${organizationId} and token = ${token}
    returning former, lead_ids, formers`
}

/** Deletes the organization's changes that expired before `before`. */
export async function deleteUndosBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await tx.deleteFrom('undo').where('organization_id', '=', organizationId).where('expires_at', '<', before).execute()
}
