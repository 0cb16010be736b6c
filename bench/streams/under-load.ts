import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { Pool } from 'pg'
import { SIGNAL } from '../faults/asking-posts.ts'
import { environmentOf, fetchRowsBy, startParties, type FetchRows } from '../faults/fixture.ts'
import { openPerson, untilOver } from '../faults/person.ts'
import { createProgram } from '../faults/program.ts'
import { anyLead, type Seen } from '../faults/watch.ts'
import { startOwnPostgres } from '../list/own-postgres.ts'
import { startChild, type Child } from './child.ts'
import type { Answer } from './clients.ts'
import { growthOf } from './growth.ts'
import type { Weight } from './measured.ts'
import { startLoad, type Colleague, type Searcher } from './mixed-load.ts'
import { requireOpenFiles } from './open-files.ts'
import { seedListeners, type Listeners } from './seed-listeners.ts'

const PRODUCT = new URL('product.ts', import.meta.url)
const CLIENTS = new URL('clients.ts', import.meta.url)
const LEADS = { leads: 30_000, largest: 20_000 }
const COLLEAGUES = 8
const WARMING_MS = 60_000
/** So many times is memory measured, evenly over the time; in ten minutes, once a minute. */
const SAMPLES = 10
const GROWTH_MAX = 0.05

interface Wanted {
  streams: number
  busiest: number
  minutes: number
  /** Processes of the API, among which streams and calls are shared evenly. */
  processes: number
}

/**
 * Holds the event streams open while people read, change, search and have drafts written, for so many minutes after one to warm
 * up. Prints each process's memory after garbage collection and the answers by status. Fails where an answer is 5xx or missing,
 * a stream is lost, or memory of the second half grows by more than a twentieth.
 */
export async function keepUnderLoad(wanted: Wanted): Promise<void> {
  requireOpenFiles(wanted.streams)
  const ends: (() => Promise<unknown>)[] = []
  try {
    await keepOpen(wanted, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function keepOpen(
  { streams, busiest, minutes, processes }: Wanted,
  ends: (() => Promise<unknown>)[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-streams-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startOwnPostgres({ keepsWrites: true })
  ends.push(() => postgres.stop())
  const pool = new Pool({ connectionString: postgres.superuserUrl, max: 2 })
  ends.push(() => pool.end())
  const listeners = await seedListeners(pool, { streams, busiest, ...LEADS })
  const parties = await startParties()
  ends.push(() => parties.close())
  const environment = environmentOf({ parties, databaseUrl: postgres.ownerUrl, folder, port: 0 })
  const apis = Array.from({ length: processes }, () => startChild(PRODUCT, environment))
  for (const api of apis) ends.push(() => api.stop())
  const ports: number[] = []
  for (const api of apis) ports.push((await api.next<{ port: number }>()).port)
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const worker = createProgram('worker', () => environment)
  ends.push(() => worker.stop())
  await worker.start()
  const clients = startChild(CLIENTS)
  ends.push(() => clients.stop())

  const fetchRows = fetchRowsBy(pool)
  const searcher = await prepareSearcher({ url: urls[0] ?? '', receiver: parties.receiver }, fetchRows)
  await openStreams(clients, listeners, ports)
  const load = startLoad({ urls, colleagues: await colleaguesOf(listeners, fetchRows), searcher, fetchRows })
  await sleep(Math.min(WARMING_MS, minutes * 60_000))
  const samples = await watchMemory(apis, minutes * 60_000)
  await load.end()
  const { open } = await clients.ask<{ open: number }>({ say: 'count' })
  console.log(`${open} of ${streams} streams are open; ${Math.round(loadavg()[0] ?? NaN)} processes want a core.`)
  const failures = [
    ...(open < streams ? [`${streams - open} streams were lost`] : []),
    ...judgeAnswers(load.seen),
    ...judgeMemory(samples),
  ]
  for (const failure of failures) console.log(`Failed: ${failure}.`)
  if (failures.length > 0) process.exitCode = 1
}

/** Somebody whose first search has found leads. */
async function prepareSearcher(at: Parameters<typeof openPerson>[0], fetchRows: FetchRows): Promise<Searcher> {
  const person = await openPerson(at)
  const { client, projectId } = person
  const body = { intent_signal: SIGNAL, search_days: 30, search_budget: null }
  const { id: signalId } = await client.call(createIntentSignal, { params: { projectId }, body })
  const { search_id: id } = await client.call(runSearch, { params: { projectId, id: signalId } })
  await untilOver(fetchRows, id)
  return { person, signalId, leadId: await anyLead(fetchRows, person) }
}

/** Some of the largest project, whose streams then hear of what they do, and of a few others. */
async function colleaguesOf({ requests }: Listeners, fetchRows: FetchRows): Promise<Colleague[]> {
  const found: Colleague[] = []
  for (const request of requests.toReversed()) {
    if (found.some(({ projectId }) => projectId === request.projectId)) continue
    found.push({ ...request, leadId: await anyLead(fetchRows, request) })
    if (found.length === COLLEAGUES) break
  }
  return found
}

async function openStreams(clients: Child, { requests }: Listeners, ports: readonly number[]): Promise<void> {
  for (const [at, port] of ports.entries()) {
    const streams = requests.filter((_, number) => number % ports.length === at)
    await clients.ask<Answer>({ say: 'open', port, streams })
  }
}

/** The weight of each process, over and over. */
async function watchMemory(apis: readonly Child[], ms: number): Promise<Weight[][]> {
  const samples: Weight[][] = []
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    if (sample > 0) await sleep(ms / SAMPLES)
    const weights = await Promise.all(apis.map((api) => api.ask<Weight>({ say: 'weigh' })))
    samples.push(weights)
    const words = weights.map(({ rssMb, heapMb }) => `${rssMb.toFixed(0)} MB resident, ${heapMb.toFixed(1)} MB heap`)
    console.log(`after ${((sample * ms) / SAMPLES / 60_000).toFixed(1)} min: ${words.join('; ')}`)
  }
  return samples
}

function judgeAnswers(seen: readonly Seen[]): string[] {
  const kinds = [...new Set(seen.map(({ what }) => what))]
  for (const kind of kinds) {
    const calls = seen.filter(({ what }) => what === kind)
    const times = calls.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    const p95 = Math.round(times[Math.floor(times.length * 0.95)] ?? NaN)
    const counts = Map.groupBy(calls, ({ status }) => status)
    const statuses = [...counts].map(([status, some]) => `${status === 0 ? 'no answer' : status} ×${some.length}`)
    console.log(`${kind.padEnd(16)} ${statuses.join(', ')}; p95 ${p95} ms`)
  }
  const failed = seen.filter(({ status }) => status === 0 || status >= 400)
  return [...new Set(failed.map(({ what, status, detail }) => `${what} was answered ${status}: ${detail}`))]
}

function judgeMemory(samples: readonly Weight[][]): string[] {
  const half = samples.slice(Math.floor(samples.length / 2))
  const failures: string[] = []
  for (const at of (samples[0] ?? []).keys()) {
    for (const figure of ['rssMb', 'heapMb'] as const) {
      const growth = growthOf(half.map((weights) => weights[at]?.[figure] ?? NaN))
      console.log(`${figure} of process ${at + 1} in the second half: ${(growth * 100).toFixed(1)} %`)
      if (!(growth <= GROWTH_MAX))
        failures.push(`${figure} of process ${at + 1} grew by ${(growth * 100).toFixed(1)} %`)
    }
  }
  return failures
}
