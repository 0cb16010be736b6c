import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface Poll {
  id: string
  watchId: string
  polledAt: Date
  from: Date
  to: Date
  seen: number
  gap: boolean
  error: string | null
  nextTryAt: Date | null
}

/** Saves a fetch; one that continues, as a stream does, is updated. */
export async function savePoll(tx: Tx, poll: Poll): Promise<void> {
  await tx
    .insertInto('watch_look')
    .values({
      id: poll.id,
      watch_id: poll.watchId,
      polled_at: poll.polledAt,
      window_from: poll.from,
      window_to: poll.to,
      seen: poll.seen,
      gap: poll.gap,
      error: poll.error,
      next_try_at: poll.nextTryAt,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        polled_at: eb.ref('excluded.polled_at'),
        window_to: eb.ref('excluded.window_to'),
        seen: eb.ref('excluded.seen'),
        gap: eb.ref('excluded.gap'),
      })),
    )
    .execute()
}

export interface ProjectPoll extends Poll {
  platform: string
  source: string
  query: string
  /** How many posts of the fetch were near enough to a signal of the project to be judged. */
  kept: number
  /** How many of them were dropped unjudged, as too many waited. */
  dropped: number
}

/** When the project listened to each watch. */
function listened(organizationId: string, projectId: string) {
  return sql`
    select watch_id, since as from_at, 'infinity'::timestamptz as until_at from watch_project
    where organization_id = ${organizationId} and project_id = ${projectId}
    union all select watch_id, from_at, until_at from watch_stretch
    where organization_id = ${organizationId} and project_id = ${projectId}`
}

/** When the project listened at each source in that time; one row for every query it sends there. */
export async function selectListened(
  tx: Tx,
  organizationId: string,
  { projectId, from, to }: { projectId: string; from: Date; to: Date },
): Promise<{ platform: string; source: string; from: Date; to: Date }[]> {
  const { rows } = await sql<{ platform: string; source: string; from: Date; to: Date }>`
    select watch.platform, watch.source, greatest(own.from_at, ${from}) as "from", least(own.until_at, ${to}) as "to"
    from (${listened(organizationId, projectId)}) own join watch on watch.id = own.watch_id
    where own.from_at < ${to} and own.until_at > ${from}
    order by watch.platform, watch.source, 3, 4`.execute(tx)
  return rows
}

/** The newest fetches from what the project listened to at the time, at most `limit`. */
export async function selectPolls(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; limit: number },
): Promise<ProjectPoll[]> {
  const { rows } = await sql<ProjectPoll>`
    select newest.*, arrived.kept, arrived.let_go as "dropped"
    from (
      select look.id, look.watch_id as "watchId", look.polled_at as "polledAt", look.window_from as "from",
        look.window_to as "to", look.seen, look.gap, look.error, look.next_try_at as "nextTryAt",
        watch.platform, watch.source, watch.query
      from (${listened(organizationId, request.projectId)}) own
      join watch on watch.id = own.watch_id
      cross join lateral (
        select * from watch_look where watch_look.watch_id = own.watch_id
          and watch_look.polled_at between own.from_at and own.until_at
        order by watch_look.polled_at desc, watch_look.id desc limit ${request.limit}) look
      order by look.polled_at desc, look.id desc limit ${request.limit}) newest
    cross join lateral (
      select count(*)::integer as kept, (count(*) filter (where state = 'dropped'))::integer as let_go
      from monitor_candidate candidate where candidate.organization_id = ${organizationId}
        and candidate.project_id = ${request.projectId} and candidate.look_id = newest.id) arrived
    order by newest."polledAt" desc, newest.id desc`.execute(tx)
  return rows
}

