import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await operate('resend-dead-letters', '--job', job.name)
  await until(() => others.every((search) => done.includes(search)))
  expect(await deadIds()).toEqual(new Map())
  const ask = await openUnfenced(app.database)
  const [first] = await ask(
    `select target from audit_entry where action = 'operator.resend-dead-letters' order by at, id`,
  )
  expect(first).toEqual({ target: { jobs: '1' } })
  isMended = false
})

test('of a key only the newest is sent again, and none while the same work waits', async () => {
  const organizationId = randomUUID()
  const [, newest] = [await die(organizationId, 'once'), await die(organizationId, 'once')]
  isMended = true
  expect(await operate('resend-dead-letters', '--job', job.name)).toEqual([
    'One job runs again, as soon as a worker takes it.',
  ])
  await until(() => done.includes(newest ?? ''))
  const { jobs } = app.dependencies
  const payload = { organizationId, searchId: randomUUID(), email: '' }
  await app.db.transaction(platformScope(), async (tx) => {
    await jobs.enqueue(tx, job, payload, { key: 'once', startAfterMs: 86_400_000 })
  })
  await expect(operate('resend-dead-letters', '--job', job.name)).rejects.toThrow('the same work waits already')
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
