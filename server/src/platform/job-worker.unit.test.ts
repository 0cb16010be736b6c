import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { createWorker } from './job-worker.ts'
import { createWakeUp } from './wake-up.ts'

/** A worker beside a database in which its queue can be read, or cannot, for the reason told. */
async function start() {
  const clock = createManualClock('2026-11-27T09:00:00Z')
  const log = createCapturedLog()
  const queue = { trouble: undefined as string | undefined, looks: 0 }
  const fake = {
    kind: 'postgres',
    instanceId: 'instance',
    mayWrite: () => true,
    db: { transaction: () => Promise.resolve([]) },
    askApart: () => Promise.resolve([{}]),
    async ask() {
      queue.looks += 1
      if (queue.trouble !== undefined) throw new Error(queue.trouble)
      return []
    },
  }
  const worker = createWorker({
    // What a worker uses of one.
    database: fake as unknown as Database,
    log,
    clock,
    newId: () => 'worker',
    wakeUp: createWakeUp(clock),
    registrations: new Map(),
    schedules: new Map(),
    enqueue: () => Promise.resolve(),
  })
  await worker.start()
  onTestFinished(() => worker.stop(0))
  const says = () => log.lines.map(({ message, fields }) => [message, String(fields['err'])])
  return { clock, queue, worker, says }
}

test('why the queue cannot be read is logged once, until it is another reason or has been read', async () => {
  const { clock, queue, worker, says } = await start()
  const line = (reason: string) => ['The job queue could not be read; trying again.', `Error: ${reason}`]
  await clock.advance(2000)
  expect([says(), worker.findProblem()]).toEqual([[], undefined])
  const before = queue.looks
  queue.trouble = 'The storage is full.'
  await clock.advance(10_000)
  expect(queue.looks - before).toBeGreaterThan(5)
  expect(says()).toEqual([line('The storage is full.')])
  expect(worker.findProblem()).toBe('It cannot read the job queue.')
  queue.trouble = 'The storage can only be read.'
  await clock.advance(10_000)
  expect(says()).toEqual([line('The storage is full.'), line('The storage can only be read.')])
  queue.trouble = undefined
  await clock.advance(2000)
  queue.trouble = 'The storage can only be read.'
  await clock.advance(10_000)
  expect(says().slice(2)).toEqual([line('The storage can only be read.')])
})
