import type { GivenRole } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'invite.role': GivenRole
  }
}

/** A pending invite. */
export interface Invite {
  id: string
  organizationId: string
  /** In lower case. */
  email: string
  role: GivenRole
  projectIds: string[]
  invitedBy: string | null
  /** How many times it was mailed. */
  version: number
  createdAt: Date
  expiresAt: Date
}

/** Adds the invite. A pending one of the same address is replaced under its id, and counts one more mail. */
export async function putInvite(tx: Tx, organizationId: string, invite: Omit<Invite, 'version'>): Promise<Invite> {
  const offer = {
    role: invite.role,
    project_ids: invite.projectIds,
    invited_by: invite.invitedBy,
    created_at: invite.createdAt,
    expires_at: invite.expiresAt,
  }
  const row = await tx
    .insertInto('invite')
    .values({ ...offer, id: invite.id, organization_id: organizationId, email: invite.email, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .doUpdateSet({ ...offer, version: sql<number>`invite.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return inviteOf(row)
}

/** Counts the pending invites, expired ones included, except that of `email`. */
export async function countInvites(tx: Tx, organizationId: string, { except }: { except: string }): Promise<number> {
  const row = await tx
    .selectFrom('invite')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('email', '<>', except)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Newest first, expired ones included. */
export async function listInvitesOf(tx: Tx, organizationId: string, limit: number): Promise<Invite[]> {
  const rows = await tx
    .selectFrom('invite')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(inviteOf)
}

export async function findInvite(tx: Tx, organizationId: string, id: string): Promise<Invite | undefined> {
  const row = await tx
    .selectFrom('invite')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && inviteOf(row)
}

export async function renewInvite(
  tx: Tx,
  organizationId: string,
  id: string,
  renewal: { invitedBy: string; expiresAt: Date },
): Promise<Invite | undefined> {
  const row = await tx
    .updateTable('invite')
    .set({
      invited_by: renewal.invitedBy,
      expires_at: renewal.expiresAt,
      version: sql<number>`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && inviteOf(row)
}

/** Deletes the invite and returns it; of several concurrent callers, one gets it. */
export async function deleteInvite(tx: Tx, organizationId: string, id: string): Promise<Invite | undefined> {
  const row = await tx
    .deleteFrom('invite')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && inviteOf(row)
}

/**
 * The invite, if the transaction's scope shows it: an account's scope shows those addressed to it, an invite's scope
 * that one.
 */
export async function findInviteInScope(tx: Tx, id: string): Promise<Invite | undefined> {
  const row = await tx.selectFrom('invite').selectAll().where('id', '=', id).executeTakeFirst()
  return row && inviteOf(row)
}

/** All organizations' unexpired invites to an address, newest first. Needs the account's scope. */
export async function listInvitesTo(
  tx: Tx,
  email: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Invite[]> {
  const rows = await tx
    .selectFrom('invite')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(inviteOf)
}

function inviteOf(row: Row<'invite'>): Invite {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    role: row.role,
    projectIds: row.project_ids,
    invitedBy: row.invited_by,
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
