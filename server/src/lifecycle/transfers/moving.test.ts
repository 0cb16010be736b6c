import * as contract from '@leadlight/contract/guests'
import { getLead, listLeads, starLead } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { createProject, updateProject } from '@leadlight/contract/projects'
import { createIntentSignal, listIntentSignals } from '@leadlight/contract/signals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../core/events/announce.ts'
import { organizationScope, transferScope } from '../../platform/scopes.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { mintReceiver, offer, offerProject } from '@leadlight/testing/offered-project'
import { buildProject, type Amounts, type BuiltProject } from '@leadlight/testing/project-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { moveProject } from './move-project.ts'

/** The tables whose rows do not move, except for the offer itself. */
const LEFT_BEHIND = [
  'project_guest',
  'guest_cap',
  'event',
  'undo',
  'prospect_undo',
  'project_transfer',
  'signal_monitor',
  'monitor_candidate',
  'watch_project',
  'watch_stretch',
  'project_key',
  'receiving_address',
  'outbox_reader',
  'webhook',
  'webhook_message',
  'webhook_delivery',
  'webhook_try',
  'notification_setting',
  'notification_mail',
  'notification_lead',
  'slack_connection',
  'slack_journey',
  'slack_channel_config',
  'slack_channel',
  'slack_message',
  'slack_press',
  'slack_status_entry',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
async function handOver(sender: TestOrganization, receiver: TestOrganization, projectId: string): Promise<void> {
  const id = await offer(sender, projectId, receiver.email)
  await receiver.call(contract.acceptTransfer, { params: { id } })
}

/** The tables that name an organization, and whether they name a project; without the audit log, which stays. */
async function listTenantTables(): Promise<{ name: string; namesProject: boolean }[]> {
  const { rows } = await app.database.pool.query<{ name: string; namesProject: boolean }>(`
    select c.relname as name,
      exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id') as "namesProject"
    from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('audit_entry', 'audit_origin') order by 1`)
  return rows
}

/** Resolves once a transaction waits for another's lock. */
async function untilSomebodyWaits(): Promise<void> {
  const ask = await openUnfenced(app.database)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await ask(waiting)).length > 0)
}

type Counts = Record<string, number>

/** How many rows of each table the organization sees in its own scope; given a project, only its rows. */
async function countSeen(organizationId: string, projectId?: string): Promise<Counts> {
  const counts: Counts = {}
  for (const { name, namesProject } of await listTenantTables()) {
    if (projectId !== undefined && !namesProject) continue
    const condition = projectId === undefined ? sql`true` : sql`project_id = ${projectId}`
    const { rows } = await app.db.transaction(organizationScope(organizationId), (tx) =>
      sql<{ count: string }>`select count(*) as count from ${sql.table(name)} where ${condition}`.execute(tx),
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

function without(counts: Counts, names: readonly string[]): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !names.includes(name)))
}

function sum(one: Counts, other: Counts): Counts {
  return Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + (other[name] ?? 0)]))
}

