import { updateName } from '@leadlight/contract/accounts'
import { grantGuestAccess, withdrawGuestAccess } from '@leadlight/contract/guests'
import { acceptInvite, cancelInvite, createInvite, listAuditLog, rejectInvite } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope } from '../../platform/scopes.ts'
import { verifiedUser } from '@leadlight/testing/invites'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function summariesOf(organization: TestOrganization): Promise<string[]> {
  return (await organization.call(listAuditLog)).items.map(({ summary }) => summary)
}

describe('an entry says', () => {
  test('who was invited as what, by the address and then by the name of who joined', async () => {
    const organization = await app.organization()
    const bob = await verifiedUser(app)
    const body = { email: bob.email, role: 'MEMBER' as const }
    const { id } = await organization.call(createInvite, { body })
    expect((await summariesOf(organization))[0]).toContain(` invited ${bob.email} as Member.`)
    await bob.call(acceptInvite, { params: { id } })
    await bob.call(updateName, { query: { first_name: 'Bob', last_name: 'Ray' } })
    const told = await summariesOf(organization)
    expect(told[0]).toBe('Bob Ray accepted an invite and joined.')
    expect(told[1]).toMatch(/ invited Bob Ray as Member\.$/u)
  })

  test('whose access was withdrawn, and who turned an invite down, by their name while they have an account', async () => {
    const organization = await app.organization()
    const { id: projectId } = await organization.project({ name: 'Bright Books' })
    const guest = await organization.member('GUEST')
    const params = { projectId, userId: guest.userId }
    await organization.call(grantGuestAccess, { params })
    await organization.call(withdrawGuestAccess, { params })
    const invited = await verifiedUser(app)
    const body = { email: invited.email, role: 'GUEST' as const, project_ids: [projectId] }
    const { id } = await organization.call(createInvite, { body })
    await invited.call(rejectInvite, { params: { id } })
    const told = async () => (await summariesOf(organization)).slice(0, 3)
    const who = organization.email
    expect(await told()).toEqual([
      `${invited.email} turned an invite down.`,
      `${who} invited ${invited.email} as Guest to the project Bright Books.`,
      `${who} withdrew the access of ${guest.email} to the project Bright Books.`,
    ])
    await app.db.transaction(loginScope(), (tx) =>
      sql`delete from account where id in (${invited.userId}, ${guest.userId})`.execute(tx),
    )
    expect(await told()).toEqual([
      'Somebody who is gone turned an invite down.',
      `${who} invited somebody as Guest to the project Bright Books.`,
      `${who} withdrew the access of somebody who is gone to the project Bright Books.`,
    ])
  })

  test('which invite was taken back, by its role and projects, as its address went with it', async () => {
    const organization = await app.organization()
    const [first, second] = [await organization.project({ name: 'Bright Books' }), await organization.project()]
    for (const [project_ids, words] of [
      [[first.id], 'Guest to the project Bright Books'],
      [[first.id, second.id], 'Guest to 2 projects'],
    ] as const) {
      const body = { email: 'ann@example.org', role: 'GUEST' as const, project_ids: [...project_ids] }
      const { id } = await organization.call(createInvite, { body })
      await organization.call(cancelInvite, { params: { id } })
      expect((await summariesOf(organization))[0]).toBe(`${organization.email} took back an invite as ${words}.`)
    }
    expect(JSON.stringify((await organization.call(listAuditLog)).items)).not.toContain('ann@example.org')
  })
})
