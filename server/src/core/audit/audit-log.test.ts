import { updateName } from '@leadlight/contract/accounts'
import { updateLeadsStatus } from '@leadlight/contract/lead-work'
import { markRead, starLead, undoLeads } from '@leadlight/contract/leads'
import { createProject, deleteProject, updateProject } from '@leadlight/contract/projects'
import { createIntentSignal, deleteIntentSignal } from '@leadlight/contract/signals'
import { createLeadStatus, deleteLeadStatus } from '@leadlight/contract/statuses'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope, organizationScope } from '../../platform/scopes.ts'
import { buildLeads, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { AUDIT_NAMES } from '../../hooks.ts'
import { findNames } from './find-names.ts'
import type { AuditNames, FindNames } from './names.ts'
import { recordOperatorAction } from './record-operator-action.ts'

const PATH = '/api/v1/organization/audit_log'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const actionsOf = async (organization: TestOrganization, query: Parameters<typeof read>[1] = {}) =>
  (await read(organization, query)).items.map(({ action }) => action)

function read(organization: TestOrganization, query: { [name in string]?: string } = {}) {
  return organization.call(listAuditLog, { query })
}

describe('an entry says in one sentence', () => {
  async function latest(organization: TestOrganization) {
    const { items } = await read(organization)
    return items[0]!
  }

  test('who set how many leads to which status, in which project, and what there is to open', async () => {
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    await organization.call(updateName, { query: { first_name: 'Rosa', last_name: 'Klein' } })
    const [first, ...others] = await buildLeads(app, site, [{ title: 'Which oven?' }, {}, {}])
    const body = { name: 'Replied', color: 'blue' as const }
    const { id: statusId } = await organization.call(createLeadStatus, { params: { projectId }, body })
    const set = { params: { projectId }, body: { status_config_id: statusId, lead_ids: [first!] } }
    await organization.call(updateLeadsStatus, set)
    const project = { text: expect.any(String), kind: 'project', id: projectId }
    expect(await latest(organization)).toMatchObject({
      summary: expect.stringMatching(/^Rosa Klein set the lead “Which oven\?” to Replied in .+\.$/u),
      parts: [
        { text: 'Rosa Klein', kind: 'account', id: organization.userId },
        { text: ' set the lead ', kind: null, id: null },
        { text: '“Which oven?”', kind: 'lead', id: first },
        { text: ' to ', kind: null, id: null },
        { text: 'Replied', kind: 'status', id: statusId },
        { text: ' in ', kind: null, id: null },
        project,
      ],
    })

    await organization.call(updateLeadsStatus, { ...set, body: { ...set.body, lead_ids: [first!, ...others] } })
    expect((await latest(organization)).summary).toMatch(/^Rosa Klein set 2 leads to Replied in /u)
    await organization.call(deleteLeadStatus, { params: { projectId, id: statusId } })
    const told = (await read(organization)).items.map(({ summary }) => summary)
    expect(told[0]).toMatch(/^Rosa Klein deleted the status Replied of leads in /u)
    expect(told[1]).toMatch(/^Rosa Klein set 2 leads to Replied \(deleted\) in /u)
  })

  test('what was done to something that is gone', async () => {
    const site = await mintLeadSite(app)
    const [id] = await buildLeads(app, site, [{}])
    const { organization, projectId } = site
    await organization.call(starLead, { params: { projectId, id: id! }, body: { starred: true } })
    await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
      sql`delete from lead where id = ${id}`.execute(tx),
    )
    const { summary, parts } = await latest(organization)
    expect(summary).toContain(' starred a deleted lead in ')
    expect(parts).toContainEqual({ text: 'a deleted lead', kind: 'lead', id: null })
    await organization.call(deleteProject, { params: { id: projectId } })
    const told = (await read(organization)).items.map((entry) => entry.summary)
    expect(told[0]).toMatch(/ deleted the project .+\.$/u)
    expect(told[1]).toMatch(/ starred a deleted lead in .+ \(deleted\)\.$/u)
  })

  test('what was done to a signal that was deleted since, under the words it had, with nothing to open', async () => {
    const organization = await app.organization()
    const params = { projectId: (await organization.project()).id }
    const { id } = await organization.call(createIntentSignal, { params, body: { intent_signal: 'Tea lovers' } })
    expect((await latest(organization)).parts).toContainEqual({ text: '“Tea lovers”', kind: 'signal', id })
    await organization.call(deleteIntentSignal, { params: { ...params, id } })
    const [deleted, added] = (await read(organization)).items
    expect(deleted?.summary).toContain(' deleted the signal “Tea lovers” in ')
    expect(added?.summary).toContain(' added the deleted signal “Tea lovers” in ')
    expect(added?.parts).toContainEqual({ text: '“Tea lovers”', kind: 'signal', id: null })
  })

  test('nothing of another organization, whatever ids it holds', async () => {
    const foreign = await mintLeadSite(app)
    const [leadId] = await buildLeads(app, foreign, [{ title: 'A secret' }])
    const organization = await app.organization()
    const { organizationId } = organization
    const target = JSON.stringify({ project_id: foreign.projectId, id: leadId })
    await app.db.transaction(organizationScope(organizationId), (tx) =>
      sql`insert into audit_entry (id, organization_id, at, action, target)
        values (gen_random_uuid(), ${organizationId}, now(), 'readLead', ${target})`.execute(tx),
    )
    const told = (await read(organization, { action: 'readLead' })).items.map(({ summary }) => summary)
    expect(told).toEqual(['Somebody marked a deleted lead as read in a project that is gone.'])
  })
})