describe('a moved project', () => {
  test('takes every row with it, whatever is in it, and none of its neighbours’', async () => {
    const ask = await openUnfenced(app.database)
    const some = fc.record<Amounts>({
      signals: fc.integer({ min: 1, max: 3 }),
      leadsPerSignal: fc.integer({ min: 1, max: 4 }),
      others: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(some, some, some, async (ofMoved, ofStaying, ofThere) => {
        const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
        const moved = await buildProject(app, sender, ofMoved)
        const staying = await buildProject(app, sender, ofStaying)
        const there = await buildProject(app, receiver, ofThere)
        const seenBy = (organization: TestOrganization) => countSeen(organization.organizationId)
        const [senderHad, receiverHad] = [await seenBy(sender), await seenBy(receiver)]
        const movedHad = await countSeen(sender.organizationId, moved.projectId)
        const stayingHad = await countSeen(sender.organizationId, staying.projectId)
        const thereHad = await countSeen(receiver.organizationId, there.projectId)
        await handOver(sender, receiver, moved.projectId)

        // The ledger stays: the sender paid.
        const { credit_entry: spent = 0, ...had } = movedHad
        const { credit_entry: left, ...oldSees } = await countSeen(sender.organizationId, moved.projectId)
        expect(spent).toBe(ofMoved.others)
        expect(left).toBe(spent)
        expect(Object.values(oldSees).every((count) => count === 0)).toBe(true)
        const newSees = await countSeen(receiver.organizationId, moved.projectId)
        expect(without(newSees, LEFT_BEHIND)).toEqual(without({ ...had, credit_entry: 0 }, LEFT_BEHIND))
        const stranded = LEFT_BEHIND.filter((name) => newSees[name] !== 0)
        expect(stranded).toEqual(['project_transfer'])
        expect(await countSeen(sender.organizationId, staying.projectId)).toEqual(stayingHad)
        expect(await countSeen(receiver.organizationId, there.projectId)).toEqual(thereHad)
        // Tables that name no project move too: together the two have what they had.
        const [senderHas, receiverHas] = [await seenBy(sender), await seenBy(receiver)]
        const [together, before] = [sum(senderHas, receiverHas), sum(senderHad, receiverHad)]
        expect(without(together, LEFT_BEHIND)).toEqual(without(before, LEFT_BEHIND))
        for (const table of ['lead_match', 'judgement', 'search']) {
          const rows = await ask<{ owner: string }>(
            `select distinct organization_id as owner from ${table} where intent_signal_id = any($1)`,
            [moved.signalIds],
          )
          expect(rows).toEqual([{ owner: receiver.organizationId }])
        }
      }),
      { numRuns: 6 },
    )
  })

  test('works in its new organization as before, and is missing in the old one', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, leadIds } = await buildProject(app, sender, { signals: 1, leadsPerSignal: 3, others: 1 })
    const [id = ''] = leadIds
    await handOver(sender, receiver, projectId)

    const params = { projectId }
    expect((await receiver.call(listLeads, { params })).total).toBe(3)
    expect((await receiver.call(getLead, { params: { projectId, id } })).matches).toHaveLength(1)
    expect(await receiver.call(listIntentSignals, { params })).toHaveLength(1)
    await receiver.call(starLead, { params: { projectId, id }, body: { starred: true } })
    await receiver.call(createIntentSignal, { params, body: { intent_signal: 'Bakers asking for an oven' } })
    await receiver.call(updateProject, { params: { id: projectId }, body: { name: 'Ours now' } })
    for (const path of [`/api/v1/leads/${projectId}`, `/api/v1/leads/${projectId}/lead/${id}`]) {
      expect((await sender.request('GET', path)).problem()).toMatchObject({ status: 404, code: 'project_not_found' })
    }
  })

  test('costs nothing: both balances and both ledgers stay as they were', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId } = await buildProject(app, sender, { signals: 1, leadsPerSignal: 1, others: 3 })
    const ask = await openUnfenced(app.database)
    const entries = () =>
      ask(`select * from credit_entry where organization_id in ($1, $2) order by id`, [
        sender.organizationId,
        receiver.organizationId,
      ])
    const balances = async () => [await sender.call(getCredits), await receiver.call(getCredits)]
    const [entriesBefore, balancesBefore] = [await entries(), await balances()]
    await handOver(sender, receiver, projectId)

    expect(await entries()).toEqual(entriesBefore)
    expect(await balances()).toEqual(balancesBefore)
  })

  test('leaves its guests, their cap and undo behind', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId } = await buildProject(app, sender, { signals: 1, leadsPerSignal: 2, others: 1 })
    const guest = await sender.member('GUEST', { projectIds: [projectId] })
    const reply = await sender.request('POST', `/api/v1/leads/${projectId}/mark_leads_as_read`, {
      body: { filter: {} },
    })
    const { undo_token } = reply.body as { undo_token: string }
    await handOver(sender, receiver, projectId)

    expect((await guest.request('GET', `/api/v1/project/${projectId}`)).status).toBe(404)
    const params = { projectId }
    expect(await receiver.call(contract.getGuestsAccess, { params })).toEqual({ guests: [], monthly_credit_cap: null })
    const undone = await receiver.request('POST', `/api/v1/leads/${projectId}/undo`, { body: { undo_token } })
    expect(undone.problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
  })

  test('does not tell the receiver whom else it was once offered to', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId } = await offerProject(sender, { email: 'former-favourite@example.com' })
    await sender.call(contract.cancelTransfer, { params: { id: projectId } })
    await handOver(sender, receiver, projectId)

    const ask = await openUnfenced(app.database)
    const rows = await ask(`select email, state from project_transfer where project_id = $1`, [projectId])
    expect(rows).toEqual([{ email: receiver.email, state: 'accepted' }])
  })

  test('ends the former organization’s event streams and tells them nothing more', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { id: projectId } = await sender.project()
    const headers = { authorization: `Bearer ${sender.token}` }
    const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers })
    await handOver(sender, receiver, projectId)
    const payload = { type: 'source' as const, platform: 'feed', source: 'kept-from-strangers', error: null }
    await app.db.transaction(organizationScope(receiver.organizationId), (tx) =>
      announce(tx, receiver.organizationId, { projectId, payload, now: app.clock.now() }),
    )
    const ticking = setInterval(() => void app.clock.advance(500), 2)
    const heard = await response.text().finally(() => clearInterval(ticking))

    expect(heard).not.toContain('kept-from-strangers')
  })
})

