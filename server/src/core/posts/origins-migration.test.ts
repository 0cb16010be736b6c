// Also on the embedded database: its data is migrated too.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '@leadlight/testing/test-database'
import type { ProjectIds } from '../../platform/actor.ts'
import { migrate } from '../../platform/migrate.ts'
import { archiveScope, organizationScope } from '../../platform/scopes.ts'

const database = await openTestDatabase()
const { db, pool } = database

/** The last version in which nothing said for whom a post was read. */
const BEFORE = 43

/** Stores a post as that version did. Returns its id. */
async function insertPost(platform: string, community = ''): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into post (id, platform, external_id, kind, url, body, community_external_id, posted_at, collected_at)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, 'post', '', '', $2, now(), now()) returning id`,
    [platform, community],
  )
  return rows[0]?.id ?? ''
}

interface Belongings {
  seen: readonly string[]
  waiting: readonly string[]
  leads: readonly string[]
  feed: string
  hashtag: string
}

/** An organization with a project that has met these posts, and listens to these sources. */
async function insertProject(own: Belongings): Promise<ProjectIds> {
  const [organizationId, projectId, signalId, searchId] = Array.from({ length: 4 }, () => crypto.randomUUID())
  if (organizationId === undefined || projectId === undefined) throw new Error('There are four ids.')
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${organizationId}, 'One', now())`.execute(tx)
    await sql`insert into project (id, organization_id, name, created_at, updated_at)
      values (${projectId}, ${organizationId}, 'One', now(), now())`.execute(tx)
    await sql`insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      values (${signalId}, ${organizationId}, ${projectId}, 'bakers', 30, now())`.execute(tx)
    await sql`insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state,
        search_days, price, until_at, created_at)
      values (${searchId}, ${organizationId}, ${projectId}, ${signalId}, 'bakers', 1, 'done', 30, 0, now(), now())`.execute(
      tx,
    )
    await sql`insert into search_candidate (organization_id, search_id, position, post_id, state)
      select ${organizationId}::uuid, ${searchId}::uuid, place, post_id, 'seen'
      from unnest(${own.seen}::uuid[]) with ordinality as each (post_id, place)`.execute(tx)
    await sql`insert into monitor_candidate (organization_id, project_id, intent_signal_id, post_id, state, rank, arrived_at)
      select ${organizationId}, ${projectId}, ${signalId}, post_id, 'judged', 1, now()
      from unnest(${own.waiting}::uuid[]) as each (post_id)`.execute(tx)
    await sql`insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, posted_at, collected_at)
      select gen_random_uuid(), ${organizationId}, ${projectId}, post_id, 'reddit', '', '', '', '[]', 70, '{}', now(), now()
      from unnest(${own.leads}::uuid[]) as each (post_id)`.execute(tx)
    await sql`insert into post_lead (post_id, organization_id, project_id)
      select post_id, ${organizationId}, ${projectId} from unnest(${own.leads}::uuid[]) as each (post_id)
      on conflict do nothing`.execute(tx)
    await sql`insert into feed (id, organization_id, project_id, url, title, created_at)
      values (gen_random_uuid(), ${organizationId}, ${projectId}, ${own.feed}, 'Feed', now())`.execute(tx)
    await sql`insert into project_source (id, organization_id, project_id, platform, external_id, name, display_name, created_at)
      values (gen_random_uuid(), ${organizationId}, ${projectId}, 'mastodon', ${own.hashtag}, 'Tag', 'Tag', now())`.execute(
      tx,
    )
  })
  return { organizationId, projectId }
}

test('stored posts are public where no key or address can have opened them, and else go to who met or hears them', async () => {
  await pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: BEFORE })
  const open = await Promise.all(['hacker_news', 'stack_exchange', 'dev', 'bluesky'].map((name) => insertPost(name)))
  const seen = await insertPost('github')
  const waiting = await insertPost('discourse', 'https://forum.example')
  const lead = await insertPost('reddit')
  const fed = await insertPost('feed', 'https://one.example/feed')
  const tagged = await insertPost('mastodon', 'https://two.example#tag')
  const unmet = await insertPost('youtube')
  const one = await insertProject({
    seen: [seen, open[0] ?? ''],
    waiting: [waiting],
    leads: [lead],
    feed: 'https://one.example/feed',
    hashtag: 'https://one.example#tag',
  })
  const other = await insertProject({
    seen: [seen],
    waiting: [],
    leads: [],
    feed: 'https://other.example/feed',
    hashtag: 'https://two.example#tag',
  })

  await migrate(database)
  const { rows } = await pool.query<{ id: string }>('select id from post where is_public')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(open.toSorted())
  const viewers = await db.read(
    archiveScope(),
    sql<{ post: string; project: string }>`select post_id as post, project_id as project from post_project`,
  )
  const expected = [
    ...[seen, waiting, lead, fed].map((post) => ({ post, project: one.projectId })),
    ...[seen, tagged].map((post) => ({ post, project: other.projectId })),
  ]
  const inOrder = (list: readonly { post: string; project: string }[]) =>
    list.map(({ post, project }) => `${post} ${project}`).toSorted()
  expect(inOrder(viewers)).toEqual(inOrder(expected))
  expect(viewers.some(({ post }) => post === unmet)).toBe(false)
  const stranger = organizationScope(crypto.randomUUID())
  expect(await db.read(stranger, sql`select post_id from post_project`)).toEqual([])
  expect(await database.checkReady()).toEqual({ ready: true })
})
