import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { until } from '@leadlight/testing/until'

async function canConnect(socketDir: string): Promise<boolean> {
  const client = new Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

test('a test run that is killed leaves no PostgreSQL and no folder behind', async () => {
  const module = fileURLToPath(new URL('../../../../testing/src/postgres-cluster.ts', import.meta.url))
  const code = `const { startPostgresCluster } = await import('${module}'); console.log((await startPostgresCluster()).socketDir)`
  const child = spawn(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  const socketDir = String(said).trim()
  expect(await canConnect(socketDir)).toBe(true)
  child.kill('SIGKILL')
  await until(() => !existsSync(dirname(socketDir)))
  expect(await canConnect(socketDir)).toBe(false)
})

test('a stopped cluster is gone', async () => {
  const cluster = await startPostgresCluster()
  const { socketDir } = cluster
  expect(await canConnect(socketDir)).toBe(true)
  await cluster.stop()
  expect(existsSync(dirname(socketDir))).toBe(false)
})
