import { acceptTransfer } from '@leadlight/contract/guests'
import { getLead } from '@leadlight/contract/leads'
import { createProject } from '@leadlight/contract/projects'
import * as contract from '@leadlight/contract/statuses'
import {
  DEFAULT_LEAD_STATUSES,
  DEFAULT_PROSPECT_STATUSES,
  STATUSES_MAX,
  type StatusColor,
} from '@leadlight/domain/statuses'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import { buildLeads, inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A project as an admin of its organization sees it. */
async function mintProject() {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  return { organization, projectId, params: { projectId } }
}

const list = (client: TestClient, projectId: string) =>
  client.call(contract.listLeadStatuses, { params: { projectId } })

function pathOf(projectId: string, id = ''): string {
  return `/api/v1/lead-status-configs/project/${projectId}${id && `/status/${id}`}`
}

describe('a new project', () => {
  test('has default statuses, a set for leads and one for people and companies', async () => {
    const { organization, params } = await mintProject()
    const leads = await organization.call(contract.listLeadStatuses, { params })
    const prospects = await organization.call(contract.listProspectStatuses, { params })
    const told = (statuses: typeof leads) => statuses.map(({ name, color, position }) => ({ name, color, position }))
    expect(told(leads)).toEqual(DEFAULT_LEAD_STATUSES.map((status, position) => ({ ...status, position })))
    expect(told(prospects)).toEqual(DEFAULT_PROSPECT_STATUSES.map((status, position) => ({ ...status, position })))
  })
})

describe('a status', () => {
  test('is added after the others, in a colour nobody has, and can be renamed and recoloured', async () => {
    const { organization, params } = await mintProject()
    const made = await organization.call(contract.createLeadStatus, { params, body: { name: '  Asked\u00a0 back ' } })
    expect(made).toMatchObject({ name: 'Asked back', color: 'teal', position: 5 })
    const body = { color: 'red' as const }
    const item = { ...params, id: made.id }
    expect(await organization.call(contract.updateLeadStatus, { params: item, body })).toEqual({
      ...made,
      color: 'red',
    })
    const renamed = await organization.call(contract.updateLeadStatus, { params: item, body: { name: 'ASKED BACK' } })
    expect(renamed).toEqual({ ...made, color: 'red', name: 'ASKED BACK' })
    expect((await organization.call(contract.listLeadStatuses, { params })).at(-1)).toEqual(renamed)
  })

  test('has a unique name in its set, in any letter case; the other set may have it too', async () => {
    const { organization, projectId, params } = await mintProject()
    const again = await organization.request('POST', pathOf(projectId), { body: { name: 'tO ANSWER' } })
    expect(again.problem()).toMatchObject({ status: 409, code: 'status_name_taken' })
    const [first, second] = await list(organization, projectId)
    const renamed = await organization.request('PATCH', pathOf(projectId, second!.id), {
      body: { name: first!.name.toUpperCase() },
    })
    expect(renamed.problem()).toMatchObject({ status: 409, code: 'status_name_taken' })
    await organization.call(contract.createProspectStatus, { params, body: { name: 'To answer' } })
    await organization.call(contract.createLeadStatus, { params, body: { name: 'Déjà vu' } })
    const accented = await organization.request('POST', pathOf(projectId), { body: { name: 'DÉJÀ VU' } })
    expect(accented.problem()).toMatchObject({ status: 409, code: 'status_name_taken' })
  })

  test.each([
    ['empty', { name: ' ' }],
    ['of two lines', { name: 'To\nanswer' }],
    ['of nothing to see', { name: '\u200b' }],
    ['too long', { name: 'x'.repeat(61) }],
    ['of a colour there is not', { name: 'Mine', color: 'mauve' }],
    ['nameless', {}],
  ])('is refused when %s', async (_name, body) => {
    const { organization, projectId } = await mintProject()
    expect((await organization.request('POST', pathOf(projectId), { body })).problem().status).toBe(422)
    expect(await list(organization, projectId)).toHaveLength(DEFAULT_LEAD_STATUSES.length)
  })

  test('of the other set gets 404, except when it is moved', async () => {
    const { organization, projectId, params } = await mintProject()
    const [prospect] = await organization.call(contract.listProspectStatuses, { params })
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await organization.request(method, pathOf(projectId, prospect!.id), { body })
      expect(reply.problem()).toMatchObject({ status: 404, code: 'status_not_found' })
    }
    const item = { params: { projectId, id: prospect!.id }, query: { new_position: '9' } }
    const moved = await organization.call(contract.moveStatus, item)
    expect(moved.map(({ name }) => name)).toEqual(['Contacted', 'Talking', 'Customer', 'Not a fit', 'To contact'])
    expect(moved).toEqual(await organization.call(contract.listProspectStatuses, { params }))
  })

  test.each(['', '0x0', '1e0', '-1', '1001'])('keeps its position when the new one is %j', async (typed) => {
    const { organization, projectId } = await mintProject()
    const before = await list(organization, projectId)
    const path = `${pathOf(projectId, before.at(-1)!.id)}/position?new_position=${typed}`

    expect((await organization.request('PATCH', path)).problem()).toMatchObject({
      status: 422,
      detail: 'query.new_position: Must be a whole number from 0 to 1,000.',
    })
    expect(await list(organization, projectId)).toEqual(before)
  })

  test('that is deleted leaves its leads without one, and no others', async () => {
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    const [gone, kept] = await list(organization, projectId)
    const leads = await buildLeads(app, site, [{}, {}])
    await inOrganization(app, site, async (tx) => {
      for (const [index, status] of [gone, kept].entries()) {
        await sql`update lead set status_config_id = ${status!.id} where id = ${leads[index]!}`.execute(tx)
      }
    })
    await organization.call(contract.deleteLeadStatus, { params: { projectId, id: gone!.id } })
    const statuses = []
    for (const id of leads) {
      statuses.push((await organization.call(getLead, { params: { projectId, id } })).status_config_id)
    }
    expect(statuses).toEqual([null, kept!.id])
    expect((await list(organization, projectId)).map(({ position }) => position)).toEqual([0, 1, 2, 3])
    const again = await organization.request('DELETE', pathOf(projectId, gone!.id))
    expect(again.problem()).toMatchObject({ status: 404, code: 'status_not_found' })
  })
})

