import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { createBoss } from './job-queue.ts'
import { silentLog } from './log.ts'

const { pool } = await openTestDatabase()

test('what the queue sends as a transaction of its own keeps the limits', async () => {
  const boss = createBoss({ pool, log: silentLog, limits: { lock_timeout: '50ms' }, supervise: false })
  await boss.start()
  onTestFinished(() => boss.stop({ close: false, graceful: false }))
  const name = `test.${randomUUID()}`
  const other = await pool.connect()
  try {
    await other.query('begin; lock table pgboss.queue in access exclusive mode')
    await expect(boss.createQueue(name)).rejects.toThrow('lock timeout')
  } finally {
    await other.query('rollback')
    other.release()
  }
  await boss.createQueue(name)
  expect(await boss.getQueue(name)).toMatchObject({ name })
})
