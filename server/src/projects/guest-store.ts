import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

interface ProjectGuestTable {
  organization_id: string
  project_id: string
  account_id: string
  granted_at: Date
}

declare module '../platform/db.ts' {
  interface Tables {
    project_guest: ProjectGuestTable
  }
}

export interface Grant {
  projectId: string
  accountId: string
  grantedAt: Date
}

export async function insertGrant(tx: Tx, organizationId: string, grant: Grant): Promise<void> {
  await tx
    .insertInto('project_guest')
    .values({
      organization_id: organizationId,
      project_id: grant.projectId,
      account_id: grant.accountId,
      granted_at: grant.grantedAt,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doNothing())
    .execute()
}

export async function listGrantsOf(tx: Tx, organizationId: string, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('project_guest')
    .select('project_id')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.project_id)
}

/** Grants those of the projects that exist here at this moment, and holds them until the transaction ends. */
export async function insertGrants(
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

/** The grants of these accounts, the first granted first. */
export async function listGrantsOfMany(
  tx: Tx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<{ accountId: string; projectId: string }[]> {
  if (accountIds.length === 0) return []
  const rows = await tx
    .selectFrom('project_guest')
    .select(['account_id', 'project_id'])
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .orderBy('granted_at')
    .orderBy('project_id')
    .execute()
  return rows.map((row) => ({ accountId: row.account_id, projectId: row.project_id }))
}

export async function deleteGrantsOf(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Who was granted the project, those granted first at the top. */
export async function listGrantsIn(
  tx: Tx,
  organizationId: string,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<Omit<Grant, 'projectId'>[]> {
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

export async function deleteGrant(
  tx: Tx,
  organizationId: string,
  { projectId, accountId }: Pick<Grant, 'projectId' | 'accountId'>,
): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteGrantsIn(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('project_guest')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
