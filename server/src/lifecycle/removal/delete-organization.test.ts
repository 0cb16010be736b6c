import { login, me } from '@leadlight/contract/accounts'
import { sendFeedback } from '@leadlight/contract/installation'
import { createOrganization, deleteOrganization, getCredits, getOrganization } from '@leadlight/contract/organization'
import { createProject } from '@leadlight/contract/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findWords, listTables, openUnfenced, type Ask } from '@leadlight/testing/open-unfenced'
import { createHeldWorker } from '@leadlight/testing/held-worker'
import { mintReceiver, offer, offerProject } from '@leadlight/testing/offered-project'
import { buildProject } from '@leadlight/testing/project-builder'
import { startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { eraseOrganization } from './erase-organization.ts'

const SOME = { signals: 2, leadsPerSignal: 3, others: 2 }

const worker = createHeldWorker()
let fixture: SearchFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '100' }, worker.checkpoint)
  app = fixture.app
})
afterAll(() => fixture.close())

const nameOf = ({ email }: TestOrganization) => `Firm of ${email}`
const remove = (client: TestClient, name: string) => client.request('POST', deleteOrganization.path, { body: { name } })

/**
 * The places that still name the organization. Leaves out jobs, which name its id for an hour more and do nothing, and
 * the audit entry of its deletion, which is in nobody's log.
 */
async function findOrganization(ask: Ask, { organizationId }: TestOrganization): Promise<string[]> {
  const entries = await ask(
    `select from audit_entry where audit_entry::text like '%' || $1 || '%'
      and not (organization_id is null and action = 'deleteOrganization')`,
    [organizationId],
  )
  const isAside = (table: string) => ['public.job', 'public.audit_entry'].includes(table)
  const found = (await findWords(ask, organizationId)).filter((table) => !isAside(table))
  return entries.length > 0 ? [...found, 'public.audit_entry'] : found
}

async function countRows(ask: Ask): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await listTables(ask)) {
    const rows = await ask<{ count: string }>(`select count(*) as count from ${table}`)
    counts[table] = Number(rows[0]?.count)
  }
  return counts
}

