import * as contract from '@leadlight/contract/leads'
import { listAuditLog } from '@leadlight/contract/team'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function siteWith(count: number) {
  const site = await mintLeadSite(app)
  return {
    site,
    ids: await buildLeads(
      app,
      site,
      Array.from({ length: count }, () => ({})),
    ),
  }
}

function markDeleted(site: LeadSite, key: string, selection: contract.BulkSelection = { filter: {} }) {
  const { projectId, organization } = site
  const headers = { 'idempotency-key': key }
  return organization.ask(contract.markDeleted, { params: { projectId }, body: selection }, { headers })
}

function undo({ projectId, organization }: LeadSite, undo_token: string, key: string) {
  const headers = { 'idempotency-key': key }
  return organization.ask(contract.undoLeads, { params: { projectId }, body: { undo_token } }, { headers })
}

/** How many of the leads are deleted, and how often that was noted in their histories. */
async function deletions(site: LeadSite): Promise<{ deleted: number; noted: number; undone: number }> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ deleted: number; noted: number; undone: number }>`
      select (select count(*)::int from lead where project_id = ${site.projectId} and deleted) as deleted,
        (select count(*)::int from lead_history join lead on lead.id = lead_id
          where project_id = ${site.projectId} and kind = 'deleted') as noted,
        (select count(*)::int from lead_history join lead on lead.id = lead_id
          where project_id = ${site.projectId} and kind = 'undone') as undone`.execute(tx),
  )
  return rows[0]!
}

/** Has the call wait for a lead that somebody else has locked, and then cuts its connection to the database. */
async function cutInTheMiddle<Reply>(site: LeadSite, leadId: string, call: () => Promise<Reply>): Promise<Reply> {
  const { pool } = app.database
  const locking = await pool.connect()
  try {
    await locking.query("begin; select set_config('app.scope', 'organization', true)")
    await locking.query("select set_config('app.organization_id', $1, true)", [site.organizationId])
    await locking.query('select from lead where id = $1 for update', [leadId])
    const { rows: own } = await locking.query<{ pid: number }>('select pg_backend_pid() as pid')
    const called = call()
    await until(async () => {
      const { rowCount } = await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))',
        [own[0]!.pid],
      )
      return rowCount === 1
    })
    return await called
  } finally {
    await locking.query('rollback')
    locking.release()
  }
}

const tokenOf = (reply: { body: unknown }) => contract.BulkResult.parse(reply.body).undo_token!

describe('a change of many leads', () => {
  test('whose answer was lost is asked for again, changes nothing more, and its undo restores every lead', async () => {
    const { site } = await siteWith(3)
    const lost = await markDeleted(site, 'one')
    const again = await markDeleted(site, 'one')
    expect(again.body).toEqual(lost.body)
    expect(await deletions(site)).toEqual({ deleted: 3, noted: 3, undone: 0 })
    const { items } = await site.organization.call(listAuditLog, { query: {} })
    expect(items.filter(({ action }) => action === 'markLeadsAsDeleted')).toHaveLength(1)
    expect((await undo(site, tokenOf(again), 'two')).body).toEqual({ updated: 3 })
    expect(await deletions(site)).toEqual({ deleted: 0, noted: 3, undone: 3 })
  })

  test('that is asked for twice at once is made once, and both hear how to undo it', async () => {
    const { site } = await siteWith(20)
    const [first, second] = await Promise.all([markDeleted(site, 'one'), markDeleted(site, 'one')])
    expect(first.body).toMatchObject({ updated: 20 })
    expect(second.body).toEqual(first.body)
  })

  test('under the key of another one is refused', async () => {
    const { site, ids } = await siteWith(2)
    await markDeleted(site, 'one', { lead_ids: [ids[0]!] })
    const other = await markDeleted(site, 'one', { lead_ids: [ids[1]!] })
    expect(other.problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(await deletions(site)).toMatchObject({ deleted: 1 })
  })

  test('whose connection is cut in the middle has changed nothing, and is whole when asked for again', async () => {
    const { site, ids } = await siteWith(5)
    const cut = await cutInTheMiddle(site, ids.toSorted()[3]!, () => markDeleted(site, 'one'))
    expect(cut).toMatchObject({ status: 503 })
    expect(await deletions(site)).toEqual({ deleted: 0, noted: 0, undone: 0 })
    expect((await markDeleted(site, 'one')).body).toMatchObject({ updated: 5 })
    expect(await deletions(site)).toEqual({ deleted: 5, noted: 5, undone: 0 })
  })
})

describe('its undo', () => {
  test('whose answer was lost answers the same again under its key, and is done under another', async () => {
    const { site } = await siteWith(3)
    const token = tokenOf(await markDeleted(site, 'one'))
    const lost = await undo(site, token, 'two')
    expect(lost.body).toEqual({ updated: 3 })
    const again = await undo(site, token, 'two')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(lost.body)
    expect((await undo(site, token, 'three')).problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
    expect(await deletions(site)).toEqual({ deleted: 0, noted: 3, undone: 3 })
  })

  test('whose connection is cut in the middle has restored nothing, and restores all when asked for again', async () => {
    const { site, ids } = await siteWith(5)
    const token = tokenOf(await markDeleted(site, 'one'))
    const cut = await cutInTheMiddle(site, ids.toSorted()[3]!, () => undo(site, token, 'two'))
    expect(cut).toMatchObject({ status: 503 })
    expect(await deletions(site)).toEqual({ deleted: 5, noted: 5, undone: 0 })
    expect((await undo(site, token, 'two')).body).toEqual({ updated: 5 })
    expect(await deletions(site)).toEqual({ deleted: 0, noted: 5, undone: 5 })
  })
})
