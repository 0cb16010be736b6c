import { WRITING_DEFAULT } from '@leadlight/domain/projects'
import { markDeleted, readLead } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope, organizationScope } from '../../platform/scopes.ts'
import { buildLeads, buildSignal } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { insertProject } from './project-store.ts'

const PATH = '/api/v1/project'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNKNOWN = '019a4f00-0000-7000-8000-00000000dead'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('creating a project', () => {
  test.each([
    { body: { website: 'https://www.Acme.example/' }, name: 'acme.example', website: 'https://www.acme.example' },
    { body: { website: 'acme.example/shop#top', name: 'Acme' }, name: 'Acme', website: 'https://acme.example/shop' },
    { body: { website: '' }, name: 'New Project', website: null },
    { body: {}, name: 'New Project', website: null },
  ])('from $body makes $name', async ({ body, name, website }) => {
    const organization = await app.organization()
    const made = await organization.call(contract.createProject, { body })

    expect(made).toEqual({
      id: expect.any(String),
      organization_id: organization.organizationId,
      name,
      website,
      business_name: null,
      business_description: null,
      purpose: null,
      writing: WRITING_DEFAULT,
      unread_count: 0,
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
    })
    expect(await organization.call(contract.getProject, { params: { id: made.id } })).toEqual(made)
  })

  test.each(['not a site', 'javascript:alert(1)', 'me@example.com', 'https://u:p@example.com', 'ftp://example.com'])(
    'refuses the website %j in a sentence, and creates nothing',
    async (website) => {
      const organization = await app.organization()
      const reply = await organization.request('POST', PATH, { body: { website } })

      expect(reply.problem()).toMatchObject({
        status: 422,
        code: 'website_invalid',
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        errors: [{ path: 'body.website' }],
      })
      expect(await organization.call(contract.listProjects)).toEqual([])
    },
  )

  test('stops at 200, also when the last two come at once', async () => {
    const organization = await app.organization()
    await fill(organization, 199)
    const replies = await Promise.all([1, 2, 3].map(() => organization.request('POST', PATH, { body: {} })))

    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.find((reply) => reply.status === 409)?.problem()).toMatchObject({ code: 'project_limit_reached' })
    expect(await organization.call(contract.listProjects)).toHaveLength(200)
  })
})

function fill(organization: TestOrganization, count: number): Promise<void> {
  const { organizationId } = organization
  const now = app.clock.now()
  return app.db.transaction(organizationScope(organizationId), async (tx) => {
    for (let i = 0; i < count; i++) {
      await insertProject(tx, organizationId, {
        id: app.dependencies.newId(),
        organizationId,
        name: `Project ${i}`,
        website: null,
        businessName: null,
        businessDescription: null,
        purpose: null,
        writing: WRITING_DEFAULT,
        createdAt: now,
        updatedAt: now,
      })
    }
  })
}

describe('listing projects', () => {
  test('shows the oldest first, each with its own unread leads', async () => {
    const organization = await app.organization()
    const [first, second] = [await organization.project({ name: 'A' }), await organization.project({ name: 'B' })]
    const ids = { organizationId: organization.organizationId, projectId: first.id }
    const signalId = await buildSignal(app, ids, 'People asking')
    const [read = ''] = await buildLeads(app, { ...ids, signalId }, [{}, {}, {}])
    await organization.call(readLead, { params: { projectId: first.id, id: read } })
    const listed = await organization.call(contract.listProjects)

    expect(listed.map(({ id, unread_count }) => ({ id, unread_count }))).toEqual([
      { id: first.id, unread_count: 2 },
      { id: second.id, unread_count: 0 },
    ])
    expect((await organization.call(contract.getProject, { params: { id: first.id } })).unread_count).toBe(2)
  })
})