test('a page asks for its names by one statement for each kind of thing', async () => {
  const { organizationId } = await app.organization()
  const { newId, clock } = app.dependencies
  const at = clock.now()
  const made = { at, actor_id: newId(), impersonator_id: null, client_address: null, user_agent: null }
  const entries = Array.from({ length: 20 }, (_, index) => {
    const target = { project_id: newId(), lead_ids: newId(), status_config_id: newId(), updated: '1' }
    return { ...made, id: newId(), action: index % 2 ? 'updateLeadsStatus' : 'markLeadsAsRead', target }
  })
  const asked: { kind: string; ids: number }[] = []
  const counted = Object.entries(AUDIT_NAMES).map(([kind, find]) => {
    const count: FindNames = (tx, of, ids) => {
      const wanted = [...ids]
      asked.push({ kind, ids: wanted.length })
      return find(tx, of, wanted)
    }
    return [kind, count]
  })
  // Safe because it has a function for each of the same kinds.
  const names = Object.fromEntries(counted) as AuditNames
  await app.db.transaction(organizationScope(organizationId), (tx) => findNames(tx, names, { organizationId, entries }))

  expect(asked.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'lead', ids: 20 },
    { kind: 'project', ids: 20 },
    { kind: 'status', ids: 10 },
  ])
})

test('the log lists who did what to what, when and from where, newest first', async () => {
  const organization = await app.organization()
  await organization.call(updateName, { query: { first_name: 'Ada', last_name: 'Lovelace' } })
  await app.clock.advance(1_000)
  const { id } = await organization.call(createProject, { body: { name: 'Bakers' } })
  await app.clock.advance(1_000)
  const sent = { body: { purpose: 'To find bakers' }, headers: { 'user-agent': 'Mozilla/5.0' } }
  await organization.request('PATCH', `/api/v1/project/${id}`, sent)

  const now = app.clock.now()
  const { items, ...totals } = await read(organization)
  expect(items.slice(0, 2)).toEqual([
    {
      id: expect.any(String),
      at: now.toISOString(),
      actor: 'Ada Lovelace',
      actor_id: organization.userId,
      impersonator: null,
      action: 'updateProject',
      summary: 'Ada Lovelace changed the purpose of the project Bakers.',
      parts: [
        { text: 'Ada Lovelace', kind: 'account', id: organization.userId },
        { text: ' changed the purpose of the project ', kind: null, id: null },
        { text: 'Bakers', kind: 'project', id },
      ],
      target: { id, changed: 'the purpose' },
      client_address: '127.0.0.1',
      user_agent: 'Mozilla/5.0',
    },
    expect.objectContaining({
      at: new Date(now.getTime() - 1_000).toISOString(),
      action: 'createProject',
      target: { id },
      user_agent: null,
    }),
  ])
  expect(items.map(({ action }) => action)).toEqual(['updateProject', 'createProject', 'createOrganization'])
  expect(totals).toEqual({ total: 3, total_capped: false, next_cursor: null })
})

test('an entry has the plain values of a change, and the start and length of a long list', async () => {
  const site = await mintLeadSite(app)
  const wishes = Array.from({ length: 12 }, () => ({}))
  const ids = await buildLeads(app, site, wishes)
  const params = { projectId: site.projectId }
  const { organization } = site
  await organization.call(starLead, { params: { ...params, id: ids[0]! }, body: { starred: true } })
  const { undo_token } = await organization.call(markRead, { params, body: { lead_ids: ids } })
  await organization.call(undoLeads, { params, body: { undo_token: undo_token! } })

  const project_id = site.projectId
  expect((await read(organization)).items.slice(0, 3).map(({ target }) => target)).toEqual([
    { project_id, field: 'read', updated: '12' },
    { project_id, lead_ids: `${ids.slice(0, 10).join(', ')} and 2 more`, updated: '12' },
    { project_id, id: ids[0], starred: 'true' },
  ])
})

test('the log leaves out what somebody does to their own account', async () => {
  const organization = await app.organization()
  const member = await organization.member('MEMBER')
  await member.call(updateName, { query: { first_name: 'Own', last_name: 'Business' } })

  expect(await actionsOf(organization)).toEqual(['createOrganization'])
})

