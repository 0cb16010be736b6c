import * as contract from '@leadlight/contract/lead-work'
import { deleteAccount } from '@leadlight/contract/own-account'
import { leaveOrganization } from '@leadlight/contract/organization'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestMember } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function mintTeam() {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  const [member, guest] = [
    await organization.member('MEMBER'),
    await organization.member('GUEST', { projectIds: [projectId] }),
  ]
  const params = { projectId }
  const path = `/api/v1/leads/${projectId}/views`
  return { organization, projectId, params, path, member, guest }
}

const view = (name: string, is_shared = false) => ({ name, query: 'read=false&sort_by=score', is_shared })

async function names(user: TestMember, projectId: string) {
  return (await user.call(contract.listViews, { params: { projectId } })).map(({ name }) => name)
}

async function countAll(organization: TestMember): Promise<number> {
  const { rows } = await inOrganization(app, { ...organization, projectId: '' }, (tx) =>
    sql<{ count: number }>`select count(*)::integer as count from saved_view`.execute(tx),
  )
  return rows[0]!.count
}

describe('views', () => {
  test("are one's own and the team's, by name; nobody sees another's own", async () => {
    const { organization, member, guest, params, projectId } = await mintTeam()
    const shared = await member.call(contract.createView, { params, body: view('mid', true) })
    await member.call(contract.createView, { params, body: view('Zulu') })
    await member.call(contract.createView, { params, body: view('alpha') })
    await guest.call(contract.createView, { params, body: view('Guest’s') })
    expect(shared).toMatchObject({ is_shared: true, is_mine: true, query: 'read=false&sort_by=score' })
    expect(await names(member, projectId)).toEqual(['alpha', 'mid', 'Zulu'])
    expect(await names(guest, projectId)).toEqual(['Guest’s', 'mid'])
    expect(await organization.call(contract.listViews, { params })).toEqual([{ ...shared, is_mine: false }])
  })

  test('of somebody else get 404', async () => {
    const { organization, member, path, params } = await mintTeam()
    const own = await member.call(contract.createView, { params, body: view('Mine') })
    const missing = (await organization.request('DELETE', `${path}/${crypto.randomUUID()}`)).problem()
    expect(missing).toMatchObject({ status: 404, code: 'view_not_found' })
    for (const [method, body] of [
      ['PATCH', { name: 'Taken' }],
      ['DELETE', undefined],
    ] as const) {
      const problem = (await organization.request(method, `${path}/${own.id}`, { body })).problem()
      expect({ ...problem, request_id: '' }).toEqual({ ...missing, request_id: '' })
    }
    expect(await member.call(contract.listViews, { params })).toEqual([own])
  })

  test('are changed and shared by members; a guest changes only their own', async () => {
    const { organization, member, guest, path, params, projectId } = await mintTeam()
    const refused = { status: 403, code: 'role_too_low' }
    expect((await guest.request('POST', path, { body: view('For all', true) })).problem()).toMatchObject(refused)
    const own = await guest.call(contract.createView, { params, body: view('Mine') })
    const item = `${path}/${own.id}`
    expect((await guest.request('PATCH', item, { body: { is_shared: true } })).problem()).toMatchObject(refused)
    const renamed = await guest.call(contract.updateView, {
      params: { projectId, id: own.id },
      body: { name: 'Renamed', query: '' },
    })
    expect(renamed).toEqual({ ...own, name: 'Renamed', query: '' })
    const team = await member.call(contract.createView, { params, body: view('Team', true) })
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await guest.request(method, `${path}/${team.id}`, { body })).problem()).toMatchObject(refused)
    }
    const ids = { projectId, id: team.id }
    const taken = await organization.call(contract.updateView, { params: ids, body: { is_shared: false } })
    expect(taken).toEqual({ ...team, is_shared: false })
    expect(await names(member, projectId)).toEqual([])
    await organization.call(contract.deleteView, { params: ids })
    expect(await names(organization, projectId)).toEqual([])
  })

  test('have unique names among those listed together, in any letter case', async () => {
    const { organization, member, path, params } = await mintTeam()
    await member.call(contract.createView, { params, body: view('Hot') })
    await member.call(contract.createView, { params, body: view('HOT', true) })
    await organization.call(contract.createView, { params, body: view('hot') })
    const taken = { status: 409, code: 'view_name_taken' }
    expect((await member.request('POST', path, { body: view('hot') })).problem()).toMatchObject(taken)
    expect((await organization.request('POST', path, { body: view('hot', true) })).problem()).toMatchObject(taken)
    await member.call(contract.createView, { params, body: view('Été') })
    expect((await member.request('POST', path, { body: view('ÉTÉ') })).problem()).toMatchObject(taken)
    const own = await organization.call(contract.createView, { params, body: view('Cold') })
    for (const body of [{ name: 'HoT' }, { name: 'hot', is_shared: true }]) {
      expect((await organization.request('PATCH', `${path}/${own.id}`, { body })).problem()).toMatchObject(taken)
    }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => member.request('POST', path, { body: view('At once', true) })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test("are at most 100 of one's own and 100 of the team's", async () => {
    const { organization, member, path, projectId } = await mintTeam()
    await inOrganization(app, { ...organization, projectId }, (tx) =>
      sql`insert into saved_view (id, organization_id, project_id, account_id, name, query, is_shared, created_at)
        select gen_random_uuid(), ${organization.organizationId}, ${projectId}, ${member.userId}, n::text, '', n > 99, now()
        from generate_series(1, 198) n`.execute(tx),
    )
    for (const isShared of [false, true]) {
      const replies = await Promise.all(
        ['a', 'b', 'c'].map((name) => member.request('POST', path, { body: view(name, isShared) })),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = replies.filter(({ status }) => status !== 201).map((reply) => reply.problem().code)
      expect(refused).toEqual(['view_limit_reached', 'view_limit_reached'])
    }
    expect(await names(member, projectId)).toHaveLength(200)
  })

  test.each([
    ['without a name', { ...view(' ') }],
    ['of two lines', { ...view('a\nb') }],
    ['with too long a query', { ...view('a'), query: 'x'.repeat(4001) }],
  ])('are refused %s', async (_name, body) => {
    const { organization, path } = await mintTeam()
    expect((await organization.request('POST', path, { body })).problem().status).toBe(422)
  })

  test.each([
    ['leaves', (user: TestMember) => user.call(leaveOrganization)],
    [
      'deletes their account',
      (user: TestMember) => user.call(deleteAccount, { body: { email: user.email, password: TEST_PASSWORD } }),
    ],
  ])("of somebody who %s are deleted, and the team's stay", async (_name, end) => {
    const { organization, member, params, projectId } = await mintTeam()
    await member.call(contract.createView, { params, body: view('Mine') })
    await member.call(contract.createView, { params, body: view('Ours', true) })
    await end(member)
    expect(await countAll(organization)).toBe(1)
    expect(await names(organization, projectId)).toEqual(['Ours'])
  })

  test('get 404 for another organization, another project, or a guest without a grant', async () => {
    const { organization, path, params, projectId } = await mintTeam()
    const shared = await organization.call(contract.createView, { params, body: view('Ours', true) })
    const stranger = await organization.foreign()
    const { id: own } = await stranger.project()
    const { id: second } = await organization.project({ name: 'Second' })
    const blind = await organization.member('GUEST')
    expect((await blind.request('GET', path)).problem()).toMatchObject({ status: 404, code: 'project_not_found' })
    expect((await stranger.request('DELETE', `${path}/${shared.id}`)).problem()).toMatchObject({
      status: 404,
      code: 'project_not_found',
    })
    for (const [user, project] of [
      [stranger, own],
      [organization, second],
    ] as const) {
      const reply = await user.request('DELETE', `/api/v1/leads/${project}/views/${shared.id}`)
      expect(reply.problem()).toMatchObject({ status: 404, code: 'view_not_found' })
    }
    expect(await names(organization, projectId)).toEqual(['Ours'])
  })
})
