import type { Endpoint } from '@leadlight/contract/endpoint'
import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadHooks } from '../../hooks.ts'
import { buildLeads, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import type { TestMember } from '@leadlight/testing/test-organization'
import { leadRoutes } from './routes.ts'

let app: TestApp
let site: LeadSite
let foreign: LeadSite
let leadId: string
let foreignLeadId: string
let undoToken: string

beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  foreign = await mintLeadSite(app)
  leadId = (await buildLeads(app, site, [{}]))[0]!
  foreignLeadId = (await buildLeads(app, foreign, [{}]))[0]!
  const params = { projectId: site.projectId }
  const { undo_token } = await site.organization.call(contract.markRead, { params, body: { lead_ids: [leadId] } })
  undoToken = undo_token!
})
afterAll(() => app.close())

const { updateLeadsStatus, exportLeads, countLeads } = work
const ENDPOINTS = [
  ...Object.values(contract).filter(
    (exported): exported is typeof exported & Endpoint => typeof exported === 'object' && 'access' in exported,
  ),
  updateLeadsStatus,
  exportLeads,
  countLeads,
]
const NOT_FOR_GUESTS = new Set(['markLeadsAsDeleted', 'markLeadsAsUndeleted', 'exportLeads'])

interface Target {
  projectId: string
  leadId: string
  undoToken: string
}

async function ask(client: TestClient, endpoint: Endpoint, target: Target) {
  const path = endpoint.path.replace('{projectId}', target.projectId).replace('{id}', target.leadId)
  const bodies: Record<string, unknown> = {
    starLead: { starred: true },
    undoLeads: { undo_token: target.undoToken },
    updateLeadsStatus: { status_config_id: null, lead_ids: [target.leadId] },
    exportLeads: { format: 'json' },
  }
  const bulk = endpoint.name.startsWith('markLeads') ? { lead_ids: [target.leadId] } : undefined
  const reply = await client.request(endpoint.method, path, { body: bodies[endpoint.name] ?? bulk })
  const { request_id: _own, ...body } = (reply.body ?? {}) as Record<string, unknown>
  return { status: reply.status, body }
}

test('the matrix covers every route of the slice', () => {
  const own: typeof app.app = { ...app.app, hono: new Hono(), endpoints: [] }
  leadRoutes(own, { ...app.dependencies, ...leadHooks(app.dependencies), channels: [] })
  expect(ENDPOINTS.map(({ name }) => name).toSorted()).toEqual(own.endpoints.map(({ name }) => name).toSorted())
})

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const own = () => ({ projectId: site.projectId, leadId, undoToken: crypto.randomUUID() })

  test('answers 401 without a session', async () => {
    expect(await ask(app, endpoint, own())).toMatchObject({ status: 401 })
  })

  test("answers 404 for another organization's project, as for an unknown one", async () => {
    const there = { ...own(), projectId: foreign.projectId, leadId: foreignLeadId, undoToken }
    const nowhere = { ...own(), projectId: crypto.randomUUID() }
    const answer = await ask(site.organization, endpoint, there)
    expect(answer).toMatchObject({ status: 404, body: { code: 'project_not_found' } })
    expect(await ask(site.organization, endpoint, nowhere)).toEqual(answer)
  })

  test('refuses a guest outside the granted projects', async () => {
    const { id: granted } = await site.organization.project({ name: 'Granted' })
    const guest = await site.organization.member('GUEST', { projectIds: [granted] })
    const refused = NOT_FOR_GUESTS.has(name)
      ? { status: 403, body: { code: 'role_too_low' } }
      : { status: 404, body: { code: 'project_not_found' } }
    expect(await ask(guest, endpoint, own())).toMatchObject(refused)
  })

  test('lets a guest with a grant triage, but not delete', async () => {
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const { status } = await ask(guest, endpoint, own())
    const allowed = name === 'undoLeads' ? 404 : endpoint.status
    expect(status).toBe(NOT_FOR_GUESTS.has(name) ? 403 : allowed)
  })

  test("answers the same for another organization's lead or change as for an unknown one", async () => {
    const params = { projectId: foreign.projectId }
    const bulk = await foreign.organization.call(contract.markUnread, { params, body: { filter: {} } })
    await foreign.organization.call(contract.markRead, { params, body: { filter: {} } })
    const theirs = { ...own(), leadId: foreignLeadId, undoToken: bulk.undo_token ?? undoToken }
    const nobodys = { ...own(), leadId: crypto.randomUUID() }
    expect(await ask(site.organization, endpoint, theirs)).toEqual(await ask(site.organization, endpoint, nobodys))
  })
})

test("no call above changed the other organization's lead", async () => {
  const params = { projectId: foreign.projectId, id: foreignLeadId }
  expect(await foreign.organization.call(contract.getLead, { params })).toMatchObject({
    read: true,
    starred: false,
    deleted: false,
  })
})

test("filters by another organization's ids find nothing", async () => {
  const params = { projectId: site.projectId }
  for (const query of [{ lead_ids: foreignLeadId }, { intent_signals: foreign.signalId }]) {
    expect(await site.organization.call(contract.listLeads, { params, query })).toMatchObject({ items: [], total: 0 })
  }
  const body = { filter: { intent_signals: [foreign.signalId] } }
  expect(await site.organization.call(contract.markDeleted, { params, body })).toEqual({ updated: 0, undo_token: null })
})

