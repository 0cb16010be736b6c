import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { expect, test } from 'vitest'
import { whenDatabaseIsThere } from './await-database.ts'

const WAIT_MS = 60_000

function failure(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more)
}

/** A start that meets these errors, one after another, and then the database. */
function begin(errors: (Error | undefined)[], waitMs = WAIT_MS) {
  const clock = createManualClock('2026-11-28T09:00:00Z')
  const log = createCapturedLog()
  const [told, stopping]: [string[], AbortController] = [[], new AbortController()]
  let attempts = 0
  const onMissed = async (sentence: string) => void told.push(sentence)
  const last = errors.at(-1)
  const started = whenDatabaseIsThere({ clock, log, waitMs, signal: stopping.signal, onMissed }, async () => {
    const error = attempts < errors.length ? errors[attempts] : last
    attempts += 1
    if (error) throw error
    return 'started'
  })
  const outcome = started.catch((error: unknown) => (error instanceof Error ? error.message : ''))
  return { clock, log, told, stopping, outcome, attempts: () => attempts }
}

const STARTING = failure('the database system is starting up', { code: '57P03' })

test('a start goes on as soon as the database is there, and says once what it waited for', async () => {
  const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' })
  const wrapped = new Error('The database cannot be opened (…); see DATABASE_URL.', { cause: refused })
  const { clock, log, told, outcome } = begin([wrapped, STARTING, STARTING, undefined])
  await clock.advance(1_000)

  expect(await outcome).toBe('started')
  expect(told.map((sentence) => /\((.+)\)/.exec(sentence)?.[1])).toEqual([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'the database system is starting up',
    'the database system is starting up',
  ])
  expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
    [
      'warn',
      'The database is not there yet (connect ECONNREFUSED 127.0.0.1:5432); this process waits for it, 60 seconds at most.',
    ],
    ['info', 'The database is there.'],
  ])
})

test('it gives up in the end, with the last that it met', async () => {
  const { clock, outcome, attempts } = begin([STARTING])
  await clock.advance(WAIT_MS - 1)
  const before = attempts()
  await clock.advance(1_000)

  expect(await outcome).toBe('the database system is starting up')
  expect(before).toBe(240)
  expect(attempts()).toBe(241)
})

test('without any time to wait it ends at once, and says nothing', async () => {
  const { log, outcome, told } = begin([STARTING], 0)
  expect(await outcome).toBe('the database system is starting up')
  expect([told, log.lines]).toEqual([[], []])
})

test('whoever stops it need not wait', async () => {
  const { clock, outcome, stopping } = begin([STARTING])
  await clock.advance(500)
  stopping.abort()
  expect(await outcome).toBe('It was stopped while it waited for the database.')
})

test.each([
  { why: 'a server that replays its log', error: STARTING },
  { why: 'one that stops', error: failure('the database system is shutting down', { code: '57P03' }) },
  { why: 'a standby', error: failure('cannot execute CREATE TABLE in a read-only transaction', { code: '25006' }) },
  { why: 'a connection cut in the middle', error: failure('Connection terminated unexpectedly') },
  { why: 'too many connections', error: failure('sorry, too many clients already', { code: '53300' }) },
  {
    why: 'no socket',
    error: failure('connect ENOENT /run/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
  },
  {
    why: 'a migration that was cut',
    error: new Error('The migration 0001-first.sql failed: terminating connection', {
      cause: failure('terminating connection due to administrator command', { code: '57P01' }),
    }),
  },
])('$why is waited for', async ({ error }) => {
  const { clock, outcome } = begin([error, undefined])
  await clock.advance(1_000)
  expect(await outcome).toBe('started')
})

test.each([
  {
    why: 'a wrong password',
    error: failure('password authentication failed for user "leadlight"', { code: '28P01' }),
  },
  { why: 'no such role', error: failure('role "leadlight" does not exist', { code: '28000' }) },
  { why: 'no such database', error: failure('database "leadlight" does not exist', { code: '3D000' }) },
  { why: 'a role that does not own it', error: failure('permission denied for schema public', { code: '42501' }) },
  {
    why: 'a database of a newer program',
    error: new Error('The database has the migration 0999-later.sql, which this program does not know.'),
  },
  { why: 'a file that is missing', error: failure('ENOENT: no such file', { code: 'ENOENT', syscall: 'open' }) },
])('$why is not', async ({ error }) => {
  const { outcome, attempts } = begin([error, undefined])
  expect(await outcome).toBe(error.message)
  expect(attempts()).toBe(1)
})
