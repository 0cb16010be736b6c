import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { EXPORT_FORMATS } from '@leadlight/domain/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses, setStatuses, setValues } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { describeDrafts } from '../../people/drafts/describe-drafts.ts'
import { startLeadExport } from './export-leads.ts'
import { leadExportResponse } from './export-response.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function ask({ organization, projectId }: LeadSite, body: Record<string, unknown>) {
  return organization.request('POST', `/api/v1/leads/${projectId}/export`, { body })
}

async function exportedIds(site: LeadSite, body: Record<string, unknown>): Promise<string[]> {
  const { text } = await ask(site, { format: 'json', ...body })
  return (JSON.parse(text) as { id: string }[]).map(({ id }) => id)
}

describe('an export', () => {
  let site: LeadSite
  const columns = { boolean: '', text: '' }
  beforeAll(async () => {
    site = await mintLeadSite(app)
    // More than two batches.
    const ids = await buildLeads(
      app,
      site,
      Array.from({ length: 1_100 }, (_, index) => ({
        score: 50 + (index % 3),
        postedAt: new Date(Date.UTC(2026, 9, 1, 0, 0, index % 40)).toISOString(),
        platform: index % 4 === 0 ? 'feed' : 'hackernews',
      })),
    )
    const statuses = await buildStatuses(app, site, ['A', 'B'])
    await setStatuses(app, site, Object.fromEntries(ids.map((id, index) => [id, statuses[index % 3] ?? null])))
    columns.boolean = await buildColumn(app, site, 'Firm', 'boolean')
    columns.text = await buildColumn(app, site, 'Town', 'text')
    const some = ids.slice(200)
    await setValues(
      app,
      site,
      columns.boolean,
      some.map((leadId, index) => ({ leadId, value: index % 2 === 0 })),
    )
    await setValues(
      app,
      site,
      columns.text,
      some.map((leadId, index) => ({ leadId, value: `Town ${index % 7}` })),
    )
  })

  async function listed(query: Record<string, string>): Promise<string[]> {
    const found: string[] = []
    let next: Record<string, string> | undefined = {}
    while (next) {
      const input = { params: { projectId: site.projectId }, query: { ...query, ...next, limit: '200' } }
      const page: contract.LeadList = await site.organization.call(contract.listLeads, input)
      found.push(...page.items.map(({ id }) => id))
      next = page.next_cursor === null ? undefined : { cursor: page.next_cursor }
    }
    return found
  }

  const sorts = ['posted_at', 'collected_at', 'score', 'status', 'boolean', 'text']
  test.each(sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s has every lead once, in the order of the list',
    async (sort, sort_order) => {
      const sort_by = sort in columns ? `column:${columns[sort as 'text']}` : sort
      const exported = await exportedIds(site, { sort_by, sort_order })
      expect(exported).toHaveLength(1_100)
      expect(exported).toEqual(await listed({ sort_by, sort_order }))
    },
  )

  test('has the newest first by default, and follows its filters', async () => {
    const exported = await exportedIds(site, { data_source_filters: ['feed'] })
    expect(exported).toEqual(await listed({ data_source_filters: 'feed' }))
    expect(exported).toHaveLength(275)
  })

  test('is recorded in the audit log with its format and number of leads', async () => {
    await ask(site, { format: 'csv', data_source_filters: ['feed'] })
    const { rows } = await inOrganization(app, site, (tx) =>
      sql<{ actor_id: string; target: Record<string, string> }>`
        select actor_id, target from audit_entry
        where organization_id = ${site.organizationId} and action = 'exportLeads' order by id desc limit 1`.execute(tx),
    )
    expect(rows).toEqual([
      {
        actor_id: site.organization.userId,
        target: { project_id: site.projectId, format: 'csv', leads: '275' },
      },
    ])
  })

  test.each(EXPORT_FORMATS)('%s: a client that stops reading stops the export', async (format) => {
    const reads: string[] = []
    const counting: Db = {
      read: (scope, statement) => app.db.read(scope, statement),
      transaction: (scope, workInIt) => {
        reads.push(scope.name)
        return app.db.transaction(scope, workInIt)
      },
    }
    const actor: Actor = {
      userId: site.organization.userId,
      organizationId: site.organizationId,
      role: 'ADMIN',
      projectIds: 'all',
    }
    const request = { projectId: site.projectId, filter: {}, format, sortBy: 'score', sortOrder: 'asc' } as const
    const started = await startLeadExport({ db: counting, clock: app.clock, describeDrafts }, actor, request)
    let isOver = false
    const watched = (async function* () {
      try {
        yield* started.leads
      } finally {
        isOver = true
      }
    })()
    const reader = leadExportResponse({ ...started, leads: watched }, format).body!.getReader()
    do await reader.read()
    while (reads.length < 2)
    await reader.cancel()
    await expect.poll(() => isOver).toBe(true)
    const readsThen = reads.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reads).toHaveLength(readsThen)
    expect(readsThen).toBeLessThan(4)
    expect(app.database.pool.waitingCount).toBe(0)
    // Jobs poll the same pool now and then.
    await expect.poll(() => app.database.pool.totalCount - app.database.pool.idleCount).toBe(0)
  })

  test('a lead deleted during the export is left out, and every other appears once', async () => {
    const own = await mintLeadSite(app)
    const ids = await buildLeads(
      app,
      own,
      Array.from({ length: 600 }, () => ({})),
    )
    const actor: Actor = {
      userId: own.organization.userId,
      organizationId: own.organizationId,
      role: 'ADMIN',
      projectIds: 'all',
    }
    const request = { projectId: own.projectId, filter: {}, format: 'json', sortBy: 'score', sortOrder: 'asc' } as const
    const { leads } = await startLeadExport({ db: app.db, clock: app.clock, describeDrafts }, actor, request)
    const first = (await leads.next()).value as { id: string }[]
    const seen = new Set(first.map(({ id }) => id))
    const gone = ids.find((id) => !seen.has(id))!
    await inOrganization(app, own, async (tx) => {
      await sql`update lead set score = 99 where id = ${first[0]!.id}`.execute(tx)
      await sql`delete from lead where id = ${gone}`.execute(tx)
    })
    const rest: string[] = []
    for await (const batch of leads) rest.push(...batch.map(({ id }) => id))
    expect([...seen, ...rest].toSorted()).toEqual(ids.filter((id) => id !== gone).toSorted())
  })
})

describe('an export is refused', () => {
  test('for guests, and for another organization’s project or column', async () => {
    const [site, other] = [await mintLeadSite(app), await mintLeadSite(app)]
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const askBy = (by: Pick<typeof guest, 'ask'>, projectId: string, sort_by?: `column:${string}`) =>
      by.ask(work.exportLeads, { params: { projectId }, body: { format: 'csv', ...(sort_by && { sort_by }) } })
    expect((await askBy(guest, site.projectId)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    expect((await askBy(site.organization, other.projectId)).problem()).toMatchObject({ code: 'project_not_found' })
    expect((await askBy(site.organization, crypto.randomUUID())).problem()).toMatchObject({ code: 'project_not_found' })
    const foreign = await buildColumn(app, other, 'Foreign', 'text')
    expect((await askBy(site.organization, site.projectId, `column:${foreign}`)).problem()).toMatchObject({
      status: 404,
      code: 'column_not_found',
    })
  })

  test.each([{}, { format: 'pdf' }, { format: 'csv', serch_text: 'x' }, { format: 'csv', sort_by: 'name' }])(
    'for a format, filter or order that does not exist: %j',
    async (body) => {
      const site = await mintLeadSite(app)
      expect((await ask(site, body)).status).toBe(422)
    },
  )
})
