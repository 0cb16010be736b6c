import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { nameActor, nameTarget, runAsChange, unaudited, type Change } from '../../platform/changes.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db.ts'
import { createIds } from '../../platform/ids.ts'
import { systemRandom } from '../../platform/random.ts'
import { accountScope, installationScope, loginScope, operatorScope, organizationScope } from '../../platform/scopes.ts'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { recordChange } from './record-change.ts'
import { recordOperatorAction } from './record-operator-action.ts'

const { db, pool } = await openTestDatabase()
const newId = createIds(systemClock, systemRandom)

let organizationId: string
let userId: string
beforeAll(async () => {
  organizationId = await makeOrganization()
  userId = await makeAccount()
})

async function makeOrganization(): Promise<string> {
  const id = newId()
  await write(organizationScope(id), sql`insert into organization (id, name, created_at) values (${id}, 'Firm', now())`)
  return id
}

async function makeAccount(): Promise<string> {
  const id = newId()
  await write(loginScope(), sql`insert into account (id, email, created_at) values (${id}, ${id}, now())`)
  return id
}

async function write(scope: Scope, statement: RawBuilder<unknown>): Promise<void> {
  await db.transaction(scope, (tx) => statement.execute(tx))
}

function change(of: Partial<Change> = {}): Change {
  return {
    id: newId(),
    at: new Date('2026-11-02T09:00:00Z'),
    action: 'test',
    target: {},
    actorId: userId,
    impersonatorId: null,
    requestId: newId(),
    clientAddress: '203.0.113.7',
    userAgent: null,
    ...of,
  }
}

interface Kept {
  organization_id: string | null
  actor_id: string | null
  target: Record<string, string>
  account_id: string | null
  client_address: string | null
}

/** The stored entries of a change, as its organization and the operator see them. */
async function kept({ id }: Change, organization = organizationId): Promise<Kept[]> {
  const query = sql<Kept>`
    select audit_entry.organization_id, actor_id, target, account_id, client_address
    from audit_entry left join audit_origin on entry_id = id where id = ${id}`
  const found = []
  for (const scope of [organizationScope(organization), operatorScope()]) {
    found.push(...(await db.transaction(scope, (tx) => query.execute(tx))).rows)
  }
  return found
}

const rename = () => sql`update organization set name = 'Renamed' where id = ${organizationId}`
const look = () => sql`select name from organization where id = ${organizationId}`
const scope = () => organizationScope(organizationId)

describe('an audit entry', () => {
  test('is stored with its change', async () => {
    const made = change()
    await runAsChange(made, { record: recordChange }, () => write(scope(), rename()))

    expect(await kept(made)).toEqual([
      {
        organization_id: organizationId,
        actor_id: userId,
        target: {},
        account_id: userId,
        client_address: '203.0.113.7',
      },
    ])
  })

  test('is rolled back with its change', async () => {
    const made = change()
    const failing = runAsChange(made, { record: recordChange }, () =>
      db.transaction(scope(), async (tx) => {
        await rename().execute(tx)
        throw new Error('no')
      }),
    )

    await expect(failing).rejects.toThrow('no')
    expect(await kept(made)).toEqual([])
  })

  test('is written once, with the first transaction that writes', async () => {
    const made = change()
    await runAsChange(made, { record: recordChange }, async () => {
      await write(scope(), look())
      expect(await kept(made)).toEqual([])
      await write(scope(), rename())
      expect(await kept(made)).toHaveLength(1)
      await write(scope(), rename())
    })

    expect(await kept(made)).toHaveLength(1)
  })

  test('is not written if a statement changed nothing', async () => {
    const made = change()
    await runAsChange(made, { record: recordChange }, () =>
      write(scope(), sql`update organization set name = 'Renamed' where id = ${randomUUID()}`),
    )

    expect(await kept(made)).toEqual([])
  })

  test('is written once if a lost race made the change run again', async () => {
    const made = change()
    let tries = 0
    await runAsChange(made, { record: recordChange }, () =>
      db.transaction(scope(), async (tx) => {
        await rename().execute(tx)
        tries += 1
        if (tries < 3) throw Object.assign(new Error('lost'), { code: '40001' })
      }),
    )

    expect(tries).toBe(3)
    expect(await kept(made)).toHaveLength(1)
  })

  test('is written once if two transactions of a request write side by side', async () => {
    const made = change()
    const other = await makeAccount()
    await runAsChange(made, { record: recordChange }, () =>
      Promise.all([
        write(scope(), rename()),
        write(scope(), sql`update account set first_name = 'Ada' where id = ${other}`),
      ]),
    )

    expect(await kept(made)).toHaveLength(1)
  })

  test('is not written for work that nobody asked for', async () => {
    const made = change()
    await runAsChange(made, { record: recordChange }, () => unaudited(() => write(scope(), rename())))
    expect(await kept(made)).toEqual([])

    await runAsChange(made, { record: recordChange }, async () => {
      await unaudited(() => write(installationScope(), sql`update account set first_name = 'Bo' where id = ${userId}`))
      await write(scope(), rename())
    })
    expect(await kept(made)).toMatchObject([{ organization_id: organizationId }])
  })

  test('is not written for work after the answer', async () => {
    const made = change()
    const answered = Promise.withResolvers<void>()
    let afterwards = Promise.resolve()
    await runAsChange(made, { record: recordChange }, () => {
      afterwards = answered.promise.then(() => write(scope(), rename()))
      return Promise.resolve()
    })
    answered.resolve()
    await afterwards

    expect(await kept(made)).toEqual([])
  })

  test('names the actor and target that the verb found out', async () => {
    const made = change({ actorId: null, target: { id: 'a' } })
    await runAsChange(made, { record: recordChange }, () =>
      db.transaction(loginScope(), async (tx) => {
        nameActor(userId)
        nameTarget({ session: 'b' })
        await sql`update account set first_name = 'Cy' where id = ${userId}`.execute(tx)
      }),
    )

    expect(await kept(made)).toMatchObject([
      { organization_id: null, actor_id: userId, account_id: userId, target: { id: 'a', session: 'b' } },
    ])
  })
})

