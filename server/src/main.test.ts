// Also on the embedded database: it is started, locked and stopped.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { DatabaseOptions } from './platform/database.ts'
import { installationScope } from './platform/scopes.ts'
import { NODE_FLAGS } from './testing/node-flags.ts'
import { startTestApp } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { TEST_PASSWORD } from './testing/test-organization.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

interface Run {
  child: ChildProcess
  /** The address once it is printed; throws when the process ends before. */
  address: () => Promise<string>
  /** Resolves with how it ended and all it printed. */
  ended: Promise<{ code: number | null; out: string; err: string }>
}

function run(environment: Record<string, string>, ...args: string[]): Run {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let [out, err] = ['', '']
  child.stderr?.on('data', (data: Buffer) => (err += data.toString()))
  const printed = Promise.withResolvers<string>()
  child.stdout?.on('data', (data: Buffer) => {
    out += data.toString()
    const address = /^(?:Leadlight is at (\S+)|The worker runs\.)$/m.exec(out)
    if (address) printed.resolve(address[1] ?? '')
  })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, out, err }
  })
  const early = async () => {
    throw new Error(`Ended before it served: ${(await ended).err}`)
  }
  return { child, address: () => Promise.race([printed.promise, early()]), ended }
}

async function freshDatabase(): Promise<Record<string, string>> {
  return environmentOf(await createTestDatabase())
}

function environmentOf({ databaseUrl, dataDir }: DatabaseOptions): Record<string, string> {
  return databaseUrl
    ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of some length, for tests' }
    : { DATA_DIR: dataDir }
}

describe('the program', () => {
  test('migrates, serves, and on a signal stops in order', async () => {
    const { child, address, ended } = run(await freshDatabase())
    const origin = await address()
    const ready = await fetch(`${origin}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready' })
    child.kill('SIGTERM')

    expect(await ended).toMatchObject({ code: 0, err: '' })
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  })

  test('writes each request as JSON where no terminal is, and as lines only what matters', async () => {
    const wishes = [{}, { LOG_FORMAT: 'lines' }, { LOG_FORMAT: 'lines', LOG_LEVEL: 'debug' }]
    const runs = []
    for (const wish of wishes) runs.push(run({ ...(await freshDatabase()), ...wish }))
    for (const { child, address } of runs) {
      expect((await fetch(`${await address()}/api/v1/instance`)).status).toBe(200)
      child.kill('SIGTERM')
    }
    const [json = '', lines = '', allLines = ''] = await Promise.all(runs.map(async ({ ended }) => (await ended).out))
    const entries = json.split('\n').filter((line) => line.startsWith('{'))
    expect(entries.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'request', path: '/api/v1/instance', status: 200, requestId: expect.any(String) }),
    )
    expect(lines).toMatch(/^Leadlight is at /)
    expect(lines).not.toMatch(/request|"level"/)
    expect(allLines).toMatch(/^\d\d:\d\d:\d\d debug request .*method=GET path=\/api\/v1\/instance status=200 /m)
  })

  test('runs as a worker without an address', async () => {
    const { child, address, ended } = run(await freshDatabase(), '--role=worker')
    expect(await address()).toBe('')
    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: 0, out: expect.stringContaining('The worker runs.') })
  })
})

test('whoever is listed as a super admin, and verified, is one once the program has started', async () => {
  const on = await createTestDatabase()
  const app = await startTestApp({ on })
  const { email } = await app.organization()
  await app.db.transaction(installationScope(), (tx) => sql`update account set is_verified = true`.execute(tx))
  await app.close()
  const { child, address } = run({ ...environmentOf(on), SUPER_ADMIN_EMAILS: email })
  const origin = await address()
  const body = new URLSearchParams({ username: email, password: TEST_PASSWORD })
  const signedIn = await fetch(`${origin}/auth/jwt/login`, { method: 'POST', body })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const me = await fetch(`${origin}/users_info/me`, { headers: { authorization: `Bearer ${token}` } })
  child.kill('SIGTERM')

  expect(await me.json()).toMatchObject({ organization_membership: { role: 'SUPER_ADMIN' } })
})

describe('what stops the start is one sentence that says what to change:', () => {
  test.each([
    {
      why: 'a bad value',
      environment: { LOG_LEVEL: 'loud' },
      args: [],
      says: /^The variable LOG_LEVEL is not usable: .+\.\n$/,
    },
    {
      why: 'a bad role',
      environment: {},
      args: ['--role=boss'],
      says: /^There is no role boss; use --role=all, api, worker\.\n$/,
    },
    {
      why: 'no such database',
      environment: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
      args: [],
      says: /^The database cannot be opened \(.+\); see DATABASE_URL\.\n$/,
    },
  ])('$why', async ({ environment, args, says }) => {
    const { code, out, err } = await run(environment, ...args).ended

    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(says)
  })

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, err } = await run({ ...(await freshDatabase()), PORT: String(port) }).ended
    other.close()

    expect(code).toBe(1)
    expect(err).toBe(`Port ${port} is taken by another program; set PORT to a free one.\n`)
  })
})
