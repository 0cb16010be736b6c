import { execFileSync, spawn } from 'node:child_process'
import { on } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from './node-flags.ts'
import { requirePostgresBinaries } from './postgres-binaries.ts'

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as one of these. */
const UNPRIVILEGED = ['postgres', 'nobody']
const START_MS = 60_000

export interface PostgresCluster {
  /** The folder of its unix socket, which is also how `pg` names the host. */
  socketDir: string
  /** Stops PostgreSQL as its administrator does, closing all connections, and keeps its data. */
  halt(): Promise<void>
  /** Starts it again. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a throwaway PostgreSQL on a unix socket; it ends and leaves nothing behind even when this process is killed.
 * Commits wait for the disk, as in production, only with `keepsWrites`.
 */
export async function startPostgresCluster({ keepsWrites = false } = {}): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-postgres-'))
  chmodSync(folder, 0o755)
  const bin = requirePostgresBinaries(folder)
  const user = findServerUser() ?? ['', '']
  const script = fileURLToPath(new URL('postgres-watchdog.ts', import.meta.url))
  const durability = keepsWrites ? 'keeps-writes' : 'loses-writes'
  const args = [...NODE_FLAGS, script, bin, folder, durability, ...user]
  // A separate process group keeps an interrupt at the terminal from it, so that it stops after its users.
  const watchdog = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const ended = new Promise<void>((end) => watchdog.on('exit', () => end()))
  const said: string[] = []
  watchdog.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  watchdog.stdout.on('data', () => resolve())
  watchdog.on('exit', () => reject(new Error(`PostgreSQL did not start: ${said.join('').slice(-2000)}`)))
  const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in ${START_MS} ms.`)), START_MS)
  const stop = async () => {
    watchdog.stdin.end()
    await ended
  }
  try {
    await ready
  } catch (error) {
    watchdog.stdin.end()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const tell = async (word: string, answer: string) => {
    watchdog.stdin.write(`${word}\n`)
    for await (const [said] of on(watchdog.stdout, 'data')) if (String(said).includes(answer)) return
  }
  return {
    socketDir: join(folder, 'data'),
    halt: () => tell('halt', 'halted'),
    resume: () => tell('resume', 'ready'),
    stop,
  }
}

/** The ids of the user and group that database servers run as where this process runs as root; undefined elsewhere. */
export function findServerUser(): [string, string] | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of UNPRIVILEGED) {
    try {
      return [id('-u', name), id('-g', name)]
    } catch {
      continue
    }
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')} to run it as.`)
}

function id(flag: string, name: string): string {
  return execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