describe('the log of an entry', () => {
  test.each([
    { name: 'login', in: () => loginScope() },
    { name: 'account', in: () => accountScope(userId) },
    { name: 'installation', in: () => installationScope() },
  ])('is nobody’s in the $name scope', async ({ in: open }) => {
    const made = change()
    await runAsChange(made, { record: recordChange }, () =>
      write(open(), sql`update account set first_name = 'Ed' where id = ${userId}`),
    )

    expect(await kept(made)).toMatchObject([{ organization_id: null, actor_id: userId }])
  })

  test('is nobody’s once the change deleted the organization, which the entry then names', async () => {
    const [made, gone] = [change(), await makeOrganization()]
    await runAsChange(made, { record: recordChange }, () =>
      write(organizationScope(gone), sql`delete from organization where id = ${gone}`),
    )

    expect(await kept(made, gone)).toMatchObject([{ organization_id: null, target: { organization_id: gone } }])
  })

  test('cannot be read or written by others', async () => {
    const [made, other] = [change(), await makeOrganization()]
    await runAsChange(made, { record: recordChange }, () => write(scope(), rename()))
    const seen = async (table: string) => {
      const query = sql`select organization_id from ${sql.table(table)} where organization_id = ${organizationId}`
      const rows = []
      for (const open of [organizationScope(other), loginScope(), installationScope(), accountScope(userId)]) {
        rows.push(...(await db.transaction(open, (tx) => query.execute(tx))).rows)
      }
      return rows
    }

    expect(await seen('audit_entry')).toEqual([])
    expect(await seen('audit_origin')).toEqual([])
    const forge = write(
      organizationScope(other),
      sql`insert into audit_entry (id, organization_id, at, action, target)
        values (${newId()}, ${organizationId}, now(), 'forged', '{}')`,
    )
    await expect(forge).rejects.toThrow('row-level security')
  })
})

describe('the log is append-only', () => {
  test.each(['audit_entry', 'audit_origin'])('%s, for tenants, the operator and the owner', async (table) => {
    const update = `update ${table} set organization_id = null`
    const remove = `delete from ${table}`
    for (const statement of [update, remove]) {
      for (const open of [scope(), loginScope(), operatorScope()]) {
        await expect(write(open, sql.raw(statement))).rejects.toThrow(`${table} is append-only`)
      }
      await expect(pool.query(statement)).rejects.toThrow(`${table} is append-only`)
    }
  })

  test('and goes with its organization', async () => {
    const [made, id] = [change(), await makeOrganization()]
    await runAsChange(made, { record: recordChange }, () =>
      write(organizationScope(id), sql`update organization set name = 'Gone soon' where id = ${id}`),
    )
    expect(await kept(made, id)).toHaveLength(1)
    await write(organizationScope(id), sql`delete from organization where id = ${id}`)

    expect(await kept(made, id)).toEqual([])
  })
})

describe('once somebody’s account is deleted', () => {
  test('the entry stays, without anything that leads to the person', async () => {
    const [made, person] = [change(), await makeAccount()]
    await runAsChange({ ...made, actorId: person }, { record: recordChange }, () => write(scope(), rename()))
    expect(await kept(made)).toMatchObject([{ account_id: person, client_address: '203.0.113.7' }])
    await write(loginScope(), sql`delete from account where id = ${person}`)

    expect(await kept(made)).toMatchObject([{ actor_id: person, account_id: null, client_address: null }])
  })

  test('the entry of the deletion has no origin', async () => {
    const [made, person] = [change(), await makeAccount()]
    await runAsChange({ ...made, actorId: person }, { record: recordChange }, () =>
      write(scope(), sql`delete from account where id = ${person}`),
    )

    expect(await kept(made)).toMatchObject([{ organization_id: organizationId, actor_id: person, account_id: null }])
  })

  test('an impersonation’s origin is the super admin’s', async () => {
    const [made, admin] = [change(), await makeAccount()]
    await runAsChange({ ...made, impersonatorId: admin }, { record: recordChange }, () => write(scope(), rename()))

    expect(await kept(made)).toMatchObject([{ actor_id: userId, account_id: admin }])
  })
})

test('an operator’s action has no actor and is in the log of the organization it concerns', async () => {
  const action = 'operator.make-super-admin' as const
  const target = { user_id: userId }
  for (const open of [operatorScope(), organizationScope(organizationId)]) {
    const id = newId()
    await db.transaction(open, (tx) =>
      recordOperatorAction(tx, { clock: systemClock, newId: () => id }, { action, organizationId, target }),
    )
    expect(await kept(change({ id }))).toMatchObject([{ organization_id: organizationId, actor_id: null, target }])
  }
})
