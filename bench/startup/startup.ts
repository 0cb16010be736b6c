import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@leadlight/testing/free-port'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUNS = 5
const AGAIN_MS_MAX = 6_000
const MEMORY_MB_MAX = 800
/** Until then it is at work. */
const IDLE_MS = 20_000

/** Starts the installed product on a fresh and then on a filled data folder, and measures both. */
export async function run(): Promise<void> {
  // Else it would be built beside the server, and counted as its memory.
  execFileSync(process.execPath, [join(ROOT, 'scripts/guide.mjs')], { stdio: 'inherit' })
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-startup-'))
  try {
    const firstMs = (await startOnce(dataDir)).ms
    const again: number[] = []
    let memoryMb = 0
    for (let i = 0; i < RUNS; i++) {
      const started = await startOnce(dataDir, i === RUNS - 1)
      again.push(started.ms)
      memoryMb = started.memoryMb
    }
    again.sort((a, b) => a - b)
    const medianMs = again[Math.floor(RUNS / 2)] ?? 0
    console.log('what                                        measured      limit     ratio')
    row('start on a new data folder, packages there', firstMs, 180_000, 'ms')
    row(`start again, median of ${RUNS}`, medianMs, AGAIN_MS_MAX, 'ms')
    row('memory when idle, model loaded', memoryMb, MEMORY_MB_MAX, 'MB')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function row(what: string, measured: number, limit: number, unit: string): void {
  const figures = [`${Math.round(measured)} ${unit}`.padStart(9), `${limit} ${unit}`.padStart(10)]
  console.log(`${what.padEnd(43)} ${figures.join(' ')} ${(measured / limit).toFixed(2).padStart(8)}`)
}

async function startOnce(dataDir: string, warm = false): Promise<{ ms: number; memoryMb: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], { cwd: ROOT, env, stdio: 'inherit' })
  try {
    await untilReady(port, child)
    const ms = performance.now() - startedMs
    if (warm) {
      await loadModel(port)
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    }
    return { ms, memoryMb: warm ? memoryOfGroup(child.pid ?? 0) : 0 }
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A preview judges posts, which loads the model. If nothing can be fetched, it still plans and embeds. */
async function loadModel(port: number): Promise<void> {
  const base = `http://127.0.0.1:${port}`
  const headers = { 'content-type': 'application/json' }
  const email = `startup-${process.pid}@example.com`
  const password = 'seven lamps of harbour light'
  await fetch(`${base}/auth/register`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  const form = new URLSearchParams({ username: email, password })
  const login = await fetch(`${base}/auth/jwt/login`, { method: 'POST', body: form })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const signedIn = { ...headers, authorization: `Bearer ${token}` }
  const post = (path: string, body: unknown) =>
    fetch(base + path, { method: 'POST', headers: signedIn, body: JSON.stringify(body) })
  await post('/api/v1/organization', { name: 'Startup' })
  const project = (await (await post('/api/v1/project', { name: 'Startup' })).json()) as { id: string }
  const body = { intent_signal: 'People asking which database to choose', search_days: 7 }
  await post(`/api/v1/intent_signals/${project.id}/preview`, body)
}

/** Resident memory of a process and its children, in MB, from Linux's /proc; 0 without it. */
function memoryOfGroup(pid: number): number {
  if (!existsSync(`/proc/${pid}/status`)) return 0
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return own + children.reduce((sum, child) => sum + memoryOfGroup(Number(child)), 0)
}
