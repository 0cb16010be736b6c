import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Grants those of the projects that exist here now, and locks them until the transaction ends. */
export async function grantProjects(
  tx: Tx,
  organizationId: string,
  grants: { projectIds: readonly string[]; accountId: string; grantedAt: Date },
): Promise<void> {
  if (grants.projectIds.length === 0) return
  await sql`
    insert into project_guest (organization_id, project_id, account_id, granted_at)
    select organization_id, id, ${grants.accountId}::uuid, ${grants.grantedAt}::timestamptz from project
    where organization_id = ${organizationId} and id = any(${grants.projectIds}::uuid[])
    order by id for key share
    on conflict (project_id, account_id) do nothing`.execute(tx)
}

/** The ids of the projects that a guest of the organization may see. */
export async function listGrantedProjects(tx: Tx, organizationId: string, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('project_guest')
    .select('project_id')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.project_id)
}

/** The projects that each of these guests sees, the first granted first, without guests who see none. */
export async function listGrants(
  tx: Tx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (accountIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('project_guest')
    .select(['account_id', 'project_id'])
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .orderBy('granted_at')
    .orderBy('project_id')
    .execute()
  const granted = new Map<string, string[]>()
  for (const { account_id, project_id } of rows)
    granted.set(account_id, [...(granted.get(account_id) ?? []), project_id])
  return granted
}

/** Who was granted the project, in the order of the grants. */
export async function listGuestsOf(
  tx: Tx,
  organizationId: string,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<{ accountId: string; grantedAt: Date }[]> {
  const rows = await tx
    .selectFrom('project_guest')
    .select(['account_id', 'granted_at'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('granted_at')
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ accountId: row.account_id, grantedAt: row.granted_at }))
}

/** Removes the grant of one project from one account. */
export async function withdrawGrant(
  tx: Tx,
  organizationId: string,
  { projectId, accountId }: { projectId: string; accountId: string },
): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Removes all grants of the organization's projects from an account that leaves it or changes role. */
export async function withdrawGrants(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Removes all grants of one project. */
export async function withdrawGrantsIn(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