describe('a set', () => {
  test('has at most thirty statuses, also when many are made at once', async () => {
    const { organization, projectId } = await mintProject()
    const replies = await Promise.all(
      Array.from({ length: STATUSES_MAX }, (_, n) =>
        organization.request('POST', pathOf(projectId), { body: { name: `Status ${n}` } }),
      ),
    )
    const made = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status !== 201).map((reply) => reply.problem().code)
    expect(made).toHaveLength(STATUSES_MAX - DEFAULT_LEAD_STATUSES.length)
    expect(new Set(refused)).toEqual(new Set(['status_limit_reached']))
    const positions = (await list(organization, projectId)).map(({ position }) => position)
    expect(positions).toEqual(Array.from({ length: STATUSES_MAX }, (_, n) => n))
  })

  test('keeps one of many with the same name made at once', async () => {
    const { organization, projectId } = await mintProject()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => organization.request('POST', pathOf(projectId), { body: { name: 'Mine' } })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('is numbered from 0 without a gap after any concurrent changes', async () => {
    const { organization, projectId } = await mintProject()
    const statuses = await list(organization, projectId)
    const replies = await Promise.all([
      ...statuses.map(({ id }, n) =>
        organization.request('PATCH', `${pathOf(projectId, id)}/position?new_position=${(n * 3) % 5}`),
      ),
      organization.request('DELETE', pathOf(projectId, statuses[2]!.id)),
      organization.request('POST', pathOf(projectId), { body: { name: 'One more' } }),
    ])
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    expect((await list(organization, projectId)).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
  })

  test('moves with its project to another organization', async () => {
    const { organization, projectId } = await mintProject()
    const before = await list(organization, projectId)
    const receiver = await mintReceiver(app)
    const id = await offer(organization, projectId, receiver.email)
    await receiver.call(acceptTransfer, { params: { id } })
    expect(await list(receiver, projectId)).toEqual(before)
    expect((await organization.request('GET', pathOf(projectId))).status).toBe(404)
  })
})

/** The expected set, kept apart from the server. */
interface Model {
  statuses: { id: string; name: string; color: StatusColor }[]
}

type Step =
  | { do: 'create'; name: string }
  | { do: 'move'; which: number; to: number }
  | { do: 'delete'; which: number }
  | { do: 'rename'; which: number; name: string }

const anyName = fc.constantFrom('Alpha', 'alpha', 'Beta', 'GAMMA', 'gamma', 'Talking', 'Delta', 'Won', 'Epsilon')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name: anyName }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(12), to: fc.nat(12) }),
  fc.record({ do: fc.constant('delete' as const), which: fc.nat(12) }),
  fc.record({ do: fc.constant('rename' as const), which: fc.nat(12), name: anyName }),
)

