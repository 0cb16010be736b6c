import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface StoredNotice {
  organizationId: string
  leadId: string | null
  /** Whose the link is: the accounts of whoever wrote the lead's post, as the organization suppresses them. */
  authors: readonly Uint8Array[]
  objectedAt: Date | null
}

/** Adds the link of a lead unless there is one. */
export async function insertNotice(
  tx: Tx,
  organizationId: string,
  { tokenHash, leadId, now }: { tokenHash: Uint8Array; leadId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('notice')
    .values({
      token_hash: Buffer.from(tokenHash),
      organization_id: organizationId,
      lead_id: leadId,
      made_at: now,
      objected_at: null,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

/** The link that a token opens, in whatever organization the transaction's scope sees. */
export async function findNotice(tx: Tx, tokenHash: Uint8Array): Promise<StoredNotice | undefined> {
  const row = await tx
    .selectFrom('notice')
    .select(['organization_id', 'lead_id', 'authors', 'objected_at'])
    .where('token_hash', '=', Buffer.from(tokenHash))
    .executeTakeFirst()
  if (!row) return undefined
  const { organization_id: organizationId, lead_id: leadId, authors, objected_at: objectedAt } = row
  return { organizationId, leadId, authors, objectedAt }
}

/** Marks the link as pressed, once: false if it was before. */
export async function setObjected(
  tx: Tx,
  organizationId: string,
  { tokenHash, now }: { tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update notice set objected_at = ${now}
    where organization_id = ${organizationId} and token_hash = ${Buffer.from(tokenHash)} and objected_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

export interface NoticedPost {
  platform: string
  url: string
  postedAt: Date
}

/** The post of a lead whose author is still known; undefined where nobody is held for it. */
export async function findNoticedPost(
  tx: Tx,
  organizationId: string,
  leadId: string,
): Promise<NoticedPost | undefined> {
  const { rows } = await sql<NoticedPost>`
    select lead.platform, post.url, lead.posted_at as "postedAt"
    from lead_view lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.id = ${leadId} and lead.profile_id is not null
      and lead.source_deleted_at is null`.execute(tx)
  return rows[0]
}
