import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { lockFolder } from './folder-lock.ts'
import { ownIdentity } from './process-identity.ts'

const write = fs.writeFileSync

/** As on a full disk: the file is made, and gets no content. */
const writeNothing: typeof write = (path, _, options) => {
  write(path, '', options)
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

test.each([0, 1, 2])('a disk that is full after %i files leaves a folder as it was', async (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const abandoned = JSON.stringify({ ...ownIdentity(), startedAt: '1', nonce: 'old', socketPath: '/nowhere' })
  write(join(folder, 'lock'), abandoned)
  const writing = vi.spyOn(fs, 'writeFileSync')
  for (let made = 0; made < files; made += 1) writing.mockImplementationOnce(write)
  writing.mockImplementationOnce(writeNothing)
  // What has been imported by name, by whichever test came before, is the spy from now on.
  syncBuiltinESMExports()
  onTestFinished(() => {
    writing.mockRestore()
    syncBuiltinESMExports()
  })
  await expect(lockFolder(folder, '/tmp/leadlight-x/postgres.sock', systemClock)).rejects.toThrow('ENOSPC')
  expect(readdirSync(folder)).toEqual(['lock'])
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(abandoned)
})
