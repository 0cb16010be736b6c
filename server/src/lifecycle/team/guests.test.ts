import type { Endpoint } from '@leadlight/contract/endpoint'
import * as contract from '@leadlight/contract/guests'
import { getProject, listProjects } from '@leadlight/contract/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import type { TestMember, TestOrganization } from '@leadlight/testing/test-organization'

const UNKNOWN = '019a4f00-0000-7000-8000-00000000dead'

let app: TestApp
let organization: TestOrganization
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '90' } })
  organization = await app.organization()
})
afterAll(() => app.close())

function pathOf(endpoint: Endpoint, projectId: string, userId = ''): string {
  return endpoint.path.replace('{projectId}', projectId).replace('{userId}', userId)
}

const grant = (projectId: string, userId: string) =>
  organization.call(contract.grantGuestAccess, { params: { projectId, userId } })
const access = (projectId: string) => organization.call(contract.getGuestsAccess, { params: { projectId } })

async function spend(guest: TestMember, projectId: string, key: string, millicredits: number): Promise<void> {
  const { ledger } = app.dependencies
  const { organizationId } = organization
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    const occasion = {
      what: 'A draft',
      work: 'draft' as const,
      signalId: null,
      projectId,
      accountId: guest.userId,
      role: guest.role,
    }
    await reserveCredits(tx, ledger, organizationId, { key, amount: millicredits, occasion })
    await settleReservation(tx, ledger, organizationId, { key, used: millicredits })
  })
}

describe('a guest’s access', () => {
  test('is granted from the next request on, and granting it twice does no harm', async () => {
    const { id: projectId } = await organization.project({ name: 'Shown' })
    const guest = await organization.member('GUEST')
    expect(await guest.call(listProjects)).toEqual([])

    await grant(projectId, guest.userId)
    await grant(projectId, guest.userId)
    expect((await guest.call(listProjects)).map(({ id }) => id)).toEqual([projectId])
    expect((await access(projectId)).guests).toEqual([
      {
        user_id: guest.userId,
        email: guest.email,
        first_name: null,
        last_name: null,
        granted_at: app.clock.now().toISOString(),
        credits_spent_this_month: 0,
      },
    ])
  })

  test('is withdrawn, and withdrawing what was not granted changes nothing', async () => {
    const { id: projectId } = await organization.project()
    const [kept, gone] = [await organization.member('GUEST'), await organization.member('GUEST')]
    for (const guest of [kept, gone]) await grant(projectId, guest.userId)
    const withdraw = () =>
      organization.call(contract.withdrawGuestAccess, { params: { projectId, userId: gone.userId } })
    await withdraw()
    await withdraw()

    expect((await access(projectId)).guests.map(({ user_id }) => user_id)).toEqual([kept.userId])
    const reply = await gone.request('GET', getProject.path.replace('{id}', projectId))
    expect(reply.problem()).toMatchObject({ status: 404, code: 'project_not_found' })
  })

  test.each(['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const)(
    'cannot be granted to a %s, who sees every project',
    async (role) => {
      const { id: projectId } = await organization.project()
      const member = await organization.member(role)
      const reply = await organization.request('POST', pathOf(contract.grantGuestAccess, projectId, member.userId))

      expect(reply.problem()).toMatchObject({ status: 409, code: 'not_a_guest' })
      expect((await access(projectId)).guests).toEqual([])
    },
  )
})

describe('guests’ spending', () => {
  test('is listed for each guest, in this project, since the month began', async () => {
    const [{ id: projectId }, { id: otherId }] = [await organization.project(), await organization.project()]
    const guest = await organization.member('GUEST', { projectIds: [projectId, otherId] })
    await app.clock.set('2026-11-30T23:00:00Z')
    await spend(guest, projectId, 'november', 9_000)
    await app.clock.set('2026-12-01T00:00:00Z')
    await spend(guest, projectId, 'december', 1_250)
    await spend(guest, otherId, 'elsewhere', 4_000)

    expect((await access(projectId)).guests[0]?.credits_spent_this_month).toBe(1.25)
    await app.clock.set('2026-11-02T09:00:00Z')
  })

  test('gets a cap, which can be changed and removed', async () => {
    const { id: projectId } = await organization.project()
    const cap = (monthly_credit_cap: number | null) =>
      organization.call(contract.capGuestSpending, { params: { projectId }, body: { monthly_credit_cap } })
    expect((await access(projectId)).monthly_credit_cap).toBeNull()
    expect(await cap(12.5)).toEqual({ guests: [], monthly_credit_cap: 12.5 })
    expect((await cap(0)).monthly_credit_cap).toBe(0)
    expect((await access(projectId)).monthly_credit_cap).toBe(0)
    expect((await cap(null)).monthly_credit_cap).toBeNull()
  })

  test.each([{ monthly_credit_cap: -1 }, { monthly_credit_cap: 0.0001 }, { monthly_credit_cap: '5' }, {}])(
    'refuses the cap %j',
    async (body) => {
      const { id: projectId } = await organization.project()
      const reply = await organization.request('PUT', pathOf(contract.capGuestSpending, projectId), { body })
      expect(reply.problem()).toMatchObject({ status: 422, code: 'invalid_request' })
    },
  )
})

describe.each([
  contract.getGuestsAccess,
  contract.grantGuestAccess,
  contract.withdrawGuestAccess,
  contract.capGuestSpending,
])('$name', (endpoint) => {
  async function ask(client: TestClient, projectId: string, userId: string) {
    const body = endpoint.method === 'PUT' ? { monthly_credit_cap: 1 } : undefined
    const reply = await client.request(endpoint.method, pathOf(endpoint, projectId, userId), { body })
    const { request_id: _own, ...problem } = reply.problem()
    return problem
  }

  test('answers a foreign project exactly like a missing one', async () => {
    const foreign = await organization.foreign()
    const { id: foreignId } = await foreign.project()
    const guest = await organization.member('GUEST')
    const answer = await ask(organization, foreignId, guest.userId)

    expect(answer).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await ask(organization, UNKNOWN, guest.userId)).toEqual(answer)
  })

  test('is for admins: a guest or member gets 403, a stranger 401', async () => {
    const { id: projectId } = await organization.project()
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    const member = await organization.member('MEMBER')

    for (const client of [guest, member]) {
      expect(await ask(client, projectId, guest.userId)).toMatchObject({ status: 403, code: 'role_too_low' })
    }
    expect(await ask(app, projectId, guest.userId)).toMatchObject({ status: 401 })
  })
})

test.each([contract.grantGuestAccess, contract.withdrawGuestAccess])(
  '$name answers for a foreign user exactly as for an unknown one',
  async (endpoint) => {
    const { id: projectId } = await organization.project()
    const stranger = await (await organization.foreign()).member('GUEST')
    const unemployed = await app.user()
    const answers = []
    for (const userId of [stranger.userId, unemployed.userId, UNKNOWN]) {
      const reply = await organization.request(endpoint.method, pathOf(endpoint, projectId, userId))
      const { request_id: _own, ...problem } = reply.problem()
      answers.push(problem)
    }

    expect(answers[0]).toMatchObject({ status: 404, code: 'member_not_found' })
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
  },
)
