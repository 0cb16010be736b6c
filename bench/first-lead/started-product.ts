import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { delimiter } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@leadlight/testing/free-port'

const READY_MS_MAX = 400_000
const ASKED_EVERY_MS = 50

/** The two things that a first `npm start` does before it starts the server. */
const INSTALL = "import('./scripts/install.mjs').then(({ ensureInstalled }) => ensureInstalled())"
const BUILD = "import('./scripts/build-web.mjs').then(({ ensureWebBuilt }) => ensureWebBuilt())"

/** The version of the Node that this machine brings, which runs npm. */
export function nodeOfMachine(): string {
  return execFileSync('node', ['--version'], { env: machineEnvironment(), encoding: 'utf8' }).trim()
}

/** Copies the last commit of a repository to `folder`, without what its ignored files hold. */
export function cloneTo(folder: string, repository: string): void {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, folder], { stdio: 'inherit' })
}

/** Installs what `npm start` would, and resolves with the milliseconds it took. */
export const install = (folder: string): number => runTimed(folder, INSTALL)

/** Builds the web as `npm start` would, and resolves with the milliseconds it took. */
export const build = (folder: string): number => runTimed(folder, BUILD)

function runTimed(folder: string, program: string): number {
  const begunMs = performance.now()
  execFileSync('node', ['--eval', program], { cwd: folder, env: machineEnvironment(), stdio: 'inherit' })
  return performance.now() - begunMs
}

export interface StartedProduct {
  url: string
  startMs: number
  stop(): Promise<void>
}

interface Place {
  folder: string
  dataDir: string
  /** Variables that name the doubles. */
  doubles: Readonly<Record<string, string>>
}

/** Runs `npm start` and resolves once the product answers; throws when it ends before. */
export async function startProduct({ folder, dataDir, doubles }: Place): Promise<StartedProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const begunMs = performance.now()
  // A group of its own, because npm passes no signal on to the server.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...machineEnvironment(), ...doubles, ...own },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  try {
    await untilReady(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, startMs: performance.now() - begunMs, stop }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + READY_MS_MAX
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(ASKED_EVERY_MS)
  }
  throw new Error('The product was not ready in time')
}

/** What a shell of this machine has: npm adds its own variables, and programs of this checkout, for whatever it runs. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_|^INIT_CWD$/.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}
