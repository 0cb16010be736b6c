// Also on the embedded database: nothing but the app counts its tables for the planner.
import type { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { beginning } from '../../platform/scoped-dialect.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { passedOver } from './audit-store.ts'

const JUDGED = 800
const DROPPED = 800
const TO_KNOW_A_PLAN = 6

let app: TestApp
let site: LeadSite
beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
})
afterAll(() => app.close())

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows the statement read, including those it filtered out. */
function rowsLookedAt(node: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return own * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, each) => sum + rowsLookedAt(each), 0)
}

async function draw(): Promise<CompiledQuery> {
  const until = new Date(app.clock.now().getTime() + 60_000)
  const drawing = { since: new Date(0), until, week: '2026-11-02', without: [] }
  return inOrganization(app, site, async (tx) => passedOver(site, drawing).compile(tx))
}

/** Runs inside the organization's scope, so that row-level security is in the plan as it is for the job. */
async function withinOrganization<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const actsAsTenant = app.database.kind === 'embedded'
  await client.query(
    beginning({ scope: organizationScope(site.organizationId), actsAsTenant, limits: app.database.limits }),
  )
  try {
    return await work()
  } finally {
    await client.query('commit')
  }
}

/** Adds a finished search that judged some of its posts and dropped the rest. */
async function endSearch(client: PoolClient): Promise<void> {
  const { organizationId, projectId, signalId } = site
  const id = app.dependencies.newId()
  await client.query(`
    insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state, search_days,
      price, until_at, created_at, finished_at)
    values ('${id}', '${organizationId}', '${projectId}', '${signalId}', 'bakers', 1, 'done', 30, 0, now(), now(),
      '${app.clock.now().toISOString()}')`)
  await client.query(`
    with fresh as (
      insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
      select gen_random_uuid(), 'drawn', number, 'post', '', '', now(), now()
      from generate_series(1, ${JUDGED + DROPPED}) number
      returning id, external_id::integer as number
    ), seen as (
      insert into search_candidate (organization_id, search_id, position, post_id, state, rank)
      select '${organizationId}'::uuid, '${id}'::uuid, number, id, case when number <= ${JUDGED} then 'judged' else 'dropped' end, 0.1
      from fresh
    )
    insert into judgement (organization_id, intent_signal_id, post_id, revision, score, base, kept, model, judged_at)
    select '${organizationId}'::uuid, '${signalId}'::uuid, id, 1, 1, 0, false, 'test-1', '${app.clock.now().toISOString()}'::timestamptz
    from fresh where number <= ${JUDGED}`)
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`
  return `'${value instanceof Date ? value.toISOString() : String(value)}'`
}

test('drawing reads a finished search once, even by a plan cached while there was nothing to draw', async () => {
  const { sql: text, parameters } = await draw()
  const client = await app.database.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('set plan_cache_mode = force_generic_plan')
  const ask = () => client.query({ name: 'draw', text, values: [...parameters] })
  for (let times = 0; times < TO_KNOW_A_PLAN; times += 1) await withinOrganization(client, ask)
  await withinOrganization(client, () => endSearch(client))
  const { rows } = await withinOrganization(client, ask)
  expect(rows).toHaveLength(8)
  expect(rows[0]).toMatchObject({ stratum: 'far', posts: JUDGED + DROPPED })
  const explained = await withinOrganization(client, () =>
    client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute draw (${parameters.map(literal).join(', ')})`,
    ),
  )
  const looked = rowsLookedAt(explained.rows[0]!['QUERY PLAN'][0].Plan)
  expect(looked).toBeGreaterThan(JUDGED + DROPPED)
  expect(looked).toBeLessThan(40 * (JUDGED + DROPPED))
})