describe('deleting an organization', () => {
  test('leaves nothing of it but its people’s accounts', async () => {
    const organization = await app.organization()
    const colleague = await organization.member('MEMBER')
    const ask = await openUnfenced(app.database)
    const { projectId } = await buildProject(app, organization, SOME, 'kingfisher')
    await offerProject(organization, { email: 'kingfisher@example.com' }, 'Also kingfisher')
    await colleague.call(sendFeedback, { query: { feedback: 'More kingfisher, please' } })
    await organization.call(getCredits)
    expect((await findWords(ask, 'kingfisher')).length).toBeGreaterThan(12)
    expect((await findOrganization(ask, organization)).length).toBeGreaterThan(15)
    expect((await remove(organization, `  ${nameOf(organization)} `)).status).toBe(204)

    // Posts belong to the installation: their words were public before anybody searched for them.
    expect(await findWords(ask, 'kingfisher')).toEqual(['public.post', 'public.post_words'])
    expect(await findOrganization(ask, organization)).toEqual([])
    // A change notice of its project is kept for an hour, for workers that listen for it.
    expect(await findWords(ask, projectId)).toEqual(['public.monitoring_change'])
    for (const person of [organization, colleague]) {
      expect((await person.call(me)).organization_membership).toBeNull()
      expect((await person.request('GET', getOrganization.path)).problem().detail).toBe('Organization not found')
      await app.call(login, { body: { username: person.email, password: TEST_PASSWORD } })
    }
    await colleague.call(createOrganization, { body: { name: 'A new beginning' } })
  })

  test('leaves every row of other organizations as it was', async () => {
    const [organization, other] = [await app.organization(), await app.organization()]
    await buildProject(app, other, SOME)
    const ask = await openUnfenced(app.database)
    const before = await countRows(ask)
    const gone = await app.organization()
    await remove(gone, nameOf(gone))
    const after = await countRows(ask)

    expect(await other.call(getOrganization)).toMatchObject({ id: other.organizationId })
    expect(await organization.call(getOrganization)).toMatchObject({ id: organization.organizationId })
    // The rows of the person who registered, signed in, made an organization and deleted it, which is logged.
    const more: Record<string, number> = { account: 1, session: 1, closed_account: 1, audit_entry: 3, audit_origin: 3 }
    const expected = Object.entries(before).map(
      ([table, count]) => [table, count + (more[table.slice(7)] ?? 0)] as const,
    )
    const isOurs = ([table]: readonly [string, number]) => !['public.rate_limit', 'public.job'].includes(table)
    expect(Object.entries(after).filter(isOurs)).toEqual(expected.filter(isOurs))
  })

  test.each(['', 'Firm', 'firm of', 'FIRM OF SOMEBODY', 'x'.repeat(200)])(
    'is refused when %j is typed, and deletes nothing',
    async (name) => {
      const organization = await app.organization()
      const reply = await remove(organization, name)

      expect(reply.problem()).toMatchObject({ status: 422, code: 'name_mismatch', errors: [{ path: 'body.name' }] })
      expect(await organization.call(getOrganization)).toMatchObject({ id: organization.organizationId })
    },
  )

  test('accepts the name as a browser shows it: outer and repeated white space does not count', async () => {
    const organization = await app.organization()
    const reply = await remove(organization, `  ${nameOf(organization).replaceAll(' ', '  \u00a0')} `)
    expect(reply.status).toBe(204)
  })

  test('is only for its admins', async () => {
    const organization = await app.organization()
    const name = nameOf(organization)
    for (const role of ['GUEST', 'MEMBER'] as const) {
      const reply = await remove(await organization.member(role), name)
      expect(reply.problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    }
    expect((await remove(await app.user(), name)).problem()).toMatchObject({ code: 'organization_required' })
    expect((await remove(app, name)).status).toBe(401)
    expect((await remove(await organization.foreign(), name)).problem().code).toBe('name_mismatch')
    expect((await remove(await organization.member('ADMIN'), name)).status).toBe(204)
  })

  test('happens once, and leaves behind nothing that is made at the same moment', async () => {
    const organization = await app.organization()
    await buildProject(app, organization, SOME)
    const receiver = await mintReceiver(app)
    const { id: offered } = await organization.project()
    const transferId = await offer(organization, offered, receiver.email)
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => remove(organization, nameOf(organization))),
      ...Array.from({ length: 6 }, () => organization.request('POST', createProject.path, { body: {} })),
      receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`),
    ])

    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(replies.slice(0, 3).some(({ status }) => status === 204)).toBe(true)
    expect(await findOrganization(await openUnfenced(app.database), organization)).toEqual([])
  })

  test('withdraws its offers to other organizations', async () => {
    const [organization, receiver] = [await app.organization(), await mintReceiver(app)]
    const { transferId } = await offerProject(organization, receiver)
    await remove(organization, nameOf(organization))

    const reply = await receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`)
    expect(reply.problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
  })
})