/** Opens a gap from `from` on, unless one is open. */
export async function openGap(
  tx: Tx,
  gap: { id: string; watchId: string; from: Date; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('watch_gap')
    .values({
      id: gap.id,
      watch_id: gap.watchId,
      from_at: gap.from,
      to_at: null,
      reason: gap.reason,
      noticed_at: gap.now,
      recovered: 0,
      lost: false,
    })
    .onConflict((conflict) => conflict.column('watch_id').where('to_at', 'is', null).doNothing())
    .execute()
}

/** Gives a watch's open gap a better known reason. */
export async function explainGap(tx: Tx, watchId: string, reason: string): Promise<void> {
  await tx.updateTable('watch_gap').set({ reason }).where('watch_id', '=', watchId).where('to_at', 'is', null).execute()
}

/**
 * Records that part of the gap was read, and perhaps part of that lost; the gap stays open. False where there is none.
 */
export async function narrowGap(tx: Tx, watchId: string, read: { recovered: number; lost: boolean }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('watch_gap')
    .set({ recovered: sql<number>`recovered + ${read.recovered}`, lost: sql<boolean>`lost or ${read.lost}` })
    .where('watch_id', '=', watchId)
    .where('to_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Closes the open gap of a watch, if it has one: its time has been read, or part of it is lost. */
export async function closeGap(
  tx: Tx,
  watchId: string,
  end: { at: Date; now: Date; recovered: number; lost: boolean },
): Promise<boolean> {
  if (!(await narrowGap(tx, watchId, end))) return false
  await tx
    .updateTable('watch_gap')
    .set({ to_at: end.at, backfilled_at: sql<Date | null>`case when not lost then ${end.now}::timestamptz end` })
    .where('watch_id', '=', watchId)
    .where('to_at', 'is', null)
    .execute()
  return true
}

/** Closes a stream's open gap and leaves its time to the polls of the same source. */
export async function handGapToPolls(tx: Tx, watchId: string, at: Date): Promise<void> {
  await tx
    .updateTable('watch_gap')
    .set({ to_at: at })
    .where('watch_id', '=', watchId)
    .where('to_at', 'is', null)
    .execute()
}

/**
 * Marks each gap a stream left to the polls as recovered, once all polls in use have read past it. The row locks make
 * polls that end at once wait, since neither would see the other's progress.
 */
export async function noteBackfilled(tx: Tx, platform: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select gap.id from watch_gap gap join watch stream on stream.id = gap.watch_id
    where stream.platform = ${platform} and stream.way = 'stream'
      and gap.to_at is not null and gap.backfilled_at is null and not gap.lost
    order by gap.id for update of gap`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update watch_gap gap set backfilled_at = ${now}
    from watch stream
    where stream.id = gap.watch_id and stream.platform = ${platform} and stream.way = 'stream'
      and gap.to_at is not null and gap.backfilled_at is null and not gap.lost and not exists (
        select from watch poll
        where poll.platform = stream.platform and poll.way = 'poll'
          and (stream.source = '' or poll.source = stream.source) and poll.read_to < gap.to_at
          and (stream.key_project_id is null or poll.key_project_id = stream.key_project_id)
          and exists (select from watch_project where watch_project.watch_id = poll.id))`.execute(tx)
}

/** Records a time span that the platform no longer lists. */
export async function noteLoss(
  tx: Tx,
  loss: { id: string; watchId: string; from: Date; to: Date; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('watch_gap')
    .values({
      id: loss.id,
      watch_id: loss.watchId,
      from_at: loss.from,
      to_at: loss.to,
      reason: loss.reason,
      noticed_at: loss.now,
      recovered: 0,
      lost: true,
    })
    .execute()
}

export interface Gap {
  platform: string
  source: string
  from: Date
  to: Date | null
  reason: string
  backfilledAt: Date | null
  recovered: number
  lost: boolean
}

/**
 * When the project was blind to something it listened to, newest first, at most `limit`, optionally between `from` and
 * `to`. A gap still open when the project stopped listening counts as lost.
 */
export async function selectGaps(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; limit: number; from?: Date; to?: Date },
): Promise<Gap[]> {
  const { from, to } = request
  const { rows } = await sql<Gap>`
    select watch.platform, watch.source, greatest(gap.from_at, own.from_at) as "from", gap.reason, gap.recovered,
      case when until_at < coalesce(gap.to_at, 'infinity') then until_at else gap.to_at end as "to",
      case when until_at >= coalesce(gap.to_at, 'infinity') then gap.backfilled_at end as "backfilledAt",
      gap.lost or until_at < coalesce(gap.to_at, 'infinity') as lost
    from (${listened(organizationId, request.projectId)}) own
    join watch on watch.id = own.watch_id join watch_gap gap on gap.watch_id = own.watch_id
    where coalesce(gap.to_at, 'infinity') > own.from_at and gap.from_at < own.until_at
      ${from ? sql`and least(coalesce(gap.to_at, 'infinity'), own.until_at) > ${from}` : sql``}
      ${to ? sql`and greatest(gap.from_at, own.from_at) < ${to}` : sql``}
    order by gap.from_at desc, gap.id desc limit ${request.limit}`.execute(tx)
  return rows
}

/** Deletes fetches and closed gaps older than `before`. */
export async function deletePollsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('watch_look').where('polled_at', '<', before).execute()
  await tx.deleteFrom('watch_gap').where('to_at', '<', before).execute()
}
