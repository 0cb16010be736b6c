// Also on the embedded database: there a transaction takes the tenant’s role by itself.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { afterCommit, assertNoTransaction, findOpenTransaction, type Scope, type Tx } from './db.ts'
import { accountScope, installationScope, loginScope, organizationScope } from './scopes.ts'
import { pipelineStatements } from './pipeline-statements.ts'

const database = await openTestDatabase()
const { db, pool } = database

function pgError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('each scope says who it is for, and leaves nothing on the connection', async () => {
  const [organizationId, userId] = [randomUUID(), randomUUID()]
  const read = sql`select app_scope() as scope, app_organization_id() as organization, app_user_id() as "user"`
  const seen = []
  for (const scope of [organizationScope(organizationId), accountScope(userId), loginScope()]) {
    const { rows } = await db.transaction(scope, (tx) => read.execute(tx))
    seen.push(rows[0])
  }
  expect(seen).toEqual([
    { scope: 'organization', organization: organizationId, user: null },
    { scope: 'account', organization: null, user: userId },
    { scope: 'login', organization: null, user: null },
  ])
  const { rows } = await pool.query(`select app_scope() as scope, current_user = session_user as is_self`)
  expect(rows).toEqual([{ scope: null, is_self: true }])
})

test('a scope accepts only UUIDs', () => {
  expect(() => organizationScope("' or true --")).toThrow('A scope needs a UUID')
})

test('no transaction runs as a superuser or past row-level security', async () => {
  const mine = sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`
  const { rows } = await db.transaction(installationScope(), (tx) => mine.execute(tx))
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
})

test('a tenant can neither see, change nor add rows of another', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()]
  const add = (id: string) => sql`insert into organization (id, name, created_at) values (${id}, 'o', now())`
  for (const id of [ours, theirs]) await db.transaction(organizationScope(id), (tx) => add(id).execute(tx))
  const both = sql`select id from organization where id in (${ours}, ${theirs})`
  expect((await db.transaction(organizationScope(ours), (tx) => both.execute(tx))).rows).toEqual([{ id: ours }])
  expect((await db.transaction(installationScope(), (tx) => both.execute(tx))).rows).toEqual([])
  const rename = sql`update organization set name = 'taken' where id = ${theirs}`
  const renamed = await db.transaction(organizationScope(ours), (tx) => rename.execute(tx))
  expect(renamed.numAffectedRows).toBe(0n)
  const forge = db.transaction(organizationScope(ours), (tx) => add(randomUUID()).execute(tx))
  await expect(forge).rejects.toThrow('row-level security')
})

test('every table with an organization is fenced by forced row-level security', async () => {
  const { rows } = await pool.query(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and a.attnotnull
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`)
  expect(rows).toEqual([])
})

test('a transaction inside another is refused', async () => {
  const nested = db.transaction(loginScope(), () => db.transaction(loginScope(), async () => {}))
  await expect(nested).rejects.toThrow('A second transaction was opened inside an open transaction (login)')
})

test('code can tell that it runs inside a transaction, and only until it ends', async () => {
  let later: () => void = () => {}
  await db.transaction(loginScope(), async () => {
    expect(() => assertNoTransaction('A page was fetched')).toThrow('A page was fetched inside an open transaction')
    const { promise, resolve } = Promise.withResolvers<void>()
    later = resolve
    void promise.then(() => expect(findOpenTransaction()).toBeUndefined())
  })
  later()
  expect(() => assertNoTransaction('A page was fetched')).not.toThrow()
})