describe('a write at the same moment', () => {
  test('by somebody who still saw the project is refused as missing and leaves nothing behind', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { id: projectId } = await sender.project()
    const { promise: hasMoved, resolve: tellMoved } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
    const [fromOrganizationId, toOrganizationId] = [sender.organizationId, receiver.organizationId]
    const left = { projectName: 'Tea', how: 'taken', userId: receiver.userId } as const
    const moving = app.db.transaction(transferScope(toOrganizationId, projectId), async (tx) => {
      await moveProject(tx, app.dependencies, { projectId, fromOrganizationId, toOrganizationId, left })
      tellMoved()
      await mayCommit
    })
    // Whoever writes before the project's row is locked is simply first, and nobody waits for anybody.
    await Promise.race([hasMoved, moving])
    const path = `/api/v1/intent_signals/${projectId}`
    const writing = sender.request('POST', path, { body: { intent_signal: 'People asking for tea', search_days: 30 } })
    try {
      if (app.database.kind === 'postgres') await untilSomebodyWaits()
    } finally {
      letCommit()
    }
    await moving
    expect((await writing).problem()).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await receiver.call(listIntentSignals, { params: { projectId } })).toEqual([])
  })

  test('goes to one side or is refused, and nothing is lost', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    const path = `/api/v1/intent_signals/${projectId}`
    const write = (n: number) =>
      sender.request('POST', path, { body: { intent_signal: `People asking for thing ${n}`, search_days: 30 } })
    const [accepted, ...written] = await Promise.all([
      receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`),
      ...Array.from({ length: 12 }, (_, n) => write(n)),
    ])

    expect(accepted.status).toBe(200)
    const made = written.filter(({ status }) => status === 201)
    const missed = written.filter(({ status }) => status === 404)
    expect(made.length + missed.length).toBe(12)
    expect(await receiver.call(listIntentSignals, { params: { projectId } })).toHaveLength(made.length)
  })

  test('never takes an organization beyond its project limit', async () => {
    const receiver = await mintReceiver(app)
    await app.db.transaction(organizationScope(receiver.organizationId), (tx) =>
      sql`
        insert into project (id, organization_id, name, created_at, updated_at)
        select gen_random_uuid(), ${receiver.organizationId}, 'One of many', now(), now()
        from generate_series(1, 199)`.execute(tx),
    )
    const offers = []
    for (let n = 0; n < 4; n += 1) offers.push(await offerProject(await app.organization(), receiver))
    const replies = await Promise.all([
      ...offers.map(({ transferId }) => receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`)),
      receiver.request('POST', createProject.path, { body: {} }),
    ])

    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(4)
  })
})

describe("a transfer's scope", () => {
  let sender: TestOrganization
  let receiver: TestOrganization
  let moving: BuiltProject
  let staying: BuiltProject
  beforeAll(async () => {
    ;[sender, receiver] = [await app.organization(), await mintReceiver(app)]
    moving = await buildProject(app, sender, { signals: 1, leadsPerSignal: 1, others: 1 })
    staying = await buildProject(app, sender, { signals: 1, leadsPerSignal: 1, others: 1 })
  })

  const inside = (statement: ReturnType<typeof sql>) =>
    app.db.transaction(transferScope(receiver.organizationId, moving.projectId), (tx) => statement.execute(tx))

  test('sees of the other organization only that project, its searches and its monitors', async () => {
    const seen: Record<string, unknown[]> = {}
    for (const { name } of await listTenantTables()) {
      const { rows } = await inside(
        sql`select * from ${sql.table(name)} where organization_id = ${sender.organizationId}`,
      )
      if (rows.length > 0) seen[name] = rows
    }
    const organizations = await inside(sql`select id from organization`)

    expect(Object.keys(seen).toSorted()).toEqual(['project', 'search', 'signal_monitor'])
    expect(seen['project']).toMatchObject([{ id: moving.projectId }])
    expect(seen['search']).toMatchObject([{ project_id: moving.projectId }])
    expect(organizations.rows).toEqual([{ id: receiver.organizationId }])
  })

  test('cannot change or delete the project where it is, or take another with it', async () => {
    const rename = inside(sql`update project set name = 'taken' where id = ${moving.projectId}`)
    await expect(rename).rejects.toThrow('row-level security')
    const elsewhere = await sender.foreign()
    const give = inside(
      sql`update project set organization_id = ${elsewhere.organizationId} where id = ${moving.projectId}`,
    )
    await expect(give).rejects.toThrow('row-level security')
    for (const statement of [
      sql`delete from project where id = ${moving.projectId}`,
      sql`update project set organization_id = ${receiver.organizationId} where id = ${staying.projectId}`,
      sql`update search set state = 'stopped' where organization_id = ${sender.organizationId}`,
    ]) {
      expect((await inside(statement)).numAffectedRows).toBe(0n)
    }
  })

  test('is the only one that may move a project: no organization’s scope takes one or gives one away', async () => {
    const take = sql`update project set organization_id = ${receiver.organizationId} where id = ${moving.projectId}`
    const taken = await app.db.transaction(organizationScope(receiver.organizationId), (tx) => take.execute(tx))
    expect(taken.numAffectedRows).toBe(0n)
    const given = app.db.transaction(organizationScope(sender.organizationId), (tx) => take.execute(tx))
    await expect(given).rejects.toThrow('row-level security')
  })
})
