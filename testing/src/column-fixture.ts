import type { ProjectIds } from '@leadlight/server/platform/actor'
import { createSmartColumn, listSmartColumns, type SmartColumn } from '@leadlight/contract/columns'
import { sql } from 'kysely'
import { recordLeads } from '@leadlight/server/people/prospects/record-leads'
import { createColumns } from '@leadlight/server/workspace/filling/create-columns'
import { fillWithNewLeads } from '@leadlight/server/workspace/filling/fill-with-new-leads'
import { registerColumnJobs } from '@leadlight/server/workspace/filling/register-jobs'
import { startAnsweringModel, type AnsweringModel } from './doubles/answering-model.ts'
import { buildFound, inOrganization, type LeadSite, type LeadWish } from './lead-builder.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { until } from './until.ts'

/** The app with a model that answers, or none, and with the columns' jobs running. */
export interface ColumnFixture {
  app: TestApp
  model: AnsweringModel
  close(): Promise<void>
}

export interface ColumnFixtureOptions {
  environment?: Record<string, string>
  hasModel?: boolean
  /** Whether jobs stay queued, for tests that fill columns by hand. */
  isIdle?: boolean
  checkpoint?: (name: string) => Promise<void>
}

export async function startColumnFixture(options: ColumnFixtureOptions = {}): Promise<ColumnFixture> {
  const { environment = {}, hasModel = true, isIdle = false, checkpoint } = options
  const model = await startAnsweringModel()
  const app = await startTestApp({
    environment: { ...(hasModel && model.environment), ...environment },
    prepare({ config, matching, languageModel }) {
      const columns = createColumns(config, { ...matching, ...(checkpoint && { checkpoint }) }, languageModel)
      if (!isIdle) registerColumnJobs(columns)
    },
  })
  return {
    app,
    model,
    async close() {
      await app.close()
      await model.close()
    },
  }
}

/** Adds leads as a search does: the project's columns are filled for them. */
export async function addLeads(
  app: TestApp,
  site: ProjectIds & { signalId: string },
  wishes: readonly LeadWish[],
): Promise<string[]> {
  const found = await buildFound(app, site, wishes)
  const { newId, jobs, clock, matching } = app.dependencies
  const { suppression } = matching
  return inOrganization(app, site, async (tx) => {
    const { recorded } = await recordLeads(tx, { ...site, now: app.clock.now(), newId, suppression }, found)
    await fillWithNewLeads(tx, { newId, jobs, clock }, { ...site, leadIds: recorded })
    return recorded
  })
}

export async function createColumn(
  site: LeadSite,
  body: { name?: string; prompt?: string; type?: 'boolean' | 'text' } = {},
): Promise<SmartColumn> {
  const { organization, projectId } = site
  const whole = { name: 'Leaves', prompt: 'Does the author leave a tool?', type: 'boolean' as const, ...body }
  return organization.call(createSmartColumn, { params: { projectId }, body: whole })
}

export async function getColumn(site: LeadSite, id: string): Promise<SmartColumn> {
  const columns = await site.organization.call(listSmartColumns, { params: { projectId: site.projectId } })
  return columns.find((column) => column.id === id)!
}

/** The column once it is idle or has stopped; advances the clock meanwhile, so that no sleep delays it. */
export function filled(app: TestApp, site: LeadSite, id: string, withinMs?: number): Promise<SmartColumn> {
  return until(async () => {
    await app.clock.advance(1_000)
    const [row] = await ask<{ run: string | null }>(app, site, sql`select run from smart_column where id = ${id}`)
    return row?.run === null && getColumn(site, id)
  }, withinMs)
}

export interface Value {
  lead_id: string
  state: string
  bool_value: boolean | null
  text_value: string | null
  why: string | null
  revision: number
  batch: number | null
}

/** The column's values, newest posts first. */
export function readValues(app: TestApp, site: ProjectIds, id: string): Promise<Value[]> {
  return ask<Value>(
    app,
    site,
    sql`select lead_id, state, bool_value, text_value, why, revision, batch from smart_column_value
      where column_id = ${id} order by posted_at desc, lead_id desc`,
  )
}

/** The credits reserved and charged, and whether the balance is the sum of its entries. */
export async function readMoney(app: TestApp, site: ProjectIds) {
  const [row] = await ask<{ held: number; charged: number; balance: number; summed: number }>(
    app,
    site,
    sql`select -coalesce(sum(amount) filter (where kind in ('hold', 'release')), 0)::int as held,
        -coalesce(sum(amount) filter (where kind = 'charge'), 0)::int as charged, sum(amount)::int as summed,
        (select balance::int from credit_account where organization_id = ${site.organizationId}) as balance
      from credit_entry where organization_id = ${site.organizationId}`,
  )
  return row!
}

export function ask<Row>(app: TestApp, site: ProjectIds, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return inOrganization(app, site, async (tx) => (await statement.execute(tx)).rows as Row[])
}
