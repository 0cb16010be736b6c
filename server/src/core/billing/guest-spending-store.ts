import type { Millicredits } from '@leadlight/domain/credits'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export async function findGuestCap(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<Millicredits | undefined> {
  const row = await tx
    .selectFrom('guest_cap')
    .select('monthly_cap')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row && Number(row.monthly_cap)
}

export async function putGuestCap(
  tx: Tx,
  organizationId: string,
  projectId: string,
  monthlyCap: Millicredits,
): Promise<void> {
  await tx
    .insertInto('guest_cap')
    .values({ organization_id: organizationId, project_id: projectId, monthly_cap: monthlyCap })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ monthly_cap: monthlyCap }))
    .execute()
}

export async function deleteGuestCap(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('guest_cap')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

interface Stretch {
  projectId: string
  since: Date
}

/** What guests were charged in the project since then, and what is reserved for their work now, whenever that was. */
export async function sumGuestSpending(
  tx: Tx,
  organizationId: string,
  { projectId, since }: Stretch,
): Promise<{ charged: Millicredits; held: Millicredits }> {
  // A reservation and its release cancel out, so their sum is what is open.
  const { rows } = await sql<{ charged: string | number; held: string | number }>`
    select coalesce(-sum(amount) filter (where kind = 'charge' and created_at >= ${since}), 0) as charged,
      coalesce(-sum(amount) filter (where kind <> 'charge'), 0) as held
    from credit_entry
    where organization_id = ${organizationId} and project_id = ${projectId} and role = 'GUEST'`.execute(tx)
  return { charged: Number(rows[0]?.charged), held: Number(rows[0]?.held) }
}

/** What each guest was charged in the project since then, without guests who were charged nothing. */
export async function sumChargesByGuest(
  tx: Tx,
  organizationId: string,
  { projectId, since }: Stretch,
): Promise<Map<string, Millicredits>> {
  const rows = await tx
    .selectFrom('credit_entry')
    .select((select) => ['account_id', select.fn.sum<string>('amount').as('amount')])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('role', '=', 'GUEST')
    .where('kind', '=', 'charge')
    .where('created_at', '>=', since)
    .groupBy('account_id')
    .execute()
  return new Map(rows.flatMap((row) => (row.account_id === null ? [] : [[row.account_id, -Number(row.amount)]])))
}
