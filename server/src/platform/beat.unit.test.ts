import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startBeat } from './beat.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return () => void vi.useRealTimers()
})

/** A file that was touched last in 1970. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-beat-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  writeFileSync(path, '')
  utimesSync(path, 0, 0)
  return path
}

test('a file is touched while it is ours, and not once the beat has stopped', () => {
  const path = newFile()
  let isOurs = false
  const stop = startBeat(path, () => isOurs)
  vi.advanceTimersByTime(2000)
  expect(statSync(path).mtimeMs).toBe(0)
  isOurs = true
  vi.advanceTimersByTime(2000)
  expect(statSync(path).mtimeMs).toBeGreaterThan(0)
  stop()
  utimesSync(path, 0, 0)
  vi.advanceTimersByTime(2000)
  expect(statSync(path).mtimeMs).toBe(0)
})

test('a file that cannot be touched for a while ends nothing, and is touched again once it can be', () => {
  const path = newFile()
  rmSync(path)
  expect(() => utimesSync(path, 0, 0)).toThrow('ENOENT')
  const stop = startBeat(path, () => true)
  vi.advanceTimersByTime(2000)
  writeFileSync(path, '')
  utimesSync(path, 0, 0)
  vi.advanceTimersByTime(2000)
  expect(statSync(path).mtimeMs).toBeGreaterThan(0)
  stop()
})
