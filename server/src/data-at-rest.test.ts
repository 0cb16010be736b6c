// Also on the embedded database: it lies in the data folder.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseOptions } from './platform/database.ts'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { listOpen, listPaths, listSeenByStranger } from '@leadlight/testing/foreign-reads'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'

const isRoot = process.geteuid?.() === 0

/** A folder that everybody may enter, so that only the data folder's own permissions protect it. */
function newPublicFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-public-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function script(name: string): string {
  return fileURLToPath(new URL(`${name}.ts`, import.meta.url))
}

async function run(command: string, environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = programEnvironment(environment)
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, script(command), ...args], { env })
  return stdout
}

/** Lets the program run until it has mailed somebody and was backed up, and calls `meanwhile` while it still runs. */
async function live(environment: Record<string, string>, meanwhile: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, script('main')], {
    env: programEnvironment({ PORT: '0', HOST: '127.0.0.1', ...environment }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  const address = await until(() => /^Leadlight is at (\S+)$/m.exec(printed)?.[1])
  const body = JSON.stringify({ email: 'rosa@example.com', password: 'a lantern on the harbour wall' })
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${address}/auth/register`, { method: 'POST', headers, body })
  expect(status).toBe(201)
  const outbox = join(environment['DATA_DIR'] ?? '', 'outbox')
  await until(
    () => existsSync(outbox) && readdirSync(outbox).some((name) => name.endsWith('.eml') && name !== 'old.eml'),
  )
  await run('backup', environment)
  await meanwhile()
  child.kill('SIGTERM')
  await ended
}

function environmentOf({ databaseUrl }: DatabaseOptions, dataDir: string): Record<string, string> {
  return databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

async function expectClosed(dataDir: string): Promise<void> {
  const paths = listPaths(dataDir)
  expect(paths).toContain(join(dataDir, 'secret.key'))
  expect(paths.filter((path) => path.endsWith('.backup.gz'))).toHaveLength(1)
  expect(listOpen(paths)).toEqual([])
  if (!isRoot) return
  const control = join(dataDir, '..', 'control')
  writeFileSync(control, 'for everybody')
  chmodSync(control, 0o644)
  expect(await listSeenByStranger([...paths, control])).toEqual([control])
}

async function expectClosedAlways(environment: Record<string, string>): Promise<void> {
  const look = () => expectClosed(environment['DATA_DIR'] ?? '')
  await live(environment, look)
  await look()
}

test('other users of the machine can read or write nothing in a data folder that the program made', async () => {
  const where = await createTestDatabase()
  await expectClosedAlways(environmentOf(where, join(newPublicFolder(), 'data')))
})

test('other users can read or write nothing in a data folder that was there before and open', async () => {
  const where = await createTestDatabase()
  const dataDir = join(newPublicFolder(), 'data')
  for (const folder of ['outbox', 'pages', 'caches/model']) mkdirSync(join(dataDir, folder), { recursive: true })
  for (const file of ['outbox/old.eml', 'pages/terms.md', 'caches/model/weights', 'secret.key']) {
    writeFileSync(join(dataDir, file), 'a secret of some length, for tests')
  }
  if (where.databaseUrl === undefined) cpSync(join(where.dataDir, 'db'), join(dataDir, 'db'), { recursive: true })
  for (const path of listPaths(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)

  await expectClosedAlways(environmentOf(where, dataDir))
})

test("a backup to a file of the operator's choice is readable by its owner only, and its folder stays as it is", async () => {
  const where = await createTestDatabase()
  const folder = newPublicFolder()
  const file = join(folder, 'saved.gz')
  writeFileSync(file, 'an older one')
  chmodSync(file, 0o666)
  await run('backup', environmentOf(where, where.dataDir || join(newPublicFolder(), 'data')), file)

  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  expect(readdirSync(folder).toSorted()).toEqual(['saved.gz', 'saved.gz.erased.json'])
})
