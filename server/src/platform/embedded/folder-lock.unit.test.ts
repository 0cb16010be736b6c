import type fs from 'node:fs'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { lockFolder } from './folder-lock.ts'
import { ownIdentity } from './process-identity.ts'

vi.mock('node:fs', { spy: true })

const { writeFileSync: write } = await vi.importActual<typeof fs>('node:fs')

/** As on a full disk: the file is made, and gets no content. */
const writeNothing: typeof writeFileSync = (path, _, options) => {
  write(path, '', options)
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

test.each([0, 1, 2])('a disk that is full after %i files leaves a folder as it was', async (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const abandoned = JSON.stringify({ ...ownIdentity(), startedAt: '1', nonce: 'old', socketPath: '/nowhere' })
  write(join(folder, 'lock'), abandoned)
  onTestFinished(() => void vi.mocked(writeFileSync).mockReset())
  for (let made = 0; made < files; made += 1) vi.mocked(writeFileSync).mockImplementationOnce(write)
  vi.mocked(writeFileSync).mockImplementationOnce(writeNothing)
  await expect(lockFolder(folder, '/tmp/leadlight-x/postgres.sock', systemClock)).rejects.toThrow('ENOSPC')
  expect(readdirSync(folder)).toEqual(['lock'])
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(abandoned)
})
