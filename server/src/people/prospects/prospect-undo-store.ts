import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { ofTenant, type ProspectKind } from './prospect-filter.ts'

export type ProspectField = 'deleted' | 'status'

/** Identifies a change. */
export interface ChangeIds {
  organizationId: string
  projectId: string
  token: string
  expiresAt: Date
}

const COLUMNS: Record<ProspectField, string> = { deleted: 'deleted', status: 'status_config_id' }
const TYPES: Record<ProspectField, RawBuilder<unknown>> = { deleted: sql`boolean`, status: sql`uuid` }

/**
 * Sets a field of all rows that meet the condition and stores the former values under the change's token, in one
 * statement. Rows are locked in the order of their ids, so that two such changes queue instead of deadlocking. Returns
 * how many changed; if none did, no token is stored.
 */
export async function changeField(
  tx: Tx,
  ids: ChangeIds,
  { kind, condition }: { kind: ProspectKind; condition: Condition },
  { field, value }: { field: ProspectField; value: string | boolean | null },
): Promise<number> {
  const [table, column, fresh] = [sql.table(kind), sql.ref(COLUMNS[field]), sql`${value}::${TYPES[field]}`]
  const own = (name: string) => sql.ref(`${kind}.${name}`)
  const { rows } = await sql<{ updated: number }>`
    with target as (
      select ${own('id')}, ${own(COLUMNS[field])} as former from ${table}
      where ${condition} and ${own(COLUMNS[field])} is distinct from ${fresh}
      order by ${own('id')} for no key update
    ), changed as (
      update ${table} set ${column} = ${fresh} from target
      where ${ofTenant(kind, ids.organizationId)} and ${own('id')} = target.id
      returning target.id, target.former
    )
    insert into prospect_undo (token, organization_id, project_id, kind, field, ids, formers, expires_at)
    select ${ids.token}::uuid, ${ids.organizationId}::uuid, ${ids.projectId}::uuid, ${kind}, ${field},
      array_agg(id order by id), array_agg(former::text order by id), ${ids.expiresAt}::timestamptz
    from changed having count(*) > 0
    returning cardinality(ids) as updated`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** A change of the project that nobody has undone, locked until the transaction ends. */
export async function lockChange(
  tx: Tx,
  organizationId: string,
  { projectId, token, kind }: { projectId: string; token: string; kind: ProspectKind },
): Promise<{ field: ProspectField; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ field: ProspectField; expiresAt: Date }>`
    select field, expires_at as "expiresAt" from prospect_undo
    where organization_id = ${organizationId} and project_id = ${projectId} and token = ${token} and kind = ${kind}
      and used_at is null
    for update`.execute(tx)
  return rows[0]
}

/**
 * Restores the former values of a change and marks it as undone. A former status that was deleted since becomes none.
 * Returns how many rows still exist.
 */
export async function restoreField(
  tx: Tx,
  { organizationId, token, now }: { organizationId: string; token: string; now: Date },
  { kind, field }: { kind: ProspectKind; field: ProspectField },
): Promise<number> {
  const [table, column] = [sql.table(kind), sql.ref(COLUMNS[field])]
  const own = (name: string) => sql.ref(`${kind}.${name}`)
  const former =
    field === 'deleted'
      ? sql`kept.former::boolean`
      : sql`(select lead_status.id from lead_status_view lead_status
          where lead_status.organization_id = ${organizationId} and lead_status.id = kept.former::uuid)`
  const { rows } = await sql<{ updated: number }>`
    with used as (
      update prospect_undo set used_at = ${now} where organization_id = ${organizationId} and token = ${token}
      returning ids, formers
    ), kept as materialized (
      select kept.id, ${former} as former from used, unnest(used.ids, used.formers) as kept (id, former)
    ), target as (
      select ${own('id')}, kept.former from ${table} join kept on kept.id = ${own('id')}
      where ${ofTenant(kind, organizationId)}
      order by ${own('id')} for no key update of ${table}
    ), restored as (
      update ${table} set ${column} = target.former from target
      where ${ofTenant(kind, organizationId)} and ${own('id')} = target.id returning target.id
    )
    select count(*)::integer as updated from restored`.execute(tx)
  return rows[0]?.updated ?? 0
}

/** Deletes the organization's changes that expired before `before`. */
export async function deleteChangesBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await sql`delete from prospect_undo where organization_id = ${organizationId} and expires_at < ${before}`.execute(tx)
}
