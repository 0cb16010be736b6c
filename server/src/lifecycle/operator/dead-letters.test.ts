import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { defineJob } from '../../platform/jobs.ts'
import { platformScope } from '../../platform/scopes.ts'
import { readCommand } from './commands.ts'

const about = z.object({ organizationId: z.uuid(), searchId: z.uuid(), email: z.string() })
const job = defineJob({ name: 'test.mended', schema: about, retryLimit: 0, retryDelayMs: 1, expireMs: 10_000 })

let app: TestApp
let isMended = false
const done: string[] = []
beforeAll(async () => {
  app = await startTestApp({
    prepare({ jobs }) {
      jobs.work(job, ({ searchId }) => {
        if (!isMended) return Promise.reject(new Error(`It cannot be read.\n${'x'.repeat(200)}`))
        done.push(searchId)
        return Promise.resolve()
      })
    },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  isMended = false
})

async function operate(...args: string[]): Promise<string[]> {
  const run = readCommand(args)
  if (typeof run !== 'function') throw new Error('That needs no database.')
  return run(operatorParts(app))
}

async function die(organizationId: string, key?: string): Promise<string> {
  const searchId = randomUUID()
  const payload = { organizationId, searchId, email: 'ada@example.com' }
  const { jobs } = app.dependencies
  await app.db.transaction(platformScope(), (tx) => jobs.enqueue(tx, job, payload, key === undefined ? {} : { key }))
  await until(async () => (await deadIds()).has(searchId))
  return searchId
}

/** The ids of dead letters by their searches. */
async function deadIds(): Promise<Map<string, string>> {
  const { rows } = await app.database.pool.query<{ id: string; search: string }>(
    `select id, payload ->> 'searchId' as search from job where state = 'dead' and name = $1`,
    [job.name],
  )
  return new Map(rows.map(({ id, search }) => [search, id]))
}

test('dead letters are told with their job, organization, search and error, and nobody’s address', async () => {
  const { organizationId, email } = await app.organization()
  const searches = [await die(organizationId), await die(randomUUID())]
  const [titles, ...lines] = await operate('list-dead-letters', '--job', job.name)
  expect(titles).toMatch(/^id +job +died +organization +about +error$/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(new RegExp(`Firm of ${email} +searchId ${searches[0]} +It cannot be read. xxx`))
  expect(lines[0]).toContain(`searchId ${searches[1]}`)
  expect(lines.join('')).not.toContain('ada@')
  expect(lines[0]?.length).toBeLessThan(400)
  expect((await operate('list-dead-letters', '--limit', '1')).at(-1)).toMatch(/^There are more than 1/)
  expect(await operate('list-dead-letters', '--job', 'test.other')).toEqual(['No job lies among the dead letters.'])
})

test('a dead letter runs again once it is mended, alone or with those of its job, and the audit log says so', async () => {
  const organizationId = randomUUID()
  const [one, ...others] = [await die(organizationId), await die(organizationId), await die(organizationId)]
  const id = (await deadIds()).get(one ?? '') ?? ''
  isMended = true
  expect(await operate('resend-dead-letters', id)).toEqual(['One job runs again, as soon as a worker takes it.'])
  await until(() => done.includes(one ?? ''))
  expect([...(await deadIds()).keys()]).toEqual(expect.arrayContaining(others))
  await expect(operate('resend-dead-letters', id)).rejects.toThrow('No such job lies among the dead letters')
  const dead = await deadIds()
  const otherIds = others.map((search) => dead.get(search))
  await operate('resend-dead-letters', '--job', job.name)
  await until(() => others.every((search) => done.includes(search)))
  expect(await deadIds()).toEqual(new Map())
  const ask = await openUnfenced(app.database)
  const entries = await ask(
    `select target from audit_entry where action = 'operator.resend-dead-letters' order by at, id`,
  )
  expect(entries[0]).toEqual({ target: { jobs: '1', job: job.name, job_ids: id } })
  const { jobs, job_ids: ids } = z.object({ target: z.record(z.string(), z.string()) }).parse(entries[1]).target
  expect(ids?.split(' ')).toEqual(expect.arrayContaining(otherIds))
  expect(jobs).toBe(String(ids?.split(' ').length))
})

test('of a key only the newest is sent again, and none while the same work waits', async () => {
  const organizationId = randomUUID()
  const [, newest] = [await die(organizationId, 'once'), await die(organizationId, 'once')]
  isMended = true
  expect(await operate('resend-dead-letters', '--job', job.name)).toEqual([
    'One job runs again, as soon as a worker takes it.',
    'One job stays among the dead letters: the same work waits or runs already.',
  ])
  await until(() => done.includes(newest ?? ''))
  const { jobs } = app.dependencies
  const payload = { organizationId, searchId: randomUUID(), email: '' }
  await app.db.transaction(platformScope(), async (tx) => {
    await jobs.enqueue(tx, job, payload, { key: 'once', startAfterMs: 86_400_000 })
  })
  await expect(operate('resend-dead-letters', '--job', job.name)).rejects.toThrow('the same work waits or runs')
})

/** Dead letters of a job that nobody runs, with their keys and how many days ago they died; their ids. */
async function bury(name: string, ...dead: { key?: string; days?: number }[]): Promise<string[]> {
  return app.db.transaction(platformScope(), async (tx) => {
    const ids: string[] = []
    for (const { key = null, days = 0 } of dead) {
      const { rows } = await sql<{ id: string }>`
        insert into job (name, key, payload, state, died_at)
        values (${name}, ${key}, '{}', 'dead', now() - ${days} * interval '1 day') returning id`.execute(tx)
      ids.push(rows[0]?.id ?? '')
    }
    return ids
  })
}

/** Runs the command while another operator's transaction, which ends in its midst, has the same work wait. */
async function overtake(name: string, key: string, command: () => Promise<string[]>): Promise<string[]> {
  const ask = await openUnfenced(app.database)
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`insert into job (name, key, payload) values ($1, $2, '{}')`, [name, key])
    const running = command()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await Promise.race([running, until(async () => (await ask(waiting)).length > 0)])
    await other.query('commit')
    return await running
  } finally {
    other.release()
  }
}

test('what comes to wait while dead letters are sent leaves that of its key where it is, says so, and stops no other', async () => {
  const [id = ''] = await bury('test.overtaken', { key: 'one' }, { key: 'two' })
  await expect(overtake('test.overtaken', 'one', () => operate('resend-dead-letters', id))).rejects.toThrow(
    'One job stays among the dead letters: the same work waits or runs already. Nothing was changed.',
  )
  await bury('test.overtaken', { key: 'three' })
  expect(
    await overtake('test.overtaken', 'two', () => operate('resend-dead-letters', '--job', 'test.overtaken')),
  ).toEqual([
    'One job runs again, as soon as a worker takes it.',
    '2 jobs stay among the dead letters: the same work waits or runs already.',
  ])
})

test('what died more than a week ago is sent again only if the operator says so', async () => {
  const [young, old = ''] = await bury('test.old', { days: 6 }, { days: 8 }, { days: 60 })
  const stays =
    'among the dead letters, having died more than 7 days ago: a mail as old may be wanted by nobody. To have old jobs run too, add --old.'
  expect(await operate('resend-dead-letters', '--job', 'test.old')).toEqual([
    'One job runs again, as soon as a worker takes it.',
    `2 jobs stay ${stays}`,
  ])
  await expect(operate('resend-dead-letters', old)).rejects.toThrow(`One job stays ${stays} Nothing was changed.`)
  await expect(operate('resend-dead-letters', young ?? '')).rejects.toThrow(
    'No such job lies among the dead letters. Nothing',
  )
  expect(await operate('resend-dead-letters', old, '--old')).toEqual([
    'One job runs again, as soon as a worker takes it.',
  ])
  expect(await operate('resend-dead-letters', '--job', 'test.old', '--old')).toEqual([
    'One job runs again, as soon as a worker takes it.',
  ])
})

test.each([
  { args: ['resend-dead-letters'], says: 'Name one id' },
  { args: ['resend-dead-letters', 'first'], says: 'That is no id' },
  { args: ['resend-dead-letters', randomUUID(), '--job', 'a.b'], says: 'Name one id' },
  { args: ['list-dead-letters', 'a.b'], says: 'add --job NAME' },
  { args: ['list-dead-letters', '--limit', '0'], says: '--limit takes' },
])('$args is refused with a sentence', ({ args, says }) => {
  expect(() => readCommand(args)).toThrow(says)
})
