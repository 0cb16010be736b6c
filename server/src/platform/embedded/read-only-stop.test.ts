import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { openDatabase } from '../database.ts'

test('a disk that can only be read keeps nobody from stopping, who says what stays', async () => {
  const where = await createTestDatabase()
  const log = createCapturedLog()
  const database = await openDatabase({ ...where, log })
  const lock = join(where.dataDir, 'lock')
  const remove = fs.rmSync
  const removing = vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
    if (String(path).startsWith(where.dataDir))
      throw Object.assign(new Error(`EROFS: read-only file system, unlink '${String(path)}'`), { code: 'EROFS' })
    remove(path, options)
  })
  // What has been imported by name, by whichever test came before, is the spy from now on.
  syncBuiltinESMExports()
  onTestFinished(() => {
    removing.mockRestore()
    syncBuiltinESMExports()
  })
  await database.close()
  expect(existsSync(lock)).toBe(true)
  expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', `The next start clears away what this process cannot: EROFS: read-only file system, unlink '${lock}'.`],
  ])
})