function isTaken({ statuses }: Model, name: string, exceptId?: string): boolean {
  return statuses.some((status) => status.id !== exceptId && status.name.toLowerCase() === name.toLowerCase())
}

/** Takes a step on the server and in the model; returns the server's status and the expected one. */
async function take(client: TestClient, projectId: string, model: Model, step: Step): Promise<[number, number]> {
  if (step.do === 'create') {
    const reply = await client.request('POST', pathOf(projectId), { body: { name: step.name } })
    const taken = isTaken(model, step.name)
    if (!taken) model.statuses.push(reply.body as Model['statuses'][number])
    return [reply.status, taken ? 409 : 201]
  }
  const status = model.statuses[step.which % Math.max(model.statuses.length, 1)]
  if (!status) return [0, 0]
  const path = pathOf(projectId, status.id)
  if (step.do === 'move') {
    const reply = await client.request('PATCH', `${path}/position?new_position=${step.to}`)
    const others = model.statuses.filter((one) => one !== status)
    model.statuses = [...others.slice(0, step.to), status, ...others.slice(step.to)]
    return [reply.status, 200]
  }
  if (step.do === 'delete') {
    model.statuses = model.statuses.filter((one) => one !== status)
    return [(await client.request('DELETE', path)).status, 204]
  }
  const reply = await client.request('PATCH', path, { body: { name: step.name } })
  const taken = isTaken(model, step.name, status.id)
  if (!taken) status.name = step.name
  return [reply.status, taken ? 409 : 200]
}

test('any sequence of steps leaves the set in the order of a plain list, numbered from 0', async () => {
  const organization = await app.organization()
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
      const { id: projectId } = await organization.call(createProject, { body: { name: 'Model' } })
      const other = await organization.call(contract.listProspectStatuses, { params: { projectId } })
      const model: Model = { statuses: (await list(organization, projectId)).map((status) => ({ ...status })) }
      for (const step of steps) {
        const [answered, expected] = await take(organization, projectId, model, step)
        expect(answered).toBe(expected)
        const held = (await list(organization, projectId)).map(({ id, name, position }) => ({ id, name, position }))
        expect(held).toEqual(model.statuses.map(({ id, name }, position) => ({ id, name, position })))
      }
      expect(await organization.call(contract.listProspectStatuses, { params: { projectId } })).toEqual(other)
    }),
    { numRuns: 25 },
  )
})

describe('who may see and change statuses', () => {
  test('a guest reads the statuses of granted projects and changes none', async () => {
    const { organization, projectId } = await mintProject()
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    expect(await list(guest, projectId)).toHaveLength(DEFAULT_LEAD_STATUSES.length)
    expect((await guest.request('POST', pathOf(projectId), { body: { name: 'Mine' } })).status).toBe(403)
    const stranger = await organization.member('GUEST')
    expect((await stranger.request('GET', pathOf(projectId))).problem()).toMatchObject({ code: 'project_not_found' })
  })

  test('another organization and another project get 404', async () => {
    const { organization, projectId } = await mintProject()
    const [status] = await list(organization, projectId)
    const stranger = await organization.foreign()
    const { id: own } = await stranger.project()
    const { id: second } = await organization.project({ name: 'Second' })
    const calls = [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['PATCH', '/position?new_position=0', undefined],
    ] as const
    for (const [method, more, body] of calls) {
      const ask = async (client: TestClient, project: string, id: string) => {
        const problem = (await client.request(method, pathOf(project, id) + more, { body })).problem()
        return { ...problem, request_id: '' }
      }
      const missing = await ask(stranger, own, crypto.randomUUID())
      expect(missing).toMatchObject({ status: 404, code: 'status_not_found' })
      expect(await ask(stranger, own, status!.id)).toEqual(missing)
      expect(await ask(organization, second, status!.id)).toEqual(missing)
      expect(await ask(stranger, projectId, status!.id)).toMatchObject({ status: 404, code: 'project_not_found' })
    }
    expect((await list(organization, projectId))[0]).toEqual(status)
  })
})
