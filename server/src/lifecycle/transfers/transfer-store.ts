import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

export type TransferState = 'pending' | 'accepted' | 'rejected' | 'cancelled'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'project_transfer.state': TransferState
  }
}

export interface Transfer {
  id: string
  /** The organization that has the project: its offerer, and once accepted its receiver. */
  organizationId: string
  projectId: string
  /** The names when the project was offered. */
  projectName: string
  organizationName: string
  /** The addressee. */
  email: string
  /** Null if the account is gone. */
  requestedBy: string | null
  state: TransferState
  createdAt: Date
  expiresAt: Date
}

export async function insertTransfer(tx: Tx, organizationId: string, transfer: Transfer): Promise<void> {
  await tx
    .insertInto('project_transfer')
    .values({
      id: transfer.id,
      organization_id: organizationId,
      project_id: transfer.projectId,
      project_name: transfer.projectName,
      organization_name: transfer.organizationName,
      email: transfer.email,
      requested_by: transfer.requestedBy,
      state: transfer.state,
      created_at: transfer.createdAt,
      expires_at: transfer.expiresAt,
    })
    .execute()
}

export async function findTransfer(tx: Tx, organizationId: string, id: string): Promise<Transfer | undefined> {
  const row = await tx
    .selectFrom('project_transfer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && transferOf(row)
}

/** The project's pending offer, expired or not. */
export async function findPendingTransfer(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<Transfer | undefined> {
  const row = await tx
    .selectFrom('project_transfer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row && transferOf(row)
}

/** Needs the account's own scope, which shows all organizations' offers to its verified address. */
export async function findTransferInScope(tx: Tx, id: string): Promise<Transfer | undefined> {
  const row = await tx.selectFrom('project_transfer').selectAll().where('id', '=', id).executeTakeFirst()
  return row && transferOf(row)
}

/** Pending offers to an address, newest first; in the account's own scope, as above. */
export async function listTransfersTo(
  tx: Tx,
  email: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Transfer[]> {
  const rows = await tx
    .selectFrom('project_transfer')
    .selectAll()
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(transferOf)
}

/** Ends a pending offer; undefined if it no longer is. */
export async function endTransfer(
  tx: Tx,
  organizationId: string,
  { id, state }: { id: string; state: Exclude<TransferState, 'pending'> },
): Promise<Transfer | undefined> {
  const row = await tx
    .updateTable('project_transfer')
    .set({ state })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  return row && transferOf(row)
}

/** How many offers the organization has made since then, and when it made the first of them. */
export async function countTransfersSince(
  tx: Tx,
  organizationId: string,
  since: Date,
): Promise<{ count: number; firstAt: Date | null }> {
  const { rows } = await sql<{ count: string | number; firstAt: Date | null }>`
    select count(*) as count, min(created_at) as "firstAt" from project_transfer
    where organization_id = ${organizationId} and created_at > ${since}`.execute(tx)
  return { count: Number(rows[0]?.count), firstAt: rows[0]?.firstAt ?? null }
}

/** Deletes the organization's older offers that are no longer pending. */
export async function deleteEndedTransfersBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('project_transfer')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .where('state', '<>', 'pending')
    .execute()
}

/** Deletes every offer of the project but one. */
export async function deleteOtherTransfers(
  tx: Tx,
  organizationId: string,
  { projectId, exceptId }: { projectId: string; exceptId: string },
): Promise<void> {
  await tx
    .deleteFrom('project_transfer')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '<>', exceptId)
    .execute()
}

function transferOf(row: Row<'project_transfer'>): Transfer {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    projectName: row.project_name,
    organizationName: row.organization_name,
    email: row.email,
    requestedBy: row.requested_by,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
