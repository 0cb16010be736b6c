import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from '@leadlight/server/core/events/announce'
import type { Database } from '@leadlight/server/platform/database'
import { organizationScope } from '@leadlight/server/platform/scopes'
import type { Child } from './child.ts'
import type { Answer, StreamRequest, ReceivedEvent } from './clients.ts'
import type { Weight } from './measured.ts'
import type { Listeners } from './seed-listeners.ts'

/** This many are opened and closed first, which compiles what runs for every stream. */
const WARMING = 500
const FEW = 1_000
const TELLS = 10
const TELLS_APART_MS = 1_000
/** The opening and its consequences are over by then. */
const SETTLE_MS = 3_000

export interface Stage {
  clients: Child
  database: Database
  listeners: Listeners
  idleMs: number
}

/** One server's memory by number of streams, and its behaviour with all of them. */
export interface Measured {
  held: { streams: number; weight: Weight }[]
  /** The share of one core it used while nothing happened. */
  idleCore: number
  /** The database's transactions a second meanwhile. */
  idleTransactions: number
  /** How long it took to open all streams. */
  openedMs: number
  /** The time until the last stream of the crowded project had received each event, from before its transaction. */
  lastReceivedMs: number[]
  /** How many processes of the machine wanted a core. */
  machineLoad: number
}

/** Measures a server from no stream to all of them, and ends it. */
export async function measureServer(
  { clients, database, listeners, idleMs }: Stage,
  { server, emits }: { server: Child; emits: boolean },
): Promise<Measured> {
  try {
    const { port } = await server.next<{ port: number }>()
    const { requests } = listeners
    const open = (streams: readonly StreamRequest[]) => tellClients(clients, { say: 'open', port, streams })
    await open(requests.slice(0, WARMING))
    await tellClients(clients, { say: 'close' })
    const held = [{ streams: 0, weight: await weigh(server) }]
    const begun = performance.now()
    await open(requests.slice(0, FEW))
    const openedMs = performance.now() - begun
    held.push({ streams: FEW, weight: await weigh(server) })
    const begunRest = performance.now()
    await open(requests.slice(FEW))
    const openedRestMs = performance.now() - begunRest
    const atRest = await weigh(server)
    held.push({ streams: requests.length, weight: atRest })
    const idle = await watchIdle(server, database, idleMs)
    const lastReceivedMs = emits ? await timeTelling(clients, database, listeners) : []
    await tellClients(clients, { say: 'close' })
    return {
      held,
      ...idle,
      openedMs: openedMs + openedRestMs,
      lastReceivedMs,
      machineLoad: loadavg()[0] ?? NaN,
    }
  } finally {
    await server.stop()
  }
}

async function weigh(server: Child): Promise<Weight> {
  await sleep(SETTLE_MS)
  return server.ask<Weight>({ say: 'weigh' })
}

async function watchIdle(
  server: Child,
  { pool }: Database,
  ms: number,
): Promise<Pick<Measured, 'idleCore' | 'idleTransactions'>> {
  const transactions = async () => {
    const { rows } = await pool.query<{ done: number }>(
      'select xact_commit::float8 as done from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.done ?? NaN
  }
  const [before, done] = [await server.ask<Weight>({ say: 'weigh' }), await transactions()]
  const begun = performance.now()
  await sleep(ms)
  const elapsedMs = performance.now() - begun
  const { cpuMsBefore } = await server.ask<Weight>({ say: 'weigh' })
  return {
    idleCore: (cpuMsBefore - before.cpuMs) / elapsedMs,
    idleTransactions: ((await transactions()) - done) / (elapsedMs / 1000),
  }
}

async function timeTelling(clients: Child, { db }: Database, { busiest }: Listeners): Promise<number[]> {
  const took: number[] = []
  for (let number = 0; number < TELLS; number++) {
    await sleep(TELLS_APART_MS)
    const source = `told-${number}-`
    await tellClients(clients, { say: 'expect', text: source, ...busiest })
    const heard = clients.next<Answer>()
    const sentAt = performance.timeOrigin + performance.now()
    const told = db.transaction(organizationScope(busiest.organizationId), (tx) =>
      announce(tx, busiest.organizationId, {
        projectId: busiest.projectId,
        payload: { type: 'source', platform: 'feed', source, error: null },
        now: new Date(),
      }),
    )
    const [answer] = await Promise.all([heard, told])
    if ('receivedAt' in answer) took.push(Math.max(...answer.receivedAt) - sentAt)
  }
  return took
}

function tellClients(clients: Child, told: ReceivedEvent): Promise<Answer> {
  return clients.ask<Answer>(told)
}
