import { listLeads } from '@leadlight/contract/leads'
import { disableMonitoring, listIntentSignals, updateIntentSignal } from '@leadlight/contract/signals'
import { listCoverage, listGaps, listSources } from '@leadlight/contract/sources'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { startBlueskyDouble } from '@leadlight/testing/doubles/bluesky-double'
import { loseWorkerOf } from '@leadlight/testing/lose-worker'
import { MONITORED, startMonitored } from '@leadlight/testing/monitoring-fixture'
import { otherPost, startStreamFixture, wantedPost, type StreamFixture } from '@leadlight/testing/stream-fixture'
import { until } from '@leadlight/testing/until'

let fixture: StreamFixture
afterEach(() => fixture.close())

const key = (number: number) => `w${number}`
const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => key(from + index))

function say(...numbers: number[]): void {
  for (const number of numbers) {
    fixture.jetstream.sendPost(`o${number}`, otherPost(number))
    fixture.jetstream.sendPost(key(number), wantedPost(number))
  }
}

async function listening() {
  const org = await fixture.app.organization()
  const { projectId, signalId } = await startMonitored(org)
  await untilListening(org.organizationId, projectId)
  await fixture.untilListening()
  return { org, projectId, params: { projectId }, signalId }
}

/** Where others listen already, the connection does not show this project. */
async function untilListening(organizationId: string, projectId: string): Promise<void> {
  const listening = sql`select from watch_project where project_id = ${projectId}`
  await until(async () => (await fixture.app.db.read(organizationScope(organizationId), listening)).length > 0)
}

test('posts in a stream become leads, and only wanted posts are stored', async () => {
  fixture = await startStreamFixture()
  const { org, projectId, params } = await listening()
  say(0, 1, 2)
  await fixture.untilLeads(org, projectId, keys(0, 3))
  const { rows } = await fixture.app.database.pool.query(
    `select count(*)::int as n from post where platform = 'bluesky'`,
  )
  expect(rows).toEqual([{ n: 3 }])
  const looks = await until(async () => {
    const found = await org.call(listCoverage, { params })
    return found[0]?.seen === 6 && found
  })
  expect(looks).toEqual([expect.objectContaining({ platform: 'bluesky', kept: 3, gap: false, error: null })])
  const bluesky = (await org.call(listSources, { params })).find(({ platform }) => platform === 'bluesky')
  expect(bluesky).toMatchObject({ platform: 'bluesky', health: 'working', last_seen: 6 })
})

test('one connection serves all who listen, and ends when nobody does', async () => {
  fixture = await startStreamFixture()
  const first = await listening()
  const second = await listening()
  say(0)
  for (const { org, projectId } of [first, second]) await fixture.untilLeads(org, projectId, [key(0)])
  expect(fixture.jetstream.questions).toHaveLength(1)
  for (const { org, params, signalId } of [first, second]) {
    await org.call(disableMonitoring, { params: { ...params, id: signalId } })
  }
  await fixture.untilListening(0)
})

test('a reset connection shows as a gap and reconnects: no post is lost, and none comes twice', async () => {
  fixture = await startStreamFixture({ environment: PRICED })
  const listener = await listening()
  const { org, projectId, params } = listener
  say(0)
  await fixture.untilLeads(org, projectId, [key(0)])
  fixture.jetstream.cut()
  await fixture.untilListening(0)
  say(1, 2)
  const [open] = await until(async () => {
    const gaps = await org.call(listGaps, { params })
    return gaps.length > 0 && gaps
  })
  expect(open).toMatchObject({ platform: 'bluesky', to: null, reason: 'Bluesky ended its stream; we listen again.' })
  await fixture.untilListening()
  fixture.jetstream.passUs(60_000_000)
  say(3)
  await fixture.untilLeads(org, projectId, keys(0, 4))
  const gap = await until(async () => {
    const [found] = await org.call(listGaps, { params })
    return found?.backfilled_at != null && found
  })
  // The last two were posted a minute after the others, so the gap may end between them.
  expect(gap.lost).toBe(false)
  expect([5, 6]).toContain(gap.recovered)
  await expectSpent(listener, 4)
})

