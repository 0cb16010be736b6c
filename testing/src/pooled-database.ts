import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { startPgBouncer } from './pgbouncer.ts'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from './test-database-setup.ts'
import { createTestDatabase } from './test-database.ts'

export interface PooledDatabase extends DatabaseOptions {
  databaseUrl: string
  /** PostgreSQL's own address, past the pooler. */
  ownUrl: string
}

export interface Pooler {
  /** A migrated database of its own, reached through the pooler. */
  migrated(): Promise<PooledDatabase>
  /** A database without any schema. */
  empty(): Promise<PooledDatabase>
}

/** A pooler in front of the run's PostgreSQL, for the test file that calls this at its top level. */
export async function openPooler({ poolSize }: { poolSize: number }): Promise<Pooler> {
  const origin = inject('databaseOrigin')
  if (origin.kind !== 'postgres') throw new Error('A pooler stands before PostgreSQL.')
  const { socketDir } = origin
  const pooler = await startPgBouncer({ socketDir }, { role: TEST_ROLE, poolSize })
  afterAll(() => pooler.stop())

  const entered = (options: DatabaseOptions, name: string): PooledDatabase => ({
    ...options,
    databaseUrl: testDatabaseUrl(pooler.socketDir, name),
    ownUrl: testDatabaseUrl(socketDir, name),
  })

  return {
    async migrated() {
      const options = await createTestDatabase()
      return entered(options, new URL(options.databaseUrl ?? '').pathname.slice(1))
    },
    async empty() {
      const name = `empty_${randomUUID().replaceAll('-', '')}`
      await asSuperuser(socketDir, `create database ${name} owner ${TEST_ROLE}`)
      return entered(await createTestDatabase(), name)
    },
  }
}
