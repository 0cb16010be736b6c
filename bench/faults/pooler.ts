import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startPgBouncer } from '@leadlight/testing/pgbouncer'
import type { PostgresCluster } from '@leadlight/testing/postgres-cluster'
import { TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'

const POOLER_SIZE = 10

/** A PgBouncer in transaction mode in front of the installation's PostgreSQL, which can die. */
export interface Pooler {
  /** What a process asks through it with; the same after each start. */
  variables: Record<string, string>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Starts another in its place. */
  start(): Promise<void>
  stop(): Promise<void>
}

export async function openPooler({
  cluster,
  databaseUrl,
}: {
  cluster: PostgresCluster
  databaseUrl: string
}): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-entry-'))
  // A pooler that starts anew has another folder; the processes always ask at this one.
  const entry = join(folder, 'entry')
  const open = async () => {
    const pooler = await startPgBouncer(cluster, { role: TEST_ROLE, poolSize: POOLER_SIZE })
    await rm(entry, { force: true })
    await symlink(pooler.socketDir, entry)
    return pooler
  }
  let pooler = await open()
  const name = new URL(databaseUrl).pathname.slice(1)
  return {
    variables: { DATABASE_URL: testDatabaseUrl(entry, name), DATABASE_DIRECT_URL: databaseUrl },
    async kill() {
      process.kill(Number(await readFile(join(pooler.socketDir, 'pgbouncer.pid'), 'utf8')), 'SIGKILL')
    },
    async start() {
      const dead = pooler
      pooler = await open()
      await dead.stop()
    },
    async stop() {
      await pooler.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
