// Also on the embedded database: it is started, locked and stopped.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DatabaseOptions } from './platform/database.ts'
import { installationScope } from './platform/scopes.ts'
import { OLD } from '@leadlight/testing/sealed-seeds'
import { startProgram } from '@leadlight/testing/start-program'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'

async function freshDatabase(): Promise<Record<string, string>> {
  return environmentOf(await createTestDatabase())
}

function environmentOf({ databaseUrl, dataDir }: DatabaseOptions): Record<string, string> {
  return databaseUrl
    ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of some length, for tests' }
    : { DATA_DIR: dataDir }
}

describe('the program', () => {
  test('migrates, serves, and stops in order on a signal', async () => {
    const { child, address, ended } = startProgram('main', await freshDatabase())
    const origin = await address()
    // On a busy machine the database may take longer to answer than the check waits.
    const ask = async () => (await fetch(`${origin}/readyz`)).json()
    await expect.poll(ask).toEqual({ status: 'ready' })
    child.kill('SIGTERM')

    const out = expect.stringContaining('no mail server is set') as string
    expect(await ended).toMatchObject({ code: 0, out, err: '' })
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  })

  test('runs as a worker without an address', async () => {
    const { child, address, ended } = startProgram('main', await freshDatabase(), '--role=worker')
    expect(await address()).toBe('')
    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: 0, out: expect.stringContaining('The worker runs.') })
  })

  test('can be watched as a worker where it has a port, and serves nothing else there', async () => {
    const environment = { ...(await freshDatabase()), WORKER_PORT: '0' }
    const { child, address, ended } = startProgram('main', environment, '--role=worker')
    const origin = await address()
    const ask = async (path: string) => {
      const reply = await fetch(`${origin}${path}`)
      return { status: reply.status, text: await reply.text() }
    }
    await expect.poll(() => ask('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' })
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    expect((await ask('/metrics')).text).toContain('\nleadlight_workers 1\n')
    for (const path of ['/', '/api/v1/instance', '/openapi.json'])
      expect(await ask(path)).toMatchObject({ status: 404 })
    child.kill('SIGTERM')

    expect(await ended).toMatchObject({ code: 0, err: '' })
  })
})

test('makes listed and verified addresses super admins at its start', async () => {
  const on = await createTestDatabase()
  const app = await startTestApp({ on })
  const { email } = await app.organization()
  await app.db.transaction(installationScope(), (tx) => sql`update account set is_verified = true`.execute(tx))
  await app.close()
  // What the test's app sealed is opened with its secret alone.
  const environment = { ...environmentOf(on), SECRET_KEY: OLD, SUPER_ADMIN_EMAILS: email }
  const { child, address } = startProgram('main', environment)
  const origin = await address()
  const body = new URLSearchParams({ username: email, password: TEST_PASSWORD })
  const signedIn = await fetch(`${origin}/auth/jwt/login`, { method: 'POST', body })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const me = await fetch(`${origin}/users_info/me`, { headers: { authorization: `Bearer ${token}` } })
  child.kill('SIGTERM')

  expect(await me.json()).toMatchObject({ organization_membership: { role: 'SUPER_ADMIN' } })
})

test('stops with one sentence about the remedy where its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, err } = await startProgram('main', { ...(await freshDatabase()), PORT: String(port) }).ended
  other.close()

  expect(code).toBe(1)
  expect(err).toBe(`Port ${port} is taken by another program; set PORT to a free one.\n`)
})