/** Each post costs a credit, so that judging one twice shows. */
const PRICED = { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' }

async function expectSpent({ org, params }: Awaited<ReturnType<typeof listening>>, credits: number): Promise<void> {
  const [signal] = await org.call(listIntentSignals, { params })
  expect(signal?.monitoring).toMatchObject({ spent_this_month: credits, waiting: 0 })
}

test.each(['stream read', 'stream kept', 'monitor read'])(
  'posts in flight when a worker dies (%s) reach another worker',
  async (point) => {
    let [isArmed, hasArrived] = [false, false]
    const gate = Promise.withResolvers<void>()
    async function checkpoint(name: string): Promise<void> {
      if (!isArmed || name !== point) return
      isArmed = false
      hasArrived = true
      await gate.promise
    }
    fixture = await startStreamFixture({ checkpoint, environment: PRICED })
    const listener = await listening()
    const { org, projectId } = listener
    say(0)
    await fixture.untilLeads(org, projectId, [key(0)])
    isArmed = true
    say(1, 2)
    await until(() => hasArrived)
    await fixture.startWorker(() => Promise.resolve())
    say(3)
    await loseWorkerOf(fixture.app.database, 'monitoring.listen-watch')
    await fixture.untilLeads(org, projectId, keys(0, 4))
    gate.resolve()
    say(4)
    await fixture.untilLeads(org, projectId, keys(0, 5))
    await fixture.untilListening(1)
    await expectSpent(listener, 5)
  },
)

test('a worker that dies before its first write leaves the next to start where it began', async () => {
  const [gate, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function checkpoint(name: string): Promise<void> {
    if (name !== 'stream read') return
    arrived.resolve()
    await gate.promise
  }
  fixture = await startStreamFixture({ checkpoint, environment: PRICED, isTimed: true })
  const listener = await listening()
  say(0, 1)
  await arrived.promise
  await fixture.startWorker(() => Promise.resolve())
  await loseWorkerOf(fixture.app.database, 'monitoring.listen-watch')
  await fixture.untilLeads(listener.org, listener.projectId, keys(0, 2))
  gate.resolve()
  await expectSpent(listener, 2)
})

test('when monitored signals change faster than posts are matched, a gap says so and the posts are read again', async () => {
  let changesLeft = 0
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(changesLeft > 0 ? Math.min(ms, 5) : ms, signal),
  }
  async function checkpoint(name: string): Promise<void> {
    if (name !== 'stream matched' || changesLeft === 0) return
    changesLeft -= 1
    await fixture.app.database.pool.query('update monitoring_state set version = version + 1')
  }
  fixture = await startStreamFixture({ checkpoint, clock, environment: PRICED })
  const listener = await listening()
  const { org, projectId, params } = listener
  say(0)
  await fixture.untilLeads(org, projectId, [key(0)])
  changesLeft = 8
  say(1, 2)
  const [gap] = await until(async () => {
    const gaps = await org.call(listGaps, { params })
    return gaps.length > 0 && gaps
  })
  const reason = 'What is listened for kept changing while posts were being matched.'
  expect(gap).toMatchObject({ platform: 'bluesky', reason, lost: false })
  await fixture.untilLeads(org, projectId, keys(0, 3))
  await expectSpent(listener, 3)
  const sources = await org.call(listSources, { params })
  expect(sources.find(({ platform }) => platform === 'bluesky')).toMatchObject({ health: 'working', error: null })
})

test('a post that matches a signal’s "not interested" becomes no lead in a stream either', async () => {
  fixture = await startStreamFixture()
  const { org, projectId, signalId } = await listening()
  const brief = { intent_signal: MONITORED, not_interested: 'carpenter', do_reanalyze: false }
  await org.call(updateIntentSignal, { params: { projectId, id: signalId }, body: brief })
  say(0)
  expect(wantedPost(3)).toContain('carpenter')
  say(3, 4)
  await fixture.untilLeads(org, projectId, [key(0), key(4)])
  await until(async () => {
    const [signal] = await org.call(listIntentSignals, { params: { projectId } })
    return signal?.monitoring.waiting === 0
  })
  await fixture.untilLeads(org, projectId, [key(0), key(4)])
})

test('a worker that is stopping hands the stream over at once', async () => {
  fixture = await startStreamFixture({ environment: PRICED })
  const listener = await listening()
  const { org, projectId } = listener
  say(0)
  await fixture.untilLeads(org, projectId, [key(0)])
  const next = await fixture.startWorker()
  say(1)
  const from = Date.now()
  await fixture.app.dependencies.jobs.stop(150_000)
  expect(Date.now() - from).toBeLessThan(60_000)
  say(2)
  await fixture.untilLeads(org, projectId, keys(0, 3))
  await expectSpent(listener, 3)
  await next.stop(0)
})

test('a post deleted at its source is erased here, and a deleted author’s posts too', async () => {
  fixture = await startStreamFixture()
  const { org, projectId } = await listening()
  say(0, 1)
  fixture.jetstream.sendPost('gone', wantedPost(2), 'did:plc:leaving')
  fixture.jetstream.sendPost('never', wantedPost(3))
  fixture.jetstream.sendDeletion('never')
  await fixture.untilLeads(org, projectId, ['gone', key(0), key(1)])
  fixture.jetstream.sendDeletion(key(0))
  fixture.jetstream.sendAccount('did:plc:leaving', { active: false, status: 'deleted' })
  const { pool } = fixture.app.database
  const left = async () => (await pool.query<{ body: string }>(`select body from post where body <> ''`)).rows
  await until(async () => (await left()).length === 1)
  expect(await left()).toEqual([{ body: wantedPost(1) }])
})

test('a stream that falls silent is closed and reopened', async () => {
  fixture = await startStreamFixture()
  const { org, projectId, params } = await listening()
  say(0)
  await fixture.untilLeads(org, projectId, [key(0)])
  await fixture.app.clock.advance(61_000)
  await until(async () => {
    const sources = await org.call(listSources, { params })
    return sources.some(({ platform, health }) => platform === 'bluesky' && health === 'failing')
  })
  await fixture.untilListening()
  say(1)
  await fixture.untilLeads(org, projectId, keys(0, 2))
  const sources = await org.call(listSources, { params })
  expect(sources.find(({ platform }) => platform === 'bluesky')).toMatchObject({ health: 'working', error: null })
})

test('posts the stream no longer holds count as lost where the platform cannot be searched', async () => {
  fixture = await startStreamFixture()
  const { org, projectId, params } = await listening()
  say(0)
  await fixture.untilLeads(org, projectId, [key(0)])
  await forgetWhileAway()
  say(1)
  await fixture.untilLeads(org, projectId, keys(0, 2))
  const lost = await until(async () => (await org.call(listGaps, { params })).find((gap) => gap.lost))
  expect(lost.to).not.toBeNull()
  expect(lost.reason).toBe(
    'The stream no longer held what was said since we last listened, and here it cannot be searched for.',
  )
})

/** The connection breaks, and eleven minutes later the stream holds nothing from before and restarts. */
async function forgetWhileAway(): Promise<void> {
  const { jetstream } = fixture
  jetstream.cut()
  jetstream.clear()
  jetstream.passUs(660_000_000)
  jetstream.sendPost('later', otherPost(0))
  await until(() => jetstream.questions.at(-1)?.searchParams.has('cursor'))
  await until(() => jetstream.questions.at(-1)?.searchParams.has('cursor') === false)
  await fixture.untilListening()
}

test('posts the stream no longer holds are searched for where the platform can be', async () => {
  const missed = {
    ...corpusPost(7, { at: new Date(Date.now() - 1_000), words: wantedPost(7) }),
    platform: 'bluesky',
    title: null,
  }
  const search = await startBlueskyDouble({ posts: [missed] })
  fixture = await startStreamFixture({ search })
  const { org, params } = await listening()
  say(0)
  await until(async () => (await fixture.app.database.pool.query('select from post')).rowCount === 2)
  await forgetWhileAway()
  say(1)
  const gap = await until(async () => {
    const gaps = await org.call(listGaps, { params })
    return gaps.find(({ backfilled_at: at, to }) => at !== null && to !== null)
  })
  expect(gap.lost).toBe(false)
  await until(async () => (await org.call(listLeads, { params })).total === 3)
  await search.close()
})

test('a flood delays no request for long, and every wanted post gets through', async () => {
  fixture = await startStreamFixture()
  const { org, projectId, params } = await listening()
  for (let number = 0; number < 4_000; number++) {
    fixture.jetstream.sendPost(`o${number}`, otherPost(number))
    if (number % 200 === 0) fixture.jetstream.sendPost(key(number / 200), wantedPost(number / 200))
  }
  const begun = performance.now()
  let slowestMs = 0
  const found = fixture.untilLeads(org, projectId, keys(0, 20), 90_000)
  const isOver = found.then(() => true)
  do {
    const asked = performance.now()
    await org.call(listSources, { params })
    slowestMs = Math.max(slowestMs, performance.now() - asked)
  } while (!(await Promise.race([isOver, setTimeout(200, false)])))
  expect(slowestMs).toBeLessThan(30_000)
  process.stdout.write(
    `4000 posts at once: all leads after ${Math.round(performance.now() - begun)} ms, slowest answer meanwhile ${Math.round(slowestMs)} ms\n`,
  )
})

test('a streamed post becomes a lead within seconds', async () => {
  fixture = await startStreamFixture()
  const { org, projectId } = await listening()
  const tookMs: number[] = []
  for (let number = 0; number < 8; number++) {
    const told = performance.now()
    fixture.jetstream.sendPost(key(number), wantedPost(number))
    await fixture.untilLeads(org, projectId, keys(0, number + 1))
    tookMs.push(Math.round(performance.now() - told))
  }
  expect(Math.min(...tookMs)).toBeLessThan(5_000)
  process.stdout.write(`from the stream to a lead: ${tookMs.join(', ')} ms\n`)
})
