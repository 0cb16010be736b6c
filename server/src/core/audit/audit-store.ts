import { sql, type RawBuilder } from 'kysely'
import type { Change, Recorded } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Appends the change and its origin if the transaction has written something; returns whether it had. `append_change`
 * in the migration decides whose log has the entry.
 */
export function appendChange(change: Change): RawBuilder<Recorded> {
  const { id, at, actorId, impersonatorId, action, target, requestId, clientAddress, userAgent } = change
  return sql`
    select append_change(${id}, ${at}, ${actorId}, ${impersonatorId}, ${action}, ${JSON.stringify(target)},
      ${requestId}, ${clientAddress}, ${userAgent}) as recorded`
}

export interface OperatorEntry {
  id: string
  organizationId: string | null
  at: Date
  action: string
  target: Record<string, string>
}

/** `tx` is open in the organization's own scope, or in the operator's. */
export async function appendOperatorEntry(tx: Tx, entry: OperatorEntry): Promise<void> {
  await sql`
    insert into audit_entry (id, organization_id, at, action, target)
    values (${entry.id}, ${entry.organizationId}, ${entry.at}, ${entry.action}, ${JSON.stringify(entry.target)})
    on conflict do nothing`.execute(tx)
}

export interface AuditFilter {
  actorId: string | undefined
  action: string | undefined
  from: Date | undefined
  to: Date | undefined
}

export interface AuditPosition {
  at: Date
  id: string
}

export interface AuditRow {
  id: string
  at: Date
  actor_id: string | null
  impersonator_id: string | null
  action: string
  target: Record<string, string>
  client_address: string | null
  user_agent: string | null
}

/** One page of the organization's entries, newest first, with one more than `limit` if the list continues. */
export async function selectEntries(
  tx: Tx,
  organizationId: string,
  request: { filter: AuditFilter; after: AuditPosition | undefined; limit: number },
): Promise<AuditRow[]> {
  const { after, filter, limit } = request
  const { rows } = await sql<AuditRow>`
    select id, at, actor_id, impersonator_id, action, target, client_address, user_agent
    from audit_entry
    left join audit_origin on audit_origin.organization_id = ${organizationId} and entry_id = id
    where ${condition(organizationId, filter)}
      ${after ? sql`and (at, id) < (${after.at}, ${after.id})` : sql``}
    order by at desc, id desc limit ${limit + 1}`.execute(tx)
  return rows
}

/** How many entries there are, counted up to `max`. */
export async function countEntries(tx: Tx, organizationId: string, filter: AuditFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count
    from (select from audit_entry where ${condition(organizationId, filter)} limit ${max}) counted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

function condition(organizationId: string, { actorId, action, from, to }: AuditFilter): RawBuilder<unknown> {
  const conditions = [
    sql`audit_entry.organization_id = ${organizationId}`,
    actorId !== undefined && sql`actor_id = ${actorId}`,
    action !== undefined && sql`action = ${action}`,
    from && sql`at >= ${from}`,
    to && sql`at <= ${to}`,
  ]
  return sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  )
}

/** The names that things had when they were removed or handed over, as the log keeps them, the latest last. */
export async function selectRemovedNames(
  tx: Tx,
  organizationId: string,
  { actions, ids }: { actions: readonly string[]; ids: readonly string[] },
): Promise<{ id: string; name: string; action: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string; action: string }>`
    select ${REMOVED_ID} as id, target->>'name' as name, action from audit_entry
    where organization_id = ${organizationId} and action = any(${actions}) and target ? 'name'
      and ${REMOVED_ID} = any(${ids})
    order by at`.execute(tx)
  return rows
}

const REMOVED_ID = sql`coalesce(target->>'column_id', target->>'id', target->>'project_id')`

/** The accounts of those who accepted these invites, or turned them down by their verified address, by the invite's id. */
export async function selectAnswerers(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; account_id: string }>`
    select target->>'id' as id, actor_id as account_id from audit_entry
    where organization_id = ${organizationId} and action in ('acceptInvite', 'acceptTokenizedInvite', 'rejectInvite')
      and actor_id is not null and target->>'id' = any(${ids})`.execute(tx)
  return new Map(rows.map(({ id, account_id: accountId }) => [id, accountId]))
}
