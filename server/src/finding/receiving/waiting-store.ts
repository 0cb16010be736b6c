import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { Brought } from '../by-hand/read-post.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'received_post.item': Brought
  }
}

export interface WaitingPost {
  id: string
  addressId: string | null
  addressName: string
  /** As the post is known at its place. */
  externalId: string
  item: Brought
}

export type ArrivedPost = WaitingPost & { receivedAt: Date }

/** Puts down what waits, in its order, but for posts that wait already; resolves with how many were new. */
export async function insertWaiting(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { posts, now }: { posts: readonly WaitingPost[]; now: Date },
): Promise<number> {
  // In one order, so that two senders of the same posts do not wait for each other.
  const rows = posts.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
  const { numAffectedRows } = await sql`
    insert into received_post (id, organization_id, project_id, address_id, address_name, external_id, item, received_at)
    select id, ${organizationId}::uuid, ${projectId}::uuid, address_id, address_name, external_id, item, ${now}::timestamptz
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ addressId }) => addressId)}::uuid[],
      ${rows.map(({ addressName }) => addressName)}::text[], ${rows.map(({ externalId }) => externalId)}::text[],
      ${rows.map(({ item }) => JSON.stringify(item))}::jsonb[]
    ) as fresh (id, address_id, address_name, external_id, item)
    on conflict (project_id, external_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Those that have waited longest, or longest after another. */
export async function selectWaiting(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { after, limit }: { after?: ArrivedPost | undefined; limit: number },
): Promise<ArrivedPost[]> {
  const isLater = after ? sql`(received_at, id) > (${after.receivedAt}, ${after.id})` : sql`true`
  const { rows } = await sql<ArrivedPost>`
    select id, address_id as "addressId", address_name as "addressName", external_id as "externalId", item,
      received_at as "receivedAt"
    from received_post where organization_id = ${organizationId} and project_id = ${projectId} and ${isLater}
    order by received_at, id limit ${limit}`.execute(tx)
  return rows
}

/** The waiting posts of all its projects, a page after another. */
export async function selectWaitingOf(
  tx: Tx,
  organizationId: string,
  { after, limit }: { after: string; limit: number },
): Promise<WaitingPost[]> {
  const { rows } = await sql<WaitingPost>`
    select id, address_id as "addressId", address_name as "addressName", external_id as "externalId", item
    from received_post where organization_id = ${organizationId} and id > ${after}
    order by id limit ${limit}`.execute(tx)
  return rows
}

export async function deleteWaiting(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from received_post where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Deletes what arrived at one address of the project. */
export async function deleteWaitingAt(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  addressId: string,
): Promise<void> {
  await sql`
    delete from received_post
    where organization_id = ${organizationId} and project_id = ${projectId} and address_id = ${addressId}`.execute(tx)
}

/** How many posts wait in all projects of the organization. */
export async function countWaiting(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from received_post where organization_id = ${organizationId}`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** How many posts of each address wait. */
export async function countWaitingAt(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; waiting: number }>`
    select address_id as id, count(*)::int as waiting from received_post
    where organization_id = ${organizationId} and project_id = ${projectId} and address_id is not null
    group by address_id`.execute(tx)
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}

/** The organization’s projects where posts wait, in one order. */
export async function selectProjectsWaitingOf(tx: Tx, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select distinct project_id as "projectId" from received_post where organization_id = ${organizationId}
    order by project_id`.execute(tx)
  return rows.map(({ projectId }) => projectId)
}

/** The projects where posts wait, over all organizations. */
export async function selectProjectsWaiting(tx: Tx): Promise<ProjectIds[]> {
  const { rows } = await sql<ProjectIds>`
    select distinct organization_id as "organizationId", project_id as "projectId" from received_post`.execute(tx)
  return rows
}

/** Deletes what has waited since before then, in the scheduler's scope; resolves with how many, at most `limit`. */
export async function deleteWaitingBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from received_post where id in
      (select id from received_post where received_at < ${before} order by received_at limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