test('an after-commit hook runs after the commit, and never after a rollback', async () => {
  const happened: string[] = []
  await db.transaction(loginScope(), async (tx) => {
    afterCommit(tx, () => happened.push('committed'))
    expect(happened).toEqual([])
  })
  const failing = db.transaction(loginScope(), async (tx) => {
    afterCommit(tx, () => happened.push('rolled back'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(happened).toEqual(['committed'])
})

test.each(['40001', '40P01', '23503'])('a transaction that lost a race (%s) is tried three times', async (code) => {
  let tries = 0
  const lucky = db.transaction(loginScope(), async () => {
    tries += 1
    if (tries < 3) throw pgError(code)
    return 'through'
  })
  expect(await lucky).toBe('through')
  tries = -10
  await expect(db.transaction(loginScope(), async () => { tries += 1; throw pgError(code) })).rejects.toThrow(code) // oxfmt-ignore
  expect(tries).toBe(-7)
})

test('an error inside a transaction leaves its connection usable', async () => {
  const failing = db.transaction(loginScope(), (tx) => sql`select 1 / 0`.execute(tx))
  await expect(failing).rejects.toThrow('division by zero')
  const { rows } = await db.transaction(loginScope(), (tx) => sql`select 1 as one`.execute(tx))
  expect(rows).toEqual([{ one: 1 }])
})

test('statements sent together are answered in order, and the first failure is the one thrown', async () => {
  const name = `together_${randomUUID().slice(0, 8)}`
  await pool.query(`create table ${name} (n integer)`)
  onTestFinished(async () => void (await pool.query(`drop table ${name}`)))
  const add = sql`insert into ${sql.table(name)} values (1)`
  const count = sql`select count(*)::integer as count from ${sql.table(name)}`
  const counts = await db.transaction(installationScope(), async (tx) => {
    const [before, , after] = await pipelineStatements([count.execute(tx), add.execute(tx), count.execute(tx)])
    return [before.rows, after.rows]
  })
  expect(counts).toEqual([[{ count: 0 }], [{ count: 1 }]])
  const failing = db.transaction(installationScope(), (tx) =>
    pipelineStatements([add.execute(tx), sql`select 1 / 0`.execute(tx), add.execute(tx)]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  expect((await pool.query(`select n from ${name}`)).rows).toEqual([{ n: 1 }])
})

test('a transaction with mayBeLost does not wait for the disk, and the next on its connection does', async () => {
  // The cluster of these tests never waits for the disk by default.
  await pool.query('set synchronous_commit = on')
  const read = async (tx: Tx) =>
    (await sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`.execute(tx)).rows[0]?.waits
  expect(await db.transaction(loginScope(), read)).toBe('on')
  expect(await db.transaction(loginScope(), read, { mayBeLost: true })).toBe('off')
  expect(await db.transaction(loginScope(), read)).toBe('on')
})

test('a statement sent after its transaction ended is refused', async () => {
  const late = await db.transaction(loginScope(), (tx) => Promise.resolve({ tx }))
  await expect(sql`select 1`.execute(late.tx)).rejects.toThrow()
  let straggler: Promise<unknown> = Promise.resolve()
  const failing = db.transaction(loginScope(), async (tx) => {
    straggler = setImmediate().then(() => sql`select 1`.execute(tx))
    straggler.catch(() => 'looked at below')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(straggler).rejects.toThrow()
})

test('no statement runs where the scope could not be set, and the error says why', async () => {
  const { name, settings } = loginScope()
  const broken = { name, settings: { ...settings, 'no such setting': '' } } as unknown as Scope
  const working = db.transaction(broken, (tx) => sql`select 1`.execute(tx))
  await expect(working).rejects.toThrow('configuration parameter')
  await expect(db.transaction(broken, async () => {})).rejects.toThrow('configuration parameter')
  const { rows } = await db.transaction(loginScope(), (tx) => sql`select app_scope() as scope`.execute(tx))
  expect(rows).toEqual([{ scope: 'login' }])
})

test('a swallowed database error cannot commit half the work', async () => {
  const name = `half_${randomUUID().slice(0, 8)}`
  await pool.query(`create table ${name} (n integer)`)
  onTestFinished(async () => void (await pool.query(`drop table ${name}`)))
  const swallowing = db.transaction(installationScope(), async (tx) => {
    await sql`insert into ${sql.table(name)} values (1)`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => 'swallowed')
  })
  await expect(swallowing).rejects.toThrow()
  expect((await pool.query(`select * from ${name}`)).rows).toEqual([])
})
