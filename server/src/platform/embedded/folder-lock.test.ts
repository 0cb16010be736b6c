import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { findLockOwner, FolderInUseError, lockFolder } from './folder-lock.ts'
import { ownIdentity } from './process-identity.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function leaveLock(folder: string, changes: object): void {
  writeFileSync(
    join(folder, 'lock'),
    JSON.stringify({ ...ownIdentity(), nonce: 'old', socketPath: '/nowhere', ...changes }),
  )
}

function take(folder: string) {
  return lockFolder(folder, '/tmp/leadlight-x/postgres.sock', systemClock)
}

const PID_OF_NOBODY = 2 ** 22 + 1

test.each([
  ['whose process is gone', { pid: PID_OF_NOBODY }],
  ['whose process number went to another process since', { startedAt: '1' }],
  ['from before the machine was started', { bootId: 'another' }],
])('a lock %s is taken over', async (_, changes) => {
  const folder = newFolder()
  leaveLock(folder, changes)
  const lock = await take(folder)
  expect(lock.abandonedSocketPath).toBe('/nowhere')
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('an unreadable lock is taken over', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock'), '{"pid":')
  const lock = await take(folder)
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

test('a lock of another machine holds while it beats, and falls when it is silent', async () => {
  const folder = newFolder()
  leaveLock(folder, { host: 'elsewhere' })
  const hurried = { now: () => systemClock.now(), sleep: (ms: number) => systemClock.sleep(ms / 20) }
  const beating = setInterval(() => utimesSync(join(folder, 'lock'), new Date(), new Date()), 50)
  await expect(lockFolder(folder, '/tmp/a', hurried)).rejects.toThrow(/in use by process \d+ on elsewhere/)
  clearInterval(beating)
  const lock = await lockFolder(folder, '/tmp/a', hurried)
  lock.release()
})

test('a holder whose disk fails goes on, and beats again once it can', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = newFolder()
  const path = join(folder, 'lock')
  const lock = await take(folder)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  mkdirSync(path)
  expect(() => readFileSync(path)).toThrow('EISDIR')
  vi.advanceTimersByTime(2000)
  rmSync(path, { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, 0, 0)
  vi.advanceTimersByTime(2000)
  expect(statSync(path).mtimeMs).toBeGreaterThan(0)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('of many processes that find an abandoned lock, one gets the folder', async () => {
  const folder = newFolder()
  leaveLock(folder, { pid: PID_OF_NOBODY })
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => take(folder)))
  const taken = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(taken).toHaveLength(1)
  expect(refused.every((reason) => reason instanceof FolderInUseError)).toBe(true)
  taken[0]?.release()
  expect(readdirSync(folder)).toEqual([])
})

test("a release leaves a successor's lock alone", async () => {
  const folder = newFolder()
  const lock = await take(folder)
  leaveLock(folder, { nonce: 'successor' })
  lock.release()
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toContain('successor')
})

test('the holder of a folder can be found, unless it is dead', async () => {
  const folder = newFolder()
  expect(await findLockOwner(folder, systemClock)).toBeUndefined()
  const lock = await take(folder)
  expect(await findLockOwner(folder, systemClock)).toMatchObject({ pid: process.pid })
  lock.release()
  leaveLock(folder, { pid: PID_OF_NOBODY })
  expect(await findLockOwner(folder, systemClock)).toBeUndefined()
})