describe('deleted while a worker searches,', () => {
  test.each(['before collect', 'before hold', 'before judge', 'judged'])(
    '%s, an organization is gone whole and the worker ends quietly',
    async (place) => {
      const organization = await app.organization()
      const ask = await openUnfenced(app.database)
      const { ended } = await searchUntil(organization, place)
      expect((await remove(organization, nameOf(organization))).status).toBe(204)
      expect(await findOrganization(ask, organization)).toEqual([])

      await endWork()
      expect(await findOrganization(ask, organization)).toEqual([])
      expect(await ended()).toBe('done')
    },
  )

  test('an organization can be erased in a larger transaction, and is back whole if that fails', async () => {
    const organization = await app.organization()
    const { organizationId } = organization
    const ask = await openUnfenced(app.database)
    await buildProject(app, organization, SOME)
    await searchUntil(organization, 'judged')
    const before = await findOrganization(ask, organization)
    const erase = (fails: boolean) =>
      app.db.transaction(organizationScope(organizationId), async (tx) => {
        await eraseOrganization(tx, app.dependencies.matching, organizationId)
        if (fails) throw new Error('something else failed')
      })
    await expect(erase(true)).rejects.toThrow('something else failed')
    expect(await findOrganization(ask, organization)).toEqual(before)
    await erase(false)
    await erase(false)

    expect(await findOrganization(ask, organization)).toEqual([])
    await endWork()
    expect(await findOrganization(ask, organization)).toEqual([])
  })

  /** Starts a search of a new project and waits until its worker stops at the given point. */
  async function searchUntil(organization: TestOrganization, place: string) {
    worker.pauseAt(place)
    const { searchId } = await startSearch(organization)
    await untilSo(() => worker.hasArrived())
    const find = `select state from job where name = 'matching.run-search' and payload ->> 'searchId' = '${searchId}'`
    /** How the job of the search ended. */
    const ended = () =>
      until(async () => {
        const { rows } = await app.database.pool.query<{ state: string }>(find)
        return rows[0] === undefined ? 'done' : rows[0].state === 'dead' && 'dead'
      })
    return { ended }
  }

  async function endWork(): Promise<void> {
    worker.release()
    await untilSo(() => worker.isOver())
  }

  /** Moves time on while it waits, so that a sleeping worker continues. */
  function untilSo(isSo: () => boolean): Promise<boolean> {
    return until(async () => {
      await app.clock.advance(1_000)
      return isSo()
    })
  }
})

describe('the installation’s ledger', () => {
  /** What was granted, charged and reserved, and what accounts have, with the sums of closed accounts. */
  async function addUp(ask: Ask) {
    const [row] = await ask<Record<string, string>>(`
      select (select coalesce(sum(amount), 0) from credit_entry where kind = 'grant')
          + (select coalesce(sum(granted), 0) from closed_account) as granted,
        (select -coalesce(sum(amount), 0) from credit_entry where kind = 'charge')
          + (select coalesce(sum(charged), 0) from closed_account) as charged,
        (select -coalesce(sum(amount), 0) from credit_entry where kind in ('hold', 'release')) as held,
        (select coalesce(sum(balance), 0) from credit_account) as balances,
        (select coalesce(sum(forfeited), 0) from closed_account) as forfeited`)
    const of = (name: string) => Number(row?.[name])
    const sums = { granted: of('granted'), charged: of('charged'), forfeited: of('forfeited') }
    return { ...sums, isBalanced: sums.granted === sums.charged + sums.forfeited + of('held') + of('balances') }
  }

  test('adds up after an organization is deleted, whose sums are kept without its name', async () => {
    const ask = await openUnfenced(app.database)
    const organization = await app.organization()
    const { organizationId, userId } = organization
    const { ledger } = app.dependencies
    const occasion = {
      what: 'A draft for the kingfisher',
      work: 'draft' as const,
      signalId: null,
      projectId: null,
      accountId: userId,
      role: null,
    }
    await app.db.transaction(organizationScope(organizationId), async (tx) => {
      for (const key of ['settled', 'open']) {
        await reserveCredits(tx, ledger, organizationId, { key, amount: 30_000, occasion })
      }
      await settleReservation(tx, ledger, organizationId, { key: 'settled', used: 12_345 })
    })
    const before = await addUp(ask)
    expect(before.isBalanced).toBe(true)
    const closedBefore = await ask<{ id: string }>('select id from closed_account')
    await remove(organization, nameOf(organization))
    const after = await addUp(ask)

    expect(after).toEqual({ ...before, forfeited: before.forfeited + 100_000 - 12_345 })
    const [closed] = await ask(`select * from closed_account where id <> all($1)`, [closedBefore.map(({ id }) => id)])
    expect(Object.keys(closed ?? {}).toSorted()).toEqual(['charged', 'closed_on', 'forfeited', 'granted', 'id'])
    expect(closed).toMatchObject({ granted: '100000', charged: '12345', forfeited: '87655' })
    const own = ['public.account', 'public.audit_entry', 'public.audit_origin', 'public.session']
    expect(await findWords(ask, userId)).toEqual(own)
  })
})
