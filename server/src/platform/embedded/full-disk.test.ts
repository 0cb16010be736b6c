import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { login, me, updateName } from '@leadlight/contract/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { openDatabase } from '../database.ts'

test('on a full disk everything can be read, nothing is saved, and both are said; with room it goes on by itself', async () => {
  let roomBytes = Infinity
  const app = await startTestApp({ on: { ...(await createTestDatabase()), measureRoom: () => roomBytes } })
  onTestFinished(() => app.close())
  const user = await app.organization()
  const rename = (name: string) => user.ask(updateName, { query: { first_name: name, last_name: '' } })
  const isReady = async () => (await app.request('GET', '/readyz')).status === 200
  expect((await rename('Before')).status).toBe(200)

  roomBytes = 0
  await until(async () => !(await isReady()))
  expect((await app.request('GET', '/readyz')).problem().detail).toContain('The storage is full: make room')
  const refused = [
    await rename('Lost'),
    await app.ask(login, { body: { username: user.email, password: TEST_PASSWORD } }),
  ]
  for (const reply of refused) {
    expect(reply.problem()).toMatchObject({ status: 503, code: 'storage_full' })
    expect(reply.problem().detail).toContain('nothing more can be saved until its operator makes room')
    expect(reply.headers.get('retry-after')).toBe('30')
  }
  // By then its use would be noted.
  await app.clock.advance(10 * 60_000)
  expect(await user.call(me)).toMatchObject({ first_name: 'Before' })

  roomBytes = Infinity
  await until(isReady)
  expect((await rename('After')).status).toBe(200)
  expect(await user.call(me)).toMatchObject({ first_name: 'After' })
})

test('on a full disk it stops in order, and frees its folder', async () => {
  let roomBytes = Infinity
  const where = await createTestDatabase()
  const app = await startTestApp({ on: { ...where, measureRoom: () => roomBytes } })
  roomBytes = 0
  await until(async () => !(await app.database.checkReady()).ready)
  await app.close()
  expect(existsSync(join(where.dataDir, 'lock'))).toBe(false)
})

test('the room is that of the disk under the database itself, where one is mounted there', async () => {
  const where = await createTestDatabase()
  const roomOf = (folder: string) => (folder === join(where.dataDir, 'db') ? 0 : Infinity)
  const database = await openDatabase({ ...where, measureRoom: roomOf })
  onTestFinished(() => database.close())
  expect((await database.checkReady()).reason).toContain('Only 0 MiB are free there.')
})
