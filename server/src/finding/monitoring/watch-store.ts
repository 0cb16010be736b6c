import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import { restartTimeRanges, endTimeRanges } from './time-range-store.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'watch.way': 'poll' | 'stream'
  }
}

/** What identifies a watch. An empty source is the whole platform, an empty query means every post. */
export interface WatchName {
  platform: string
  source: string
  query: string
  way: 'poll' | 'stream'
  /** The project whose own key is used; null for the installation's. */
  keyProjectId: string | null
}

export interface Window {
  from: Date
  to: Date
  cursor: string | null
  pages: number
  seen: number
  /** How many of them the watch had read before. */
  known: number
  pollId: string
}

export interface WatchRow extends WatchName {
  id: string
  /** Everything posted before this has been read. */
  readTo: Date
  /** The window being read, with its cursor; null between windows. */
  window: Window | null
  /** When the window was opened or last read a page. */
  progressAt: Date | null
  streamCursor: string | null
  failures: number
  error: string | null
  lastPolledAt: Date | null
  /** How many posts the last finished window held. */
  lastSeen: number
  nextPollAt: Date
}

export function watchFromRow(row: Row<'watch'>): WatchRow {
  const { window_from: from, window_to: to, look_id: pollId } = row
  return {
    id: row.id,
    platform: row.platform,
    source: row.source,
    query: row.query,
    way: row.way,
    keyProjectId: row.key_project_id,
    readTo: row.read_to,
    window:
      from && to && pollId
        ? {
            from,
            to,
            cursor: row.page_cursor,
            pages: row.pages,
            seen: row.window_seen,
            known: row.window_known,
            pollId,
          }
        : null,
    progressAt: row.progress_at,
    streamCursor: row.stream_cursor,
    failures: row.failures,
    error: row.error,
    lastPolledAt: row.last_polled_at,
    lastSeen: row.last_seen,
    nextPollAt: row.next_poll_at,
  }
}

/**
 * So many new watches of a platform are first polled at once, and each of the others `apartMs` after the one before.
 */
const POLLED_AT_ONCE = 50

export interface NewWatch extends WatchName {
  id: string
  apartMs: number
}

/** Sets exactly which watches the project listens to. Watches nobody listened to so far are made, and begin now. */
export async function setWatches(tx: Tx, project: ProjectIds, wanted: readonly NewWatch[], now: Date): Promise<void> {
  const ids = wanted.length === 0 ? [] : await ensureWatches(tx, wanted, now)
  await endTimeRanges(tx, { ...project, except: ids }, now)
  await sql`
    insert into watch_project (watch_id, organization_id, project_id, since)
    select id, ${project.organizationId}::uuid, ${project.projectId}::uuid, ${now}::timestamptz
    from unnest(${ids}::uuid[]) as listened (id)
    on conflict do nothing`.execute(tx)
}