describe('the input of the list and of bulk changes is validated', () => {
  const queries: [string, string][] = [
    ['no leads a page', 'limit=0'],
    ['too many a page', 'limit=201'],
    ['far too many a page', 'limit=1e9'],
    ['a limit that is no number', 'limit=NaN'],
    ['an empty limit', 'limit='],
    ['half a lead', 'limit=1.5'],
    ['a limit twice', 'limit=1&limit=2'],
    ['skipping backwards', 'skip=-1'],
    ['skipping too far', 'skip=1000001'],
    ['an unknown sort', 'sort_by=title'],
    ['an unknown order', 'sort_order=up'],
    ['a flag that is no flag', 'read=yes'],
    ['a date that is none', 'date_from=yesterday'],
    ['a day that is none', 'date_to=2026-02-30T00:00:00Z'],
    ['a date without a zone', 'date_to=2026-02-03T00:00:00'],
    ['a lead id that is none', 'lead_ids=1'],
    ['too many lead ids', Array.from({ length: 201 }, () => `lead_ids=${crypto.randomUUID()}`).join('&')],
    ['a signal id that is none', 'intent_signals=all'],
    ['an empty channel', 'data_source_filters='],
    ['a search of 201 characters', `search_text=${'a'.repeat(201)}`],
    ['a NUL in the search', 'search_text=a%00b'],
    ['a NUL in a channel', 'data_source_filters=a%00b'],
    ['a control character in the search', 'search_text=a%07b'],
    ['a filter that is not known', 'staus_config_id=1'],
    ['a cursor of 4,001 characters', `cursor=${'a'.repeat(4_001)}`],
    ['a status that is none', 'status_config_id=all'],
    ['columns that are no JSON', 'smart_column_values=x'],
    ['a column without an operator', `smart_column_values=[{"column_id":"${crypto.randomUUID()}"}]`],
    ['a state that GitHub does not know', 'github_issue_states=MERGED'],
    ['a sort by no column', 'sort_by=column:1'],
  ]
  test.each(queries)('%s', async (_name, query) => {
    const problem = (await site.organization.request('GET', `/api/v1/leads/${site.projectId}?${query}`)).problem()
    expect(problem).toMatchObject({ status: 422, code: 'invalid_request' })
    expect(problem.errors?.length).toBeGreaterThan(0)
  })

  test('a sort that is none is told of sorting by a column', async () => {
    const problem = (await site.organization.request('GET', `/api/v1/leads/${site.projectId}?sort_by=title`)).problem()
    expect(problem.errors).toEqual([{ path: 'query.sort_by', message: expect.stringMatching(/, or column:\{id\}$/u) }])
  })

  const answered = [
    'limit=200',
    'date_from=0001-01-01T00:00:00Z',
    'date_to=9999-12-31T23:59:59Z',
    'date_from=0000-01-01T00:00:00Z',
    'search_text=%F0%9F%99%82',
    'search_text=%D7%A2%D7%91%D7%A8',
    'data_source_filters=%3A',
    'data_source_filters=%27%20or%201%3D1',
    'skip=1000000',
  ]
  test.each(answered)('%s is usable', async (query) => {
    expect((await site.organization.request('GET', `/api/v1/leads/${site.projectId}?${query}`)).status).toBe(200)
  })

  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
  const bodies: [string, unknown][] = [
    ['nothing', undefined],
    ['no selection', {}],
    ['no ids', { lead_ids: [] }],
    ['more ids than may be named', { lead_ids: ids(LEADS_NAMED_MAX + 1) }],
    ['four thousand ids', { lead_ids: ids(4_000) }],
    ['an id that is none', { lead_ids: ['1'] }],
    ['ids and a filter', { lead_ids: ids(1), filter: {} }],
    ['a filter of the wrong kind', { filter: { read: 'true' } }],
    ['a list', []],
    ['null', null],
    ['a NUL in the search', { filter: { search_text: 'a\0b' } }],
    ['half a character in the search', { filter: { search_text: '\uD83D' } }],
  ]
  test.each(bodies)('a bulk change of %s', async (_name, body) => {
    const reply = await site.organization.request('POST', `/api/v1/leads/${site.projectId}/mark_leads_as_read`, {
      body,
    })
    expect(reply.problem()).toMatchObject({ status: 422, code: 'invalid_request' })
  })

  test('a malformed project or lead id gets 422', async () => {
    const { status: project } = await site.organization.request('GET', '/api/v1/leads/1')
    const { status: lead } = await site.organization.request('GET', `/api/v1/leads/${site.projectId}/lead/1`)
    expect([project, lead]).toEqual([422, 422])
  })
})

test('a member may call every route of the slice', async () => {
  const member: TestMember = await site.organization.member('MEMBER')
  const statuses = []
  for (const endpoint of ENDPOINTS) {
    statuses.push([
      endpoint.name,
      (await ask(member, endpoint, { projectId: site.projectId, leadId, undoToken })).status,
    ])
  }
  expect(statuses).toEqual(ENDPOINTS.map(({ name, status }) => [name, status]))
})
