// Also on the embedded database: the demo begins on one.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from '@leadlight/contract/accounts'
import type { Coverage } from '@leadlight/contract/insights'
import type { LeadList } from '@leadlight/contract/leads'
import { listSources, type Source } from '@leadlight/contract/sources'
import { listLeadStatuses, type Status } from '@leadlight/contract/statuses'
import { listAuditLog, type AuditEntry } from '@leadlight/contract/team'
import { afterEach, describe, expect, test } from 'vitest'
import type { DatabaseOptions } from '../src/platform/database.ts'
import { OLD } from '@leadlight/testing/sealed-seeds'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { createTestDatabase } from '@leadlight/testing/test-database'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const EMAIL = 'demo@leadlight.example'
/** The demo's password until it was made at the first start. */
const PUBLISHED = 'a lantern on the harbour wall'
const SIGN_IN = /^Sign in: (\S+) (\S+)$/gm

const running = new Set<ChildProcess>()
const folders = new Set<string>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
})

interface Started {
  port: string
  /** All that was printed until it served, with what `until` waits for. */
  out: string
  stop: () => Promise<void>
}

/** Starts the program and waits until it has printed what matches; rejects with what it said when it ends before. */
async function start(environment: Record<string, string>, until: RegExp, ...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], {
    env: programEnvironment({ PORT: '0', LOG_LEVEL: 'warn', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let [out, err] = ['', '']
  const printed = Promise.withResolvers<void>()
  child.stderr?.on('data', (data: Buffer) => (err += data.toString()))
  child.stdout?.on('data', (data: Buffer) => {
    out += data.toString()
    if (until.test(out)) printed.resolve()
  })
  const closed = once(child, 'close').then(() => running.delete(child))
  const early = closed.then(() => Promise.reject(new Error(`It ended and said: ${err}${out}`)))
  early.catch(() => undefined)
  await Promise.race([printed.promise, early])
  const port = /^Leadlight is at http:\/\/localhost:(\d+)$/m.exec(out)?.[1] ?? ''
  return {
    port,
    out,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

const startDemo = (environment: Record<string, string>) => start(environment, /^Sign in.*\n/m, '--demo')

/** A fresh database, and a folder for data beside it where it is no part of it. */
async function freshPlace(): Promise<{ on: DatabaseOptions; environment: Record<string, string>; dataDir: string }> {
  const on = await createTestDatabase()
  if (!on.databaseUrl) return { on, environment: { DATA_DIR: on.dataDir, SECRET_KEY: OLD }, dataDir: on.dataDir }
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-demo-'))
  folders.add(dataDir)
  // That of the tests' app, which some of these tests open first.
  return { on, environment: { DATABASE_URL: on.databaseUrl, SECRET_KEY: OLD, DATA_DIR: dataDir }, dataDir }
}

async function signIn(port: string, password: string): Promise<string | undefined> {
  const body = new URLSearchParams({ username: EMAIL, password })
  const response = await fetch(`http://127.0.0.1:${port}/auth/jwt/login`, { method: 'POST', body })
  return response.ok ? ((await response.json()) as { access_token: string }).access_token : undefined
}

async function ask<Reply>(port: string, token: string | undefined, path: string): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as Reply
}

/** Three people have worked for twelve weeks on leads of eight platforms, and there is work left. */
async function expectStory(get: <Reply>(path: string) => Promise<Reply>) {
  const members = await get<{ role: string }[]>('/api/v1/organization/members')
  expect(members.map(({ role }) => role)).toEqual(['ADMIN', 'MEMBER', 'MEMBER'])
  const [project] = await get<{ id: string; unread_count: number }[]>('/api/v1/project')
  const path = `/api/v1/leads/${project?.id}?limit=100`
  const { items, total } = await get<LeadList>(path)
  expect(total).toBeGreaterThan(50)
  expect(new Set(items.map(({ platform }) => platform)).size).toBe(8)
  const days = items.map(({ posted_at: at }) => (Date.now() - Date.parse(at)) / 86_400_000)
  expect(Math.max(...days)).toBeGreaterThan(80)
  expect(new Set(items.map(({ collected_at: at }) => at.slice(0, 10))).size).toBeGreaterThan(5)
  expect(new Set(items.map(({ assignee_id: id }) => id)).size).toBe(4)
  expect(project?.unread_count).toBeGreaterThan(10)
  expect(items.filter(({ starred }) => starred).length).toBeGreaterThan(5)
  expect(
    items.flatMap(({ smart_column_values: values }) => values).filter(({ state }) => state === 'needs_model'),
  ).toEqual([])
  expect((await get<LeadList>(`${path}&deleted=true`)).total).toBeGreaterThan(0)
  const statuses = await get<Status[]>(listLeadStatuses.path.replace('{projectId}', `${project?.id}`))
  const wonId = statuses.find(({ name }) => name === 'Won')?.id
  expect(items.filter(({ status_config_id: id }) => id === wonId)).toHaveLength(1)
  const sources = await get<Source[]>(listSources.path.replace('{projectId}', `${project?.id}`))
  expect(sources.filter(({ kind, health }) => kind !== 'built_in' && health !== 'working')).toEqual([])
  const { items: changes } = await get<{ items: AuditEntry[] }>(listAuditLog.path)
  expect(changes.filter(({ at }) => Date.parse(at) > Date.now())).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  const coverage = await get<Coverage>(`/api/v1/insights/${project?.id}/coverage?from=${daysBefore(1)}&to=${today}`)
  // On a slow machine the story itself may take so long that monitoring seems to have rested.
  const blind = coverage.sources.flatMap(({ name, blind: times }) =>
    times.filter(({ reason }) => reason?.includes('not running') !== true).map(({ outcome }) => ({ name, outcome })),
  )
  expect(blind).toEqual([{ name: 'Studio Table', outcome: 'backfilled' }])
}

const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const passwordsIn = (out: string) => [...out.matchAll(SIGN_IN)].map(([, email, password]) => ({ email, password }))

/** What is printed for people, without the log, which a slow machine may add to. */
const printed = (out: string) => out.replaceAll(/^\{.*\n/gm, '')

describe('the demo', () => {
  test('is this machine’s alone, and is entered with the password that its first start made', async () => {
    const { environment, dataDir } = await freshPlace()
    const first = await startDemo(environment)
    const [made, ...others] = passwordsIn(first.out)
    expect([made?.email, others]).toEqual([EMAIL, []])
    // The address is printed when there is something to see.
    expect(printed(first.out)).toMatch(
      /^Preparing the demo: a team .*\n(Preparing the demo: .*\n)+Leadlight is at .*\nSign in: /,
    )
    await expect(fetch(`http://127.0.0.2:${first.port}/healthz`)).rejects.toThrow()
    expect(await signIn(first.port, PUBLISHED)).toBeUndefined()

    const token = await signIn(first.port, made?.password ?? '')
    const me = await ask<{ is_verified: boolean }>(first.port, token, '/users_info/me')
    expect(me.is_verified).toBe(true)
    await expectStory((path) => ask(first.port, token, path))
    const file = join(dataDir, 'demo-password')
    expect(readFileSync(file, 'utf8')).toBe(`${made?.password}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await first.stop()

    const again = await startDemo({ ...environment, HOST: '0.0.0.0' })
    expect(passwordsIn(again.out)).toEqual([made])
    expect(printed(again.out)).toMatch(/^Leadlight is at .*\nSign in: /)
    expect((await fetch(`http://127.0.0.2:${again.port}/healthz`)).status).toBe(200)
    expect(await ask<unknown[]>(again.port, token, '/api/v1/project')).toHaveLength(1)
    await again.stop()
  })

  test('says in a sentence why it does not start where others have accounts', async () => {
    const { on, environment } = await freshPlace()
    const app = await startTestApp({ on })
    await app.user()
    await app.close()

    await expect(startDemo(environment)).rejects.toThrow(
      'It ended and said: This installation has accounts already, and the demo would mix made-up posts with what they find. Start the demo with a DATA_DIR of its own, and without DATABASE_URL or with another one.',
    )
  })
})

test('the password that older versions published opens nothing once the program is started without a demo', async () => {
  const { on, environment } = await freshPlace()
  const app = await startTestApp({ on })
  await createTestClient(app.app).call(register, { body: { email: EMAIL, password: PUBLISHED } })
  await app.close()
  const { port, stop } = await start({ HOST: '127.0.0.1', ...environment }, /^Leadlight is at .*\n/m)

  expect(await signIn(port, PUBLISHED)).toBeUndefined()
  await stop()
})
