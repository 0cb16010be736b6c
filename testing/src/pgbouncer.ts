import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findServerUser, type PostgresCluster } from './postgres-cluster.ts'

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const START_MS = 60_000
/** Ends PgBouncer when its own input ends, which also happens when its parent is killed. */
const UNTIL_INPUT_ENDS = '"$0" "$1" & cat > /dev/null; kill $!'

export interface PgBouncer {
  /** The folder of its unix socket, used as the host in place of PostgreSQL's. */
  socketDir: string
  stop(): Promise<void>
}

interface Options {
  /** The role of all its connections to the cluster, whoever asks. */
  role: string
  /** How many connections to PostgreSQL all clients of a database share. */
  poolSize: number
}

/**
 * Starts a PgBouncer in transaction mode in front of a cluster. Its files lie in the cluster's folder and are deleted
 * with it. Throws, in one sentence, where there is no PgBouncer.
 */
export async function startPgBouncer(
  { socketDir }: Pick<PostgresCluster, 'socketDir'>,
  { role, poolSize }: Options,
): Promise<PgBouncer> {
  const program = PLACES.find((place) => existsSync(place))
  if (program === undefined) throw new Error('These tests need PgBouncer: install Debian\'s package "pgbouncer".')
  const folder = mkdtempSync(join(dirname(socketDir), 'pgbouncer-'))
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(configuration, settingsOf({ socketDir, folder, role, poolSize }), { mode: 0o644 })
  const user = findServerUser()?.map(Number)
  if (user) chownSync(folder, user[0] ?? 0, user[1] ?? 0)
  const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, program, configuration], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate process group keeps an interrupt at the terminal from it, so that it stops after its users.
    detached: true,
    ...(user && { uid: user[0], gid: user[1] }),
  })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const ended = new Promise<void>((end) => child.on('close', () => end()))
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-2000)
    if (said.includes('process up')) resolve()
    if (said.includes('FATAL')) reject(new Error(`PgBouncer did not start: ${said}`))
  })
  const timer = setTimeout(() => reject(new Error(`PgBouncer did not start in ${START_MS} ms: ${said}`)), START_MS)
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { socketDir: folder, stop }
}

function settingsOf({ socketDir, folder, role, poolSize }: Options & { socketDir: string; folder: string }): string {
  return `[databases]
* = host=${socketDir} user=${role}

[pgbouncer]
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
listen_port = 5432
pidfile = ${folder}/pgbouncer.pid
unix_socket_dir = ${folder}
auth_type = any
log_connections = 0
log_disconnections = 0
server_idle_timeout = 5
# A server that was away is asked again soon, where a test stops and starts it.
server_login_retry = 1
`
}
