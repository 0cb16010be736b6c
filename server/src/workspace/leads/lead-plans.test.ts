import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { countSignalLeads, signalLeadCounts } from './count-signal-leads.ts'
import { facetCounts } from './facet-store.ts'
import type { ListPosition } from '../../platform/list-cursor.ts'
import { leadCondition, type LeadFilter } from './lead-filter.ts'
import type { SortKey } from './lead-order.ts'
import { leadPage } from './lead-page.ts'

const LEADS = 6_000
/** In the middle of all ids. */
const MIDDLE = '80000000-0000-7000-8000-000000000000'

let app: TestApp
let site: LeadSite
let columns: { boolean: string; text: string }
let statusId: string

beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  await buildLeads(app, site, [{}])
  const statuses = await buildStatuses(app, site, ['A', 'B', 'C'])
  statusId = statuses[1]!
  columns = {
    boolean: await buildColumn(app, site, 'Firm', 'boolean'),
    text: await buildColumn(app, site, 'Town', 'text'),
  }
  await inOrganization(app, site, async (tx) => {
    await sql`
      with copies as (
        insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
        select gen_random_uuid(), 'copy', number, 'post', url, '', posted_at - number * interval '1 second', collected_at
        from lead, generate_series(1, ${LEADS}::integer) number
        returning id, posted_at
      )
      insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, status_config_id, posted_at, collected_at)
      select gen_random_uuid(), organization_id, project_id, copies.id, platform, '', url, excerpt, excerpt_evidence,
        score, signal_ids, (array[${sql.join(statuses)}, null]::uuid[])[1 + floor(random() * 4)::integer],
        copies.posted_at, collected_at
      from lead, copies`.execute(tx)
    await sql`
      insert into smart_column_value (organization_id, lead_id, posted_at, column_id, revision, state, bool_value, text_value)
      select organization_id, id, posted_at, column_id, 1, 'done', case when is_bool then random() < 0.5 end,
        case when not is_bool then 'Town ' || floor(random() * 1000) end
      from lead, (values (${columns.boolean}::uuid, true), (${columns.text}::uuid, false)) of_column (column_id, is_bool)
    `.execute(tx)
  })
  await app.database.pool.query('analyze lead')
  await app.database.pool.query('analyze smart_column_value')
})
afterAll(() => app.close())

async function allVisible(): Promise<boolean> {
  await app.database.pool.query('vacuum analyze lead')
  const { rows } = await app.database.pool.query<{ is_seen: boolean }>(
    `select relallvisible >= relpages as is_seen from pg_class where oid = 'lead'::regclass`,
  )
  return rows[0]?.is_seen === true
}

/** The plan in the organization's own transaction, behind row-level security. */
async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

function pagePlan(key: SortKey, after?: ListPosition, filter: LeadFilter = {}): Promise<string> {
  const condition = leadCondition(site.organizationId, site.projectId, filter)
  const order = { key, sortOrder: 'asc', after } as const
  return planOf(leadPage(condition, { ...site, ...order, skip: 0, limit: 50, countMax: undefined }))
}

describe('a page is read from an index, however far down it lies', () => {
  test.each([
    { name: 'first', after: undefined, goesOn: /Index Cond: .*status_config_id/ },
    {
      name: 'within a status',
      after: { value: 1, id: MIDDLE },
      goesOn: /Index Cond: .*status_config_id.*id > '80000000-/,
    },
  ])('by status: $name', async ({ after, goesOn }) => {
    const plan = await pagePlan({ by: 'status' }, after)
    expect(plan).toContain('Scan using lead_status_order on lead')
    expect(plan).not.toContain('Seq Scan on lead')
    expect(plan).toMatch(goesOn)
  })

  test.each(['boolean', 'text'] as const)('by a column of type %s', async (type) => {
    const value = type === 'boolean' ? true : 'town 500'
    const plan = await pagePlan({ by: 'column', columnId: columns[type], type }, { value, id: MIDDLE })
    const [index, field] = { boolean: ['bool', 'bool_value'], text: ['text', 'folded_text'] }[type] as [string, string]
    expect(plan).toMatch(new RegExp(`Scan using smart_column_value_${index} on smart_column_value`))
    expect(plan).toMatch(new RegExp(`Index Cond: .*ROW\\(${field}, lead_id\\) > ROW\\(`))
  })

  test('of one status, the newest first', async () => {
    expect(await pagePlan({ by: 'posted_at' }, undefined, { status_config_id: [statusId] })).toMatch(
      /Scan .*using (lead_by_status|lead_posted) on lead/,
    )
  })
})

test('a filter by a rare column text is read from its index', async () => {
  const column = { column_id: columns.text, operator: 'equals', text_value: 'town 7' } as const
  expect(await pagePlan({ by: 'posted_at' }, undefined, { smart_column_values: [column] })).toMatch(
    /Index Cond: .*folded_text = 'town 7'/,
  )
})

test('the leads of one signal are counted without reading those of others', async () => {
  const signalId = await buildSignal(app, site, 'People who need tea')
  await buildLeads(app, { ...site, signalId }, [{}, {}])
  await inOrganization(app, site, (tx) =>
    sql`
      insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
      select organization_id, id, ${site.signalId}, score, '', '[]', 'm', collected_at from lead
      where not lead.signal_ids @> array[${signalId}::uuid]
      on conflict do nothing`.execute(tx),
  )
  await app.database.pool.query('analyze lead_match')
  const plan = await planOf(signalLeadCounts(site, [signalId]))
  expect(plan).toMatch(/using lead_match_signal on lead_match[^]*Index Cond: .*intent_signal_id/)
  expect(plan).not.toContain('Seq Scan on lead')
  expect(plan).toMatch(/Index Cond: .*id = lead_match\.lead_id/)
  const counts = await inOrganization(app, site, (tx) => countSignalLeads(tx, site, [signalId]))
  expect([...counts]).toEqual([[signalId, 2]])
})

test('choices are counted from one index alone', async () => {
  // A snapshot held elsewhere keeps vacuum from marking pages as all-visible.
  await expect.poll(allVisible).toBe(true)
  const plan = await inOrganization(app, site, async (tx) => {
    // This project is the whole table, which would make a sequential scan cheap.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${facetCounts(site.organizationId, site.projectId, {})}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Only Scan using lead_choices on lead')
})
