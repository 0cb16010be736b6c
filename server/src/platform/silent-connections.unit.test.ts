import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { boundStatements, connectBounded, endSilentConnections } from './silent-connections.ts'

/** As much of a socket, a connection and their pool as the watch looks at. */
function openPool({ isQuick = false } = {}) {
  const log = createCapturedLog()
  const pool = Object.assign(new EventEmitter(), { connect: () => Promise.resolve(taken) })
  let taken: object = {}
  endSilentConnections(pool as unknown as Pool, { log, isQuick })

  function connect() {
    const stream = Object.assign(new EventEmitter(), {
      bytesRead: 100,
      bytesWritten: 100,
      destroyed: false,
      setTimeout: () => undefined,
      destroy: () => (stream.destroyed = true),
    })
    const client = { connection: { stream }, readyForQuery: true }
    pool.emit('connect', client)
    const connection = {
      async take(statementMs = 30_000) {
        taken = client
        pool.emit('acquire', client)
        await connectBounded(pool as unknown as Pool, statementMs)
      },
      bound: (ms: number) => boundStatements(client as never, ms),
      send() {
        stream.bytesWritten += 10
        client.readyForQuery = false
      },
      hear(isAll = true) {
        stream.bytesRead += 10
        client.readyForQuery = isAll
      },
      release: () => pool.emit('release', undefined, client),
      /** Seconds pass without a byte; `meanwhile` happens before the process gets to it. */
      async beQuiet(seconds = 5, meanwhile?: () => unknown) {
        for (let time = 0; time < seconds; time += 2.5) {
          stream.emit('timeout')
          await meanwhile?.()
          await nextTurn()
        }
      },
      isEnded: () => stream.destroyed,
    }
    return connection
  }
  return { connect, log }
}

test('a server that does not answer the beginning of a transaction is given up after five seconds', async () => {
  const { connect, log } = openPool()
  const [one, idle] = [connect(), connect()]
  await idle.take()
  idle.release()
  await one.take()
  one.send()
  await one.beQuiet()

  expect([one.isEnded(), idle.isEnded()]).toEqual([true, true])
  expect(log.lines).toHaveLength(1)
})

test('what takes its time is waited for, as long as PostgreSQL lets it', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.take(30_000)
  one.send()
  one.hear()
  one.send()
  await one.beQuiet(30)
  expect(one.isEnded()).toBe(false)
  await one.beQuiet(5)
  expect(one.isEnded()).toBe(true)
})

test('whatever arrives begins the time anew', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.take(10_000)
  one.send()
  for (let round = 0; round < 5; round += 1) {
    one.hear(false)
    await one.beQuiet(10)
  }
  expect(one.isEnded()).toBe(false)
})

test('a transaction may say that its statements take longer', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.take(10_000)
  one.send()
  one.hear(false)
  one.bound(120_000)
  await one.beQuiet(120)
  expect(one.isEnded()).toBe(false)
})

test('what nothing bounds is waited for, and an idle connection is quiet', async () => {
  const { connect } = openPool()
  const [migrating, idle] = [connect(), connect()]
  migrating.send()
  await migrating.beQuiet(1_000)
  await idle.take()
  idle.release()
  await idle.beQuiet(1_000)
  expect([migrating.isEnded(), idle.isEnded()]).toEqual([false, false])
})

test('where nothing takes long, five seconds end it', async () => {
  const { connect } = openPool({ isQuick: true })
  const one = connect()
  await one.take()
  one.send()
  one.hear(false)
  await one.beQuiet()
  expect(one.isEnded()).toBe(true)
})

test('an idle connection that is taken the moment it was quiet for five seconds goes on', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.beQuiet(2.5, async () => {
    await one.take()
    one.send()
  })
  expect(one.isEnded()).toBe(false)
})

test('a process that was busy itself for long does not take that for silence', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.take()
  one.send()
  await one.beQuiet(2.5)
  one.hear()
  one.send()
  await one.beQuiet(2.5)
  expect(one.isEnded()).toBe(false)
})

test('an answer that a busy process had no time to read yet counts', async () => {
  const { connect } = openPool()
  const one = connect()
  await one.take()
  one.send()
  await one.beQuiet(2.5, () => one.hear())
  expect(one.isEnded()).toBe(false)
  one.send()
  await one.beQuiet(2.5, () => one.hear(false))
  expect(one.isEnded()).toBe(false)
})
