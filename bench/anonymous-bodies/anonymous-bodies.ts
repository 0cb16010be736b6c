import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serve } from '../list/served.ts'
import { startChild, type Child } from '../streams/child.ts'
import { askHealthDuring, type Waits } from './ask-health.ts'
import type { Volley, VolleyEnd } from './attack.ts'
import type { Kind } from './bodies.ts'

const ATTACK = new URL('attack.ts', import.meta.url)
const P99_MS_MAX = 100
const AT_ONCE = 15
const QUIET_MS = 2_000
const CLOCK_TICK_MS = 10
const PASSWORD = 'a lantern on the harbour wall'

/** Just below a former limit, for any call, and just below today's: for anybody, a third party and a user. */
const LARGE = 900_000
const SMALL = 15_000
const MIDDLE = 240_000

interface Attack {
  path: string
  kind: Kind
  bytes: number
  isChunked?: boolean
  from: 'one client' | 'many clients' | 'somebody signed in'
}

const JSON_KINDS = ['keys', 'items', 'levels', 'levels left open', 'one text', 'ids that are none'] as const
const anybody = { path: '/auth/register', from: 'many clients' } as const
const user = { path: '/api/v1/organization', from: 'somebody signed in' } as const

const ATTACKS: readonly Attack[] = [
  ...JSON_KINDS.map((kind) => ({ ...anybody, kind, bytes: LARGE })),
  { ...anybody, kind: 'keys', bytes: LARGE, isChunked: true },
  { ...anybody, kind: 'keys', bytes: LARGE, from: 'one client' },
  { ...anybody, kind: 'keys', bytes: SMALL },
  { ...anybody, path: '/auth/jwt/login', kind: 'fields', bytes: LARGE },
  { ...anybody, path: '/auth/jwt/login', kind: 'fields', bytes: SMALL },
  { ...anybody, path: '/api/v1/billing/stripe/events', kind: 'keys', bytes: LARGE },
  { ...anybody, path: '/api/v1/billing/stripe/events', kind: 'keys', bytes: MIDDLE },
  { ...anybody, path: '/api/v1/slack/interactions', kind: 'fields', bytes: LARGE },
  { ...anybody, path: '/api/v1/slack/interactions', kind: 'fields', bytes: MIDDLE },
  { ...anybody, path: '/api/v1/project', kind: 'keys', bytes: LARGE },
  { ...anybody, path: '/mcp', kind: 'keys', bytes: LARGE },
  { ...user, kind: 'keys', bytes: LARGE },
  ...JSON_KINDS.map((kind) => ({ ...user, kind, bytes: MIDDLE })),
  { ...user, kind: 'keys', bytes: MIDDLE, isChunked: true },
]

/**
 * Times `/healthz` while nothing happens, and while bodies of 0.9 MB are sent, fifteen at once, to one process of the
 * product. Fails if the 99th percentile is above 100 ms.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { volleys: { type: 'string', default: '10' }, json: { type: 'string' } },
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-bodies-'))
  const served = await serve({ DATA_DIR: dataDir, DATABASE_URL: '', TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' })
  const attackers = startChild(ATTACK)
  try {
    const port = Number(new URL(served.url).port)
    const token = await signUp(served.url)
    const stage = { attackers, port, pid: served.pid, token, volleys: Number(values.volleys) }
    const rows = [await measureQuiet(port)]
    for (const attack of ATTACKS) rows.push(await measure(stage, attack))
    rows.push(await measureQuiet(port))
    for (const row of rows) print(row)
    const machineLoad = loadavg()[0] ?? Number.NaN
    if (values.json !== undefined) {
      await writeFile(values.json, `${JSON.stringify({ p99MsMax: P99_MS_MAX, machineLoad, rows }, null, 2)}\n`)
    }
    if (rows.every(({ p99 }) => p99 <= P99_MS_MAX)) return
    process.exitCode = 1
    const isBusy = rows.some(({ bodies, p99 }) => bodies === 0 && p99 > P99_MS_MAX)
    if (isBusy) console.error('The machine is too busy to measure on: it takes as long while nothing happens.')
  } finally {
    await attackers.stop()
    await served.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Row extends Waits {
  what: string
  from: string
  bodies: number
  /** The server's processor time per body, including that of `/healthz`. */
  bodyMs: number
  /** How many got which status. */
  answers: string
}

async function measureQuiet(port: number): Promise<Row> {
  const waits = await askHealthDuring(port, sleep(QUIET_MS))
  return { what: 'nothing', from: '', ...waits, bodies: 0, bodyMs: 0, answers: '' }
}

interface Stage {
  attackers: Child
  port: number
  pid: number
  token: string
  volleys: number
}

async function measure({ attackers, port, pid, token, volleys }: Stage, attack: Attack): Promise<Row> {
  const { path, kind, bytes, isChunked = false, from } = attack
  const answers: Record<string, number> = {}
  const before = await processorMs(pid)
  const waits = await askHealthDuring(port, shoot())
  const bodies = volleys * AT_ONCE
  const bodyMs = Math.round(((await processorMs(pid)) - before) / bodies)
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  const what = `${bytes / 1000} KB of ${kind}${isChunked ? ', chunked,' : ''} to ${path}`
  return { what, from, ...waits, bodies, bodyMs, answers: told.join(', ') }

  async function shoot(): Promise<void> {
    for (let number = 0; number < volleys; number++) {
      const volley: Volley = {
        port,
        path,
        kind,
        bytes,
        isChunked,
        count: AT_ONCE,
        isFromMany: from === 'many clients',
        number,
        ...(from === 'somebody signed in' && { token }),
      }
      const { answers: more } = await attackers.ask<VolleyEnd>(volley)
      for (const [status, count] of Object.entries(more)) answers[status] = (answers[status] ?? 0) + count
    }
  }
}

/** The processor time of a process so far, from Linux's /proc. */
async function processorMs(pid: number): Promise<number> {
  const [, after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number)
  return (user + system) * CLOCK_TICK_MS
}

async function signUp(url: string): Promise<string> {
  const email = 'somebody@example.com'
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: PASSWORD })
  await fetch(`${url}/auth/register`, { method: 'POST', headers, body })
  const form = new URLSearchParams({ username: email, password: PASSWORD })
  const response = await fetch(`${url}/auth/jwt/login`, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}

function print({ what, from, p50, p99, max, bodyMs, answers }: Row): void {
  const waits = [p50, p99, max].map((ms) => ms.toFixed(1).padStart(9)).join('')
  console.log(`${what.padEnd(60)}${from.padEnd(19)}${waits} ms  ${String(bodyMs).padStart(4)} ms a body  ${answers}`)
}
