import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { deleteListening } from './time-range-store.ts'
import { deleteUnwatched, lockWatch, selectWatchesOf, setWatches } from './watch-store.ts'

/** Long enough for the other side to get as far as it can. */
const AHEAD_MS = 300

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function project() {
  const org = await app.organization()
  const { id: projectId } = await org.project()
  return { organizationId: org.organizationId, projectId }
}

type Project = Awaited<ReturnType<typeof project>>

function named(source: string) {
  const name = { platform: 'feed', source, query: '', way: 'poll' as const, keyProjectId: null, apartMs: 0 }
  return { ...name, id: app.dependencies.newId() }
}

function listen(of: Project, sources: readonly string[], before?: (tx: Tx) => Promise<void>): Promise<void> {
  return app.db.transaction(monitoringScope(of.organizationId), async (tx) => {
    await setWatches(tx, of, sources.map(named), app.clock.now())
    await before?.(tx)
  })
}

function tidy(before?: (tx: Tx) => Promise<void>): Promise<void> {
  return app.db.transaction(monitoringScope(), async (tx) => {
    await deleteUnwatched(tx)
    await before?.(tx)
  })
}

/** A watch that nobody listens to, nor did. */
async function leaveWatch(source: string): Promise<void> {
  const of = await project()
  await listen(of, [source])
  await app.db.transaction(monitoringScope(of.organizationId), (tx) => deleteListening(tx, of))
}

async function heardBy(of: Project): Promise<string[]> {
  return app.db.transaction(monitoringScope(of.organizationId), async (tx) => {
    const watches = await selectWatchesOf(tx, of.organizationId, of.projectId)
    for (const { id } of watches) expect(await lockWatch(tx, id)).toBeDefined()
    return watches.map(({ source }) => source)
  })
}

const ahead = () => systemClock.sleep(AHEAD_MS)

test('a watch that gets a listener while unused ones are deleted stays', async () => {
  await leaveWatch('https://first.example')
  const listener = await project()
  const listening = listen(listener, ['https://first.example'], ahead)
  await systemClock.sleep(AHEAD_MS / 3)
  await Promise.all([listening, tidy()])
  expect(await heardBy(listener)).toEqual(['https://first.example'])
})

test('a watch that is deleted while it gets a listener is made again', async () => {
  await leaveWatch('https://second.example')
  const listener = await project()
  const deleting = tidy(ahead)
  await systemClock.sleep(AHEAD_MS / 3)
  await Promise.all([deleting, listen(listener, ['https://second.example'])])
  expect(await heardBy(listener)).toEqual(['https://second.example'])
})

test('a listener that comes and goes during tidying keeps what it asked for', async () => {
  const listeners = await Promise.all(Array.from({ length: 6 }, project))
  const sources = Array.from({ length: 8 }, (_, n) => `https://busy.example/${n}`)
  const rounds = Array.from({ length: 5 }, (_, round) => round)
  const leave = (of: Project) => app.db.transaction(monitoringScope(of.organizationId), (tx) => deleteListening(tx, of))
  await Promise.all([
    ...listeners.map(async (of) => {
      for (const round of rounds) {
        await listen(of, sources)
        if (round < rounds.length - 1) await leave(of)
      }
    }),
    ...rounds.map(() => tidy()),
  ])
  for (const of of listeners) expect((await heardBy(of)).toSorted()).toEqual(sources)
})

test('a watch that nobody listens to, nor did, is deleted', async () => {
  await leaveWatch('https://gone.example')
  await tidy()
  const { rows } = await app.db.transaction(monitoringScope(), (tx) =>
    sql`select from watch where source = 'https://gone.example'`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('a project may have thousands of queries', async () => {
  const of = await project()
  const sources = Array.from({ length: 5_000 }, (_, n) => `https://many.example/${n}`)
  await listen(of, sources)
  await listen(of, sources)
  const { rows } = await app.db.transaction(monitoringScope(of.organizationId), (tx) =>
    sql<{ count: number }>`
      select count(*)::int as count from watch_project where organization_id = ${of.organizationId}`.execute(tx),
  )
  expect(rows).toEqual([{ count: 5_000 }])
})
