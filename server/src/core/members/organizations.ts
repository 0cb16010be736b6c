import type { Row, Tx } from '../../platform/db.ts'

export interface Organization {
  id: string
  name: string
  createdAt: Date
}

export async function insertOrganization(tx: Tx, organization: Organization): Promise<void> {
  await tx
    .insertInto('organization')
    .values({ id: organization.id, name: organization.name, created_at: organization.createdAt })
    .execute()
}

export async function findOrganization(tx: Tx, organizationId: string): Promise<Organization | undefined> {
  const row = await tx.selectFrom('organization').selectAll().where('id', '=', organizationId).executeTakeFirst()
  return row && organizationOf(row)
}

/** Those of the organizations that the transaction's scope may see. */
export async function listOrganizations(tx: Tx, ids: readonly string[]): Promise<Organization[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('organization').selectAll().where('id', 'in', ids).execute()
  return rows.map(organizationOf)
}

/** The ids of all organizations that the transaction's scope may see. */
export async function listOrganizationIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('organization').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Whom people may write to about what the organization holds of them; null until it says so. */
export async function findPrivacyContact(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organization')
    .select('privacy_contact')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.privacy_contact ?? null
}

export async function setPrivacyContact(tx: Tx, organizationId: string, contact: string | null): Promise<void> {
  await tx.updateTable('organization').set({ privacy_contact: contact }).where('id', '=', organizationId).execute()
}

export async function setOrganizationName(
  tx: Tx,
  organizationId: string,
  name: string,
): Promise<Organization | undefined> {
  const row = await tx
    .updateTable('organization')
    .set({ name })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirst()
  return row && organizationOf(row)
}

function organizationOf(row: Row<'organization'>): Organization {
  return { id: row.id, name: row.name, createdAt: row.created_at }
}
