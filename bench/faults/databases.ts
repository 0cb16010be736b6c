import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { listLeads } from '@leadlight/contract/leads'
import type { Fault, Finding } from './fault.ts'
import { enterSeeded } from './person.ts'
import { openPooler } from './pooler.ts'
import { searchThrough } from './searches.ts'
import type { Fixture } from './fixture.ts'
import { anyLead, recoveredMs, see, work, type Seen } from './watch.ts'

const HELD_MS = 25_000
const AT_ONCE = 150
const AFTERWARDS_MS = 3_000

/** What takes the database away in part: a pooler, a lock, all connections. */
export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'kill-pooler',
    does: 'kill -9 of PgBouncer in transaction mode in a search, started again after 2 s',
    boundMs: 10_000,
    run: killPooler,
  },
  {
    name: 'held-lock',
    does: `a lock on all leads, held for ${HELD_MS / 1000} s by somebody else`,
    boundMs: 5_000,
    run: holdLock,
  },
  {
    name: 'small-pool',
    does: `${AT_ONCE} lists at once for a pool of 2 connections`,
    boundMs: 5_000,
    run: exhaustPool,
  },
]

async function killPooler(fixture: Fixture): Promise<Finding> {
  const pooler = await openPooler(fixture)
  const programs = [fixture.api, ...fixture.workers]
  try {
    for (const program of programs) {
      await program.stop()
      await program.start({ variables: pooler.variables })
    }
    return await searchThrough(fixture, async () => {
      await pooler.kill()
      await sleep(2_000)
      await pooler.start()
      return performance.now()
    })
  } finally {
    for (const program of programs) await program.stop()
    await pooler.stop()
  }
}

async function holdLock(fixture: Fixture): Promise<Finding> {
  const colleague = await enterSeeded(fixture, fixture.small)
  const leadId = await anyLead(fixture.fetchRows, colleague)
  const atWork = work(fixture.url, colleague, leadId)
  await sleep(1_000)
  const holder = new Client({
    host: fixture.cluster.socketDir,
    user: 'postgres',
    database: new URL(fixture.databaseUrl).pathname.slice(1),
  })
  await holder.connect()
  await holder.query('begin; lock table lead in access exclusive mode')
  await sleep(HELD_MS)
  await holder.query('rollback')
  const sinceMs = performance.now()
  await holder.end()
  await sleep(AFTERWARDS_MS)
  const users = await atWork.end()
  return { ...users, recoveredMs: recoveredMs(users.seen, sinceMs) }
}

async function exhaustPool(fixture: Fixture): Promise<Finding> {
  const { api, url, largest } = fixture
  await api.stop()
  await api.start({ variables: { DATABASE_POOL_MAX: '2' } })
  try {
    const person = await enterSeeded(fixture, largest)
    const colleague = await enterSeeded(fixture, fixture.small)
    const atWork = work(url, colleague, await anyLead(fixture.fetchRows, colleague))
    const path = `${url}${listLeads.path.replace('{projectId}', person.projectId)}?limit=100&search_text=`
    const headers = { authorization: `Bearer ${person.token}` }
    const seen: Seen[] = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) =>
        see('search', (signal) => fetch(`${path}word${number}`, { headers, signal })),
      ),
    )
    const sinceMs = performance.now()
    await sleep(AFTERWARDS_MS)
    const users = await atWork.end()
    return { ...users, seen: [...users.seen, ...seen], recoveredMs: recoveredMs(users.seen, sinceMs) }
  } finally {
    await api.stop()
  }
}