describe('listing projects with a time zone', () => {
  const listed = async (organization: TestOrganization, time_zone?: string) =>
    (await organization.call(contract.listProjects, { query: time_zone ? { time_zone } : {} })).map(
      ({ leads_by_day }) => leads_by_day,
    )

  test('counts the leads of its last 14 days, deleted ones included', async () => {
    const organization = await app.organization()
    const [first] = [await organization.project({ name: 'A' }), await organization.project({ name: 'B' })]
    const ids = { organizationId: organization.organizationId, projectId: first.id }
    const signalId = await buildSignal(app, ids, 'People asking')
    const [gone = ''] = await buildLeads(app, { ...ids, signalId }, [{}, {}, {}])
    await organization.call(markDeleted, { params: { projectId: first.id }, body: { lead_ids: [gone] } })
    const none = Array.from({ length: 14 }, () => 0)

    expect(await listed(organization)).toEqual([undefined, undefined])
    expect(await listed(organization, 'UTC')).toEqual([[...none.slice(1), 3], none])
    await setFound(ids, new Date(app.clock.now().getTime() - 10 * HOUR_MS))
    expect((await listed(organization, 'UTC'))[0]).toEqual([...none.slice(2), 3, 0])
    expect((await listed(organization, 'Pacific/Kiritimati'))[0]).toEqual([...none.slice(1), 3])
    await setFound(ids, new Date(app.clock.now().getTime() - 13 * DAY_MS))
    expect((await listed(organization, 'UTC'))[0]).toEqual([3, ...none.slice(1)])
    await setFound(ids, new Date(app.clock.now().getTime() - 14 * DAY_MS))
    expect((await listed(organization, 'UTC'))[0]).toEqual(none)
  })

  test('refuses an unknown one', async () => {
    const organization = await app.organization()
    const reply = await organization.request('GET', `${PATH}?time_zone=Mars/Olympus`)
    expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path: 'query.time_zone' }] })
  })

  function setFound({ organizationId, projectId }: { organizationId: string; projectId: string }, at: Date) {
    const of = organizationScope(organizationId)
    return app.db.transaction(of, (tx) =>
      sql`update lead set collected_at = ${at} where project_id = ${projectId}`.execute(tx),
    )
  }
})

describe('updating a project', () => {
  test('changes what is sent, clears what is empty, and leaves the rest alone', async () => {
    const organization = await app.organization()
    const project = await organization.project({ name: 'Acme', website: 'acme.example' })
    const update = (body: object) => organization.call(contract.updateProject, { params: { id: project.id }, body })
    await update({ business_name: ' Acme ', business_description: 'Line one\nline two', purpose: 'Find leads' })
    await app.clock.advance(1000)
    const emptied = await update({ purpose: '', website: '', business_description: null })

    expect(emptied).toEqual({
      ...project,
      business_name: 'Acme',
      website: null,
      updated_at: app.clock.now().toISOString(),
    })
    expect(await update({})).toEqual(emptied)
  })

  test.each<Record<string, unknown>>([
    { id: '019a4f00-0000-7000-8000-000000000001' },
    { organization_id: '019a4f00-0000-7000-8000-000000000001' },
    { unread_count: 7 },
    { created_at: '2020-01-01T00:00:00Z' },
    { constructor: { name: 'polluted' } },
  ])('ignores %j', async (body) => {
    const organization = await app.organization()
    const project = await organization.project()

    const raw = JSON.stringify(body).replace('{', '{"__proto__":{"name":"polluted"},')
    const reply = await organization.request('PATCH', `${PATH}/${project.id}`, { raw })

    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ ...project, updated_at: expect.any(String) })
  })

  test.each([
    { body: { name: '' }, path: 'body.name' },
    { body: { name: null }, path: 'body.name' },
    { body: { name: 'a'.repeat(101) }, path: 'body.name' },
    { body: { business_name: 7 }, path: 'body.business_name' },
    { body: { business_description: 'a'.repeat(5001) }, path: 'body.business_description' },
    { body: { purpose: ['x'] }, path: 'body.purpose' },
    { body: { purpose: 'a\u0000b' }, path: 'body.purpose' },
    { body: { purpose: '\ud800' }, path: 'body.purpose' },
    { body: { website: 'no site' }, path: 'body.website' },
  ])('refuses $body', async ({ body, path }) => {
    const organization = await app.organization()
    const project = await organization.project()
    const reply = await organization.request('PATCH', `${PATH}/${project.id}`, { body })

    expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path }] })
    expect(await organization.call(contract.getProject, { params: { id: project.id } })).toEqual(project)
  })
})

