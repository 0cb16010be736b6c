import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A watch of everything posted at a place. */
export interface WholeWatch {
  id: string
  platform: string
  source: string
  readTo: Date
  /** Since when somebody listens: what was posted before is nobody's to meet. */
  listenedSince: Date
}

/**
 * What is read whole on these platforms with the installation's own means, works, and has not been drawn from since
 * `before`: those longest not drawn from first, at most `limit`.
 */
export async function selectDrawable(
  tx: Tx,
  { platforms, before, limit }: { platforms: readonly string[]; before: Date; limit: number },
): Promise<WholeWatch[]> {
  const { rows } = await sql<WholeWatch>`
    select id, platform, source, read_to as "readTo", listened.since as "listenedSince" from watch
    cross join lateral (select max(drawn_at) as last from watch_draw where watch_id = watch.id) drawn
    cross join lateral (select min(since) as since from watch_project where watch_id = watch.id) listened
    where platform = any(${[...platforms]}::text[]) and way = 'poll' and query = '' and key_project_id is null
      and failures = 0 and last_polled_at is not null and (drawn.last is null or drawn.last <= ${before})
      and listened.since is not null
    order by drawn.last nulls first, id limit ${limit}`.execute(tx)
  return rows
}

/** Puts down what was drawn; what the watch has met already is settled. A post that was drawn before stays as it is. */
export async function insertDraws(
  tx: Tx,
  { watchId, externalIds, now }: { watchId: string; externalIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into watch_draw (watch_id, external_id, drawn_at, met_at)
    select ${watchId}::uuid, drawn.id, ${now}::timestamptz, case when met.external_id is not null then ${now}::timestamptz end
    from unnest(${[...externalIds]}::text[]) as drawn (id)
    left join watch_post met on met.watch_id = ${watchId} and met.external_id = drawn.id
    on conflict do nothing`.execute(tx)
}

/** Settles what was drawn and is met now. */
export async function meetDrawn(
  tx: Tx,
  { watchId, externalIds, now }: { watchId: string; externalIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update watch_draw set met_at = ${now}
    where watch_id = ${watchId} and external_id = any(${[...externalIds]}::text[])
      and met_at is null and missed_at is null`.execute(tx)
}

export interface OpenDraw {
  watchId: string
  platform: string
  externalId: string
}

/** What was drawn before then and has not been met, the oldest first, at most `limit`. */
export async function selectUnmet(tx: Tx, before: Date, limit: number): Promise<OpenDraw[]> {
  const { rows } = await sql<OpenDraw>`
    select watch_id as "watchId", watch.platform, external_id as "externalId"
    from watch_draw join watch on watch.id = watch_id
    where met_at is null and missed_at is null and drawn_at < ${before}
    order by drawn_at, watch_id, external_id limit ${limit}`.execute(tx)
  return rows
}

/** Settles draws that were not met: as missed those that still stand at the place; of the others nothing is known. */
export async function settleUnmet(
  tx: Tx,
  { missed, gone, now }: { missed: readonly OpenDraw[]; gone: readonly OpenDraw[]; now: Date },
): Promise<void> {
  const these = (draws: readonly OpenDraw[]) =>
    sql`(watch_id, external_id) in (select * from unnest(
      ${draws.map(({ watchId }) => watchId)}::uuid[], ${draws.map(({ externalId }) => externalId)}::text[]))
      and met_at is null`
  await sql`update watch_draw set missed_at = ${now} where ${these(missed)}`.execute(tx)
  await sql`delete from watch_draw where ${these(gone)}`.execute(tx)
}

/** How many of the posts drawn from a place were met, and how many missed. */
export interface Drawn {
  platform: string
  source: string
  met: number
  missed: number
}

/** What was drawn since then where the project listens now. */
export async function sumDrawn(
  tx: Tx,
  organizationId: string,
  { projectId, from }: { projectId: string; from: Date },
): Promise<Drawn[]> {
  const { rows } = await sql<Drawn>`
    select watch.platform, watch.source, count(draw.met_at)::integer as met, count(draw.missed_at)::integer as missed
    from watch_project own join watch on watch.id = own.watch_id
    join watch_draw draw on draw.watch_id = own.watch_id
    where own.organization_id = ${organizationId} and own.project_id = ${projectId}
      and draw.drawn_at >= greatest(own.since, ${from})
    group by watch.platform, watch.source order by watch.platform, watch.source`.execute(tx)
  return rows
}

export async function deleteDrawsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('watch_draw').where('drawn_at', '<', before).execute()
}
