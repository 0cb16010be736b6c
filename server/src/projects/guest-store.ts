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
