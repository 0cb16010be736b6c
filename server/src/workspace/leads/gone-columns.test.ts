import * as columns from '@leadlight/contract/columns'
import type { ColumnValueFilter } from '@leadlight/contract/columns'
import * as work from '@leadlight/contract/lead-work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLeads, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const MISSING = { status: 404, code: 'column_not_found', detail: 'That smart column does not exist.' }

let app: TestApp
let site: LeadSite
let kept: string
/** Columns deleted, of another project, of another organization, and never created. */
let gone: string[]
beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  await buildLeads(app, site, [{}, {}])
  kept = await buildColumn(app, site, 'Country', 'text')
  const deleted = await buildColumn(app, site, 'Short-lived', 'text')
  await site.organization.call(columns.deleteSmartColumn, { params: { projectId: site.projectId, columnId: deleted } })
  const { id: sisterId } = await site.organization.project()
  const sister = await buildColumn(app, { ...site, projectId: sisterId }, 'Sister', 'text')
  const foreign = await buildColumn(app, await mintLeadSite(app), 'Foreign', 'text')
  gone = [deleted, sister, foreign, app.dependencies.newId()]
})
afterAll(() => app.close())

/** One filter that leads without a value pass, one that they fail, and one beside an existing column. */
function filtersBy(column_id: string): ColumnValueFilter[][] {
  return [
    [{ column_id, operator: 'empty' }],
    [{ column_id, operator: 'contains', text_value: 'x' }],
    [
      { column_id: kept, operator: 'empty' },
      { column_id, operator: 'equals', bool_value: true },
    ],
  ]
}

function list(path: string, filters: readonly ColumnValueFilter[]) {
  const query = new URLSearchParams({ smart_column_values: JSON.stringify(filters) }).toString()
  return site.organization.request('GET', `/api/v1/leads/${site.projectId}${path}?${query}`)
}

test.each(['', '/counts'])('GET …%s answers 404 for a filter by an unknown column', async (path) => {
  for (const filters of gone.flatMap(filtersBy)) expect((await list(path, filters)).problem()).toMatchObject(MISSING)
  expect((await list(path, [{ column_id: kept.toUpperCase(), operator: 'empty' }])).status).toBe(200)
})

test.each([
  ['mark_leads_as_read', (filter: object) => ({ filter })],
  ['mark_leads_as_deleted', (filter: object) => ({ filter })],
  ['update_status', (filter: object) => ({ status_config_id: null, filter })],
  ['export', (filter: object) => ({ format: 'json', ...filter })],
])('POST …/%s answers 404 for a filter by an unknown column, and changes nothing', async (path, bodyOf) => {
  const counts = () => site.organization.call(work.countLeads, { params: { projectId: site.projectId } })
  const before = await counts()
  for (const filters of gone.flatMap(filtersBy)) {
    const body = bodyOf({ smart_column_values: filters })
    const reply = await site.organization.request('POST', `/api/v1/leads/${site.projectId}/${path}`, { body })
    expect(reply.problem()).toMatchObject(MISSING)
  }
  expect(await counts()).toEqual(before)
})