test('an entry names nobody if the account is gone or the operator did it', async () => {
  const organization = await app.organization()
  const member = await organization.member('MEMBER')
  await member.call(createProject, { body: { name: 'Left behind' } })
  const { organizationId } = organization
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    const target = { user_id: organization.userId }
    await recordOperatorAction(tx, app.dependencies, { action: 'operator.make-super-admin', organizationId, target })
  })
  await app.db.transaction(loginScope(), (tx) => sql`delete from account where id = ${member.userId}`.execute(tx))

  const { items } = await read(organization)
  expect(items.find(({ action }) => action === 'createProject')).toMatchObject({
    actor: null,
    actor_id: member.userId,
    client_address: null,
    user_agent: null,
  })
  expect(items.find(({ action }) => action === 'operator.make-super-admin')).toMatchObject({
    actor: null,
    actor_id: null,
    summary: expect.stringContaining('super admin'),
    target: { user_id: organization.userId },
  })
})

describe('a page of the log', () => {
  test('continues where the last one ended, through entries of one instant', async () => {
    const organization = await app.organization()
    for (let i = 0; i < 6; i += 1) await organization.project({ name: `Project ${i}` })
    const whole = await read(organization)
    const paged = []
    let cursor: string | undefined
    do {
      const page = await read(organization, { limit: '2', ...(cursor !== undefined && { cursor }) })
      expect(page).toMatchObject({ total: 7, total_capped: false })
      paged.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)

    expect(whole.items).toHaveLength(7)
    expect(paged).toEqual(whole.items)
  })

  test.each([
    { why: 'is none', cursor: () => 'x' },
    { why: "is another list's", cursor: async (other: string) => other },
  ])('is refused if its cursor $why', async ({ cursor }) => {
    const organization = await app.organization()
    await organization.project()
    const { next_cursor: other } = await read(organization, { limit: '1' })
    const query = new URLSearchParams({ cursor: await cursor(other!), action: 'createProject' })
    const reply = await organization.request('GET', `${PATH}?${query.toString()}`)

    expect(reply.problem()).toMatchObject({ status: 422, code: 'cursor_invalid' })
  })

  test('counts entries up to ten thousand', async () => {
    const organization = await app.organization()
    const { organizationId } = organization
    await app.db.transaction(organizationScope(organizationId), (tx) =>
      sql`insert into audit_entry (id, organization_id, at, action, target)
        select gen_random_uuid(), ${organizationId}, now(), 'many', '{}' from generate_series(1, 10001)`.execute(tx),
    )

    expect(await read(organization, { limit: '1' })).toMatchObject({ total: 10_000, total_capped: true })
    expect(await read(organization, { action: 'createOrganization' })).toMatchObject({ total: 1, total_capped: false })
  })
})

test('filters narrow by who, what and when, including both ends of a time', async () => {
  const organization = await app.organization()
  const member = await organization.member('MEMBER')
  await app.clock.advance(60_000)
  const from = app.clock.now().toISOString()
  await member.call(createProject, { body: { name: 'Theirs' } })
  await app.clock.advance(60_000)
  const to = app.clock.now().toISOString()
  const { id } = await organization.call(createProject, { body: { name: 'Mine' } })
  await app.clock.advance(1)
  await organization.call(updateProject, { params: { id }, body: { name: 'Ours' } })

  expect(await actionsOf(organization, { actor_id: member.userId })).toEqual(['createProject'])
  expect(await actionsOf(organization, { action: 'createProject' })).toEqual(['createProject', 'createProject'])
  expect(await actionsOf(organization, { date_from: from, date_to: to })).toEqual(['createProject', 'createProject'])
  expect(await actionsOf(organization, { actor_id: member.userId, action: 'updateProject' })).toEqual([])
  expect(await actionsOf(organization, { date_to: '0000-01-01T00:00:00Z' })).toEqual([])
  expect(await actionsOf(organization, { action: "' or true --" })).toEqual([])
})

describe('the log may be read', () => {
  test.each([
    { role: 'SUPER_ADMIN', status: 200 },
    { role: 'ADMIN', status: 200 },
    { role: 'MEMBER', status: 403 },
    { role: 'GUEST', status: 403 },
  ] as const)('by $role: $status', async ({ role, status }) => {
    const organization = await app.organization()
    const { id } = await organization.project()
    const member = await organization.member(role, role === 'GUEST' ? { projectIds: [id] } : {})

    expect((await member.request('GET', PATH)).status).toBe(status)
  })

  test('by nobody without a session or an organization', async () => {
    expect((await app.request('GET', PATH)).status).toBe(401)
    expect((await (await app.user()).request('GET', PATH)).problem().code).toBe('organization_required')
  })

  test('by no other organization, whatever it asks for', async () => {
    const organization = await app.organization()
    await organization.project()
    const foreign = await organization.foreign()

    expect(await actionsOf(foreign)).toEqual(['createOrganization'])
    expect(await actionsOf(foreign, { actor_id: organization.userId })).toEqual([])
  })
})

test.each(['limit=0', 'limit=201', 'limit=x', 'actor_id=1', 'date_from=yesterday', `action=${'a'.repeat(101)}`])(
  'the query %s is refused',
  async (query) => {
    const organization = await app.organization()
    expect((await organization.request('GET', `${PATH}?${query}`)).problem()).toMatchObject({ status: 422 })
  },
)