/** Brings forward what failed with an earlier key of the project, now that it has another. */
export async function callWithNewKey(
  tx: Tx,
  { projectId, platform }: { projectId: string; platform: string },
  { setAt, now }: { setAt: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('watch')
    .set({ next_poll_at: now })
    .where('key_project_id', '=', projectId)
    .where('platform', '=', platform)
    .where('error', 'is not', null)
    .where('last_polled_at', '<', setAt)
    .where('next_poll_at', '>', now)
    .execute()
}

async function ensureWatches(tx: Tx, wanted: readonly NewWatch[], now: Date): Promise<string[]> {
  // Always added in one order, so that two projects with the same watches wait for each other instead of deadlocking.
  const ordered = wanted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const known = new Map((await selectNamed(tx, ordered)).map((watch) => [keyOf(watch), watch.id]))
  await restartTimeRanges(tx, [...known.values()], now)
  const missing = ordered.filter((watch) => !known.has(keyOf(watch)))
  const made = missing.length === 0 ? [] : await insertWatches(tx, missing, now)
  return [...known.values(), ...made]
}

/** The watches that exist already: most do, since sources are shared. */
async function selectNamed(tx: Tx, named: readonly WatchName[]): Promise<WatchRow[]> {
  const { rows } = await sql<Row<'watch'>>`
    select watch.* from watch join unnest(${named.map(({ platform }) => platform)}::text[],
      ${named.map(({ source }) => source)}::text[], ${named.map(({ query }) => query)}::text[],
      ${named.map(({ way }) => way)}::text[], ${named.map(({ keyProjectId }) => keyProjectId)}::uuid[])
      as named (platform, source, query, way, key_project_id)
      on watch.platform = named.platform and watch.source = named.source and watch.query = named.query
        and watch.way = named.way and watch.key_project_id is not distinct from named.key_project_id`.execute(tx)
  return rows.map(watchFromRow)
}

/**
 * Returns watches that another transaction has just made, too. One parameter per column, since a project may have
 * thousands of queries.
 */
async function insertWatches(tx: Tx, watches: readonly NewWatch[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into watch (id, platform, source, query, way, key_project_id, read_to, pages, window_seen, window_known, failures,
      last_seen, next_poll_at, created_at)
    select id, platform, source, query, way, key_project_id, ${now}::timestamptz, 0, 0, 0, 0, 0,
      ${now}::timestamptz + apart_ms * interval '1 millisecond'
        * greatest(0, row_number() over (partition by platform, way order by place) - ${POLLED_AT_ONCE}), ${now}::timestamptz
    from unnest(
      ${watches.map(({ id }) => id)}::uuid[], ${watches.map(({ platform }) => platform)}::text[],
      ${watches.map(({ source }) => source)}::text[], ${watches.map(({ query }) => query)}::text[],
      ${watches.map(({ way }) => way)}::text[], ${watches.map(({ keyProjectId }) => keyProjectId)}::uuid[],
      ${watches.map(({ apartMs }) => apartMs)}::integer[]
    ) with ordinality as wanted (id, platform, source, query, way, key_project_id, apart_ms, place)
    order by place
    on conflict (platform, source, query, way, key_project_id) do update set platform = excluded.platform
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

function keyOf(watch: WatchName): string {
  return JSON.stringify([watch.platform, watch.source, watch.query, watch.way, watch.keyProjectId])
}

/** Which watches every project, or each of these, listens to, and since when. */
export async function selectListening(
  tx: Tx,
  projectIds?: readonly string[],
): Promise<Map<string, ReadonlyMap<string, Date>>> {
  const rows = await tx
    .selectFrom('watch_project')
    .select(['watch_id', 'project_id', 'since'])
    .$if(projectIds !== undefined, (query) => query.where('project_id', 'in', projectIds ?? []))
    .execute()
  const listening = new Map<string, Map<string, Date>>()
  for (const row of rows) {
    const watches = listening.get(row.project_id) ?? new Map<string, Date>()
    listening.set(row.project_id, watches.set(row.watch_id, row.since))
  }
  return listening
}

/**
 * The first `limit` projects listening to a watch after a given one, in the order in which all writers go through them.
 */
export async function selectProjectsOf(
  tx: Tx,
  watchId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ProjectIds[]> {
  const rows = await tx
    .selectFrom('watch_project')
    .select(['organization_id', 'project_id'])
    .where('watch_id', '=', watchId)
    .$if(after !== undefined, (query) => query.where('project_id', '>', after ?? ''))
    .orderBy('project_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ organizationId: row.organization_id, projectId: row.project_id }))
}

/** The watches that are due and that somebody listens to, longest overdue first, at most `limit`. */
export async function selectDue(
  tx: Tx,
  due: { way: WatchRow['way']; now: Date; limit: number },
): Promise<Pick<WatchRow, 'id' | 'platform' | 'keyProjectId'>[]> {
  return tx
    .selectFrom('watch')
    .select(['id', 'platform', 'key_project_id as keyProjectId'])
    .where('way', '=', due.way)
    .where('next_poll_at', '<=', due.now)
    .where(sql<boolean>`exists (select from watch_project where watch_project.watch_id = watch.id)`)
    .orderBy('next_poll_at')
    .orderBy('id')
    .limit(due.limit)
    .execute()
}

/** A watch, locked until the transaction ends. */
export async function lockWatch(tx: Tx, id: string): Promise<WatchRow | undefined> {
  const row = await tx.selectFrom('watch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && watchFromRow(row)
}

export async function selectWatch(tx: Tx, id: string): Promise<WatchRow | undefined> {
  const row = await tx.selectFrom('watch').selectAll().where('id', '=', id).executeTakeFirst()
  return row && watchFromRow(row)
}

/** The watches that the project listens to, each with since when. */
export async function selectWatchesOf(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<(WatchRow & { since: Date })[]> {
  const rows = await tx
    .selectFrom('watch')
    .innerJoin('watch_project', 'watch_project.watch_id', 'watch.id')
    .selectAll('watch')
    .select('watch_project.since')
    .where('watch_project.organization_id', '=', organizationId)
    .where('watch_project.project_id', '=', projectId)
    .orderBy('watch.platform')
    .orderBy('watch.source')
    .orderBy('watch.id')
    .execute()
  return rows.map((row) => ({ ...watchFromRow(row), since: row.since }))
}

export type WatchChange = Partial<
  Pick<
    WatchRow,
    | 'readTo'
    | 'window'
    | 'progressAt'
    | 'streamCursor'
    | 'failures'
    | 'error'
    | 'lastPolledAt'
    | 'lastSeen'
    | 'nextPollAt'
  >
>

/** Updates a locked watch. */
export async function updateWatch(tx: Tx, watch: WatchRow, change: WatchChange): Promise<WatchRow> {
  const next = { ...watch, ...change }
  await tx
    .updateTable('watch')
    .set({
      read_to: next.readTo,
      window_from: next.window?.from ?? null,
      window_to: next.window?.to ?? null,
      page_cursor: next.window?.cursor ?? null,
      pages: next.window?.pages ?? 0,
      window_seen: next.window?.seen ?? 0,
      window_known: next.window?.known ?? 0,
      progress_at: next.progressAt,
      look_id: next.window?.pollId ?? null,
      stream_cursor: next.streamCursor,
      failures: next.failures,
      error: next.error,
      last_polled_at: next.lastPolledAt,
      last_seen: next.lastSeen,
      next_poll_at: next.nextPollAt,
    })
    .where('id', '=', watch.id)
    .execute()
  return next
}

/** Deletes the watches that no project listens to, nor did lately. */
export async function deleteUnwatched(tx: Tx): Promise<void> {
  // Locked first and checked again: a delete that has begun does not see a project that starts listening meanwhile.
  const { rows } = await sql<{ id: string }>`
    select id from watch where ${IS_UNWATCHED} for update skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from watch where id = any(${ids}::uuid[]) and ${IS_UNWATCHED}`.execute(tx)
}

const IS_UNWATCHED = sql`not exists (select from watch_project where watch_project.watch_id = watch.id)
  and not exists (select from watch_stretch where watch_stretch.watch_id = watch.id)`
