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
    cross join lateral (select min(since) as since from watch_project where watch_id = watch.id) listened
    where platform = any(${[...platforms]}::text[]) and (way = 'stream' or way = 'poll' and query = '') and key_project_id is null
      and failures = 0 and last_polled_at is not null and (drawn_at is null or drawn_at <= ${before})
      and listened.since is not null
    order by drawn_at nulls first, id limit ${limit}`.execute(tx)
  return rows
}

/** Puts down what was drawn, or that nothing was; what the watch has met already is settled. A post that was drawn before stays as it is. */
export async function insertDraws(
  tx: Tx,
  { watchId, externalIds, now }: { watchId: string; externalIds: readonly string[]; now: Date },
): Promise<void> {
  await tx.updateTable('watch').set({ drawn_at: now }).where('id', '=', watchId).execute()
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
  externalId: string
}

/**
 * What was drawn on a platform before then and has not been met although its watch has read on for half an hour since,
 * by when it has met what is listed late. The oldest first, at most `limit`.
 */
export async function selectUnmet(
  tx: Tx,
  { platform, before, limit }: { platform: string; before: Date; limit: number },
): Promise<OpenDraw[]> {
  const { rows } = await sql<OpenDraw>`
    select watch_id as "watchId", external_id as "externalId"
    from watch_draw draw join watch on watch.id = draw.watch_id
    where met_at is null and missed_at is null and draw.drawn_at < ${before} and watch.platform = ${platform}
      and watch.read_to >= draw.drawn_at + interval '30 minutes'
    order by draw.drawn_at, watch_id, external_id limit ${limit}`.execute(tx)
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

/** How many of the posts drawn from a place were met, and how many missed, in so many draws. */
export interface Drawn {
  platform: string
  source: string
  met: number
  missed: number
  draws: number
  /** Sums over the draws: of the met squared, the met times the posts, and the posts squared. */
  metMet: number
  metPosts: number
  postsPosts: number
}

/**
 * What was drawn from one instant up to another where the project listens now. Of each place only what was drawn before
 * anything that is still open: a post that is met is so at once, and a missed one only hours later.
 */
export async function sumDrawn(
  tx: Tx,
  organizationId: string,
  { projectId, from, to }: { projectId: string; from: Date; to: Date },
): Promise<Drawn[]> {
  const { rows } = await sql<Drawn>`
    with draw as (
      select watch.platform, watch.source, one.drawn_at, count(one.met_at) as met, count(one.missed_at) as missed,
        count(*) as posts
      from watch_project own join watch on watch.id = own.watch_id
      cross join lateral (
        select min(drawn_at) as since from watch_draw
        where watch_id = own.watch_id and met_at is null and missed_at is null) open
      join watch_draw one on one.watch_id = own.watch_id
      where own.organization_id = ${organizationId} and own.project_id = ${projectId}
        and one.drawn_at >= greatest(own.since, ${from}) and one.drawn_at < least(open.since, ${to})
      group by watch.platform, watch.source, one.drawn_at)
    select platform, source, sum(met)::integer as met, sum(missed)::integer as missed, count(*)::integer as draws,
      sum(met * met)::float8 as "metMet", sum(met * posts)::float8 as "metPosts", sum(posts * posts)::float8 as "postsPosts"
    from draw group by platform, source order by platform, source`.execute(tx)
  return rows
}

export async function deleteDrawsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('watch_draw').where('drawn_at', '<', before).execute()
}