describe('access to projects', () => {
  const calls = [
    { what: 'read', method: 'GET', suffix: '', body: undefined, least: 'GUEST' },
    { what: 'update', method: 'PATCH', suffix: '', body: { name: 'x' }, least: 'MEMBER' },
    {
      what: 'brainstorm its signals',
      method: 'GET',
      suffix: '/brainstorm_intent_signals',
      body: undefined,
      least: 'MEMBER',
    },
    {
      what: 'refine a signal',
      method: 'POST',
      suffix: '/refine_intent_signal',
      body: { intent_signal: 'people asking' },
      least: 'MEMBER',
    },
  ]

  test.each(calls)('$what: its $least and up; a guest without a grant gets 404', async (call) => {
    const organization = await app.organization()
    const project = await organization.project({ name: 'Acme' })
    const granted = await organization.member('GUEST', { projectIds: [project.id] })
    const other = await organization.member('GUEST')
    const member = await organization.member('MEMBER')
    const ask = async (who: { request: TestOrganization['request'] }) =>
      (await who.request(call.method, `${PATH}/${project.id}${call.suffix}`, { body: call.body })).status

    expect(await ask(organization)).toBe(200)
    expect(await ask(member)).toBe(200)
    expect(await ask(granted)).toBe(call.least === 'GUEST' ? 200 : 403)
    expect(await ask(other)).toBe(call.least === 'GUEST' ? 404 : 403)
    expect(await ask(app)).toBe(401)
  })

  test('create: members and up', async () => {
    const organization = await app.organization()
    const statuses = await Promise.all(
      (['ADMIN', 'MEMBER', 'GUEST'] as const).map(
        async (role) => (await (await organization.member(role)).request('POST', PATH, { body: {} })).status,
      ),
    )

    expect(statuses).toEqual([201, 201, 403])
  })

  test.each(calls)('$what: a foreign project gets the same answer as a missing one', async (call) => {
    const organization = await app.organization()
    const project = await organization.project()
    const foreign = await organization.foreign()
    const ask = (id: string) => foreign.request(call.method, `${PATH}/${id}${call.suffix}`, { body: call.body })
    const [theirs, missing] = [(await ask(project.id)).problem(), (await ask(UNKNOWN)).problem()]

    expect({ ...theirs, request_id: '' }).toEqual({ ...missing, request_id: '' })
    expect(missing).toMatchObject({ status: 404, code: 'project_not_found', detail: 'That project does not exist.' })
  })

  test.each(['1', 'null', '../organization', '%00', `${UNKNOWN}x`, 'undefined'])(
    'an id such as %j is refused',
    async (id) => {
      const organization = await app.organization()
      const { status } = await organization.request('GET', `${PATH}/${id}`)

      expect([404, 422, 200]).toContain(status)
      expect(status === 200).toBe(id === '../organization')
    },
  )
})

describe('the database', () => {
  test('shows nothing without a tenant, and a tenant only its own projects', async () => {
    const organization = await app.organization()
    const project = await organization.project()
    await organization.member('GUEST', { projectIds: [project.id] })
    await (await organization.foreign()).project()
    const ids = async (scope: ReturnType<typeof loginScope>) => {
      const read = app.db.transaction(scope, async (tx) => ({
        projects: (await sql<{ id: string }>`select id from project`.execute(tx)).rows,
        grants: (await sql<{ id: string }>`select project_id as id from project_guest`.execute(tx)).rows,
      }))
      return read
    }

    expect(await ids(loginScope())).toEqual({ projects: [], grants: [] })
    expect(await ids(organizationScope(organization.organizationId))).toEqual({
      projects: [{ id: project.id }],
      grants: [{ id: project.id }],
    })
  })

  test('refuses a project written into another tenant, and ignores a change to theirs', async () => {
    const organization = await app.organization()
    const foreign = await organization.foreign()
    const theirs = await foreign.project()
    const scope = organizationScope(organization.organizationId)
    const write = app.db.transaction(scope, (tx) =>
      insertProject(tx, foreign.organizationId, {
        id: app.dependencies.newId(),
        organizationId: foreign.organizationId,
        name: 'Mine',
        website: null,
        businessName: null,
        businessDescription: null,
        purpose: null,
        writing: WRITING_DEFAULT,
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      }),
    )
    await expect(write).rejects.toThrow(/row-level security/)
    await app.db.transaction(scope, (tx) => sql`update project set name = 'Mine'`.execute(tx))

    expect((await foreign.call(contract.listProjects)).map(({ name }) => name)).toEqual([theirs.name])
  })
})
