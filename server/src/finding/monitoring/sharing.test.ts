// Also on the embedded database: a journey of this slice.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monitoringScope } from '../../platform/scopes.ts'
import { mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { selectLoads } from './sharing-store.ts'
import { setWatches, type WatchName } from './watch-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/**
 * Has a project send these queries to a platform; where there are many, each new one starts a minute after the one
 * before.
 */
async function ask(site: LeadSite, platform: string, queries: readonly string[], named: Partial<WatchName> = {}) {
  const name = { platform, source: '', way: 'poll' as const, keyProjectId: null, ...named }
  const watches = queries.map((query) => ({ ...name, query, id: app.dependencies.newId(), apartMs: 60_000 }))
  await app.db.transaction(monitoringScope(site.organizationId), (tx) => setWatches(tx, site, watches, app.clock.now()))
}

async function watchesOf(
  platform: string,
): Promise<{ id: string; query: string; key: string | null; minutes: number }[]> {
  const { rows } = await app.db.transaction(monitoringScope(), (tx) =>
    sql<{ id: string; query: string; key: string | null; minutes: number }>`
      select id, query, key_project_id as key,
        (extract(epoch from next_poll_at - ${app.clock.now()}::timestamptz) / 60)::float8 as minutes
      from watch where platform = ${platform} order by next_poll_at, query`.execute(tx),
  )
  return rows
}

async function loadsOf(platform: string, query: string, keyProjectId: string | null = null) {
  const watch = (await watchesOf(platform)).find((one) => one.query === query && one.key === keyProjectId)
  return app.db.transaction(monitoringScope(), (tx) => selectLoads(tx, { id: watch!.id, platform, keyProjectId }))
}

test('a query shared by several projects counts in parts, and one under a project’s own key counts by itself', async () => {
  const [one, two, three] = [await mintLeadSite(app), await mintLeadSite(app), await mintLeadSite(app)]
  await ask(one, 'shared', ['all'])
  await ask(two, 'shared', ['all', 'more'])
  await ask(three, 'shared', ['mine'], { keyProjectId: three.projectId })
  expect(await loadsOf('shared', 'all')).toEqual([
    { watches: 0.5, projects: 1, listening: 1 },
    { watches: 1.5, projects: 1, listening: 1 },
  ])
  expect(await loadsOf('shared', 'more')).toEqual([
    { watches: 0.5, projects: 1, listening: 0 },
    { watches: 1.5, projects: 1, listening: 1 },
  ])
  expect(await loadsOf('shared', 'mine', three.projectId)).toEqual([{ watches: 1, projects: 1, listening: 1 }])
})

test('many new queries of one project are not all polled before those of others', async () => {
  const [many, few] = [await mintLeadSite(app), await mintLeadSite(app)]
  await ask(
    many,
    'crowded',
    Array.from({ length: 55 }, (_, number) => `many ${String(number).padStart(2, '0')}`),
  )
  await app.clock.advance(1)
  await ask(few, 'crowded', ['few'])
  const due = (await watchesOf('crowded')).filter(({ minutes }) => minutes <= 0)
  expect(due).toHaveLength(51)
  expect(due.at(-1)?.query).toBe('few')
  expect((await watchesOf('crowded')).slice(51).map(({ minutes }) => Math.round(minutes))).toEqual([1, 2, 3, 4, 5])
})
