import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startPgBouncer } from '@leadlight/testing/pgbouncer'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { Client } from 'pg'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const ROLES = ['api', 'worker', 'api', 'worker'] as const
const OWNER = 'leadlight_owner'
const LIMIT_MS = 10_000
/** How often a round also runs on PostgreSQL itself, to know what a start takes. */
const PEER_EVERY = 4
/** PgBouncer's own default. */
const POOL_SIZE = 20

const running = new Set<ChildProcess>()

interface Started {
  child: ChildProcess
  ms: number
  /** From the log line that it waits for another's migration until it served; 0 if it did not wait. */
  waitedMs: number
}

/**
 * Starts two APIs and two workers at once, on an empty database and again on the migrated one, round after round:
 * behind PgBouncer in transaction mode, and on PostgreSQL itself.
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string', default: '20' }, json: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const cluster = await startPostgresCluster()
  const pooler = await startPgBouncer(cluster, { role: OWNER, poolSize: POOL_SIZE })
  // Every started process ends with this one, however that ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
  const ways = { 'behind PgBouncer': pooler.socketDir, 'at PostgreSQL itself': cluster.socketDir }
  const measured = new Map<string, Started[]>()
  try {
    await asSuperuser(cluster.socketDir, `create role ${OWNER} login`)
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [index, [way, host]] of Object.entries(ways).entries()) {
        if (index > 0 && round % PEER_EVERY > 0) continue
        const name = `starts_${round}_${index}`
        await asSuperuser(cluster.socketDir, `create database ${name} owner ${OWNER}`)
        const url = `postgresql://${OWNER}@localhost/${name}?host=${encodeURIComponent(host)}`
        for (const state of ['empty', 'migrated']) {
          const what = `${state}, ${way}`
          measured.set(what, [...(measured.get(what) ?? []), ...(await startTogether(url))])
        }
      }
    }
  } finally {
    await pooler.stop()
    await cluster.stop()
  }
  await report(measured, values.json)
}

async function startTogether(databaseUrl: string): Promise<Started[]> {
  const all = await Promise.all(ROLES.map((role) => startOne(role, databaseUrl)))
  await Promise.all(all.map(({ child }) => stopOne(child)))
  return all
}

async function startOne(role: (typeof ROLES)[number], databaseUrl: string): Promise<Started> {
  const startedMs = performance.now()
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret of some length, for a bench',
    LOG_FORMAT: 'json',
  }
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, `--role=${role}`], {
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', JETSTREAM_URL: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  let waitsSinceMs: number | undefined
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('Another process is migrating the database')) waitsSinceMs ??= performance.now()
      if (/^(Leadlight is at|The worker runs)/m.test(said)) resolve()
    })
  }
  child.on('exit', () => reject(new Error(`The ${role} ended before it served: ${said}`)))
  await promise
  const nowMs = performance.now()
  return { child, ms: nowMs - startedMs, waitedMs: nowMs - (waitsSinceMs ?? nowMs) }
}

async function stopOne(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
  running.delete(child)
}

async function asSuperuser(host: string, statement: string): Promise<void> {
  const client = new Client({ host, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function report(measured: ReadonlyMap<string, Started[]>, json: string | undefined): Promise<void> {
  console.log('four at once on a database             starts    median       p95   longest  waited at most')
  const rows = [...measured].map(([what, all]) => {
    const ms = all.map((each) => each.ms).toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0)
    const waitedMs = Math.round(Math.max(...all.map((each) => each.waitedMs)))
    const row = {
      what,
      starts: ms.length,
      median_ms: at(0.5),
      p95_ms: at(0.95),
      longest_ms: at(1),
      waited_ms: waitedMs,
    }
    const figures = [row.median_ms, row.p95_ms, row.longest_ms].map((value) => `${value} ms`.padStart(10)).join('')
    console.log(`${what.padEnd(36)} ${String(row.starts).padStart(8)}${figures}${`${waitedMs} ms`.padStart(16)}`)
    return row
  })
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows, null, 2)}\n`)
  const [longestBehind, longestAt] = ['behind', 'at'].map((way) =>
    Math.max(...rows.filter(({ what }) => what.includes(`, ${way} `)).map((row) => row.longest_ms)),
  )
  const heldUpMs = (longestBehind ?? 0) - (longestAt ?? 0)
  console.log(
    `Held up by PgBouncer, longest against longest: ${heldUpMs} ms. Neither that nor a wait may pass ${LIMIT_MS} ms.`,
  )
  if (heldUpMs > LIMIT_MS || rows.some((row) => row.waited_ms > LIMIT_MS)) process.exitCode = 1
}
