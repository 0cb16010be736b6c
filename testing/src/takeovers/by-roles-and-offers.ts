import { operatorParts } from '../operator-parts.ts'
import { getUserToken, me } from '@leadlight/contract/accounts'
import { createApiKey } from '@leadlight/contract/api-keys'
import { acceptTransfer, listTransfersAddressedToMe, transferProject } from '@leadlight/contract/guests'
import { createProject } from '@leadlight/contract/projects'
import {
  acceptInvite,
  acceptTokenizedInvite,
  createInvite,
  listInvitesAddressedToMe,
  updateMember,
} from '@leadlight/contract/team'
import { expect } from 'vitest'
import { makeSuperAdmin } from '@leadlight/server/lifecycle/operator/make-super-admin'
import { invitedToken, verifiedUser } from '../invites.ts'
import { createTestClient, type TestClient } from '../test-client.ts'
import type { Attack, TakeoverScene } from './takeover-scene.ts'

export const BY_INVITES_AND_OFFERS: Attack[] = [
  [
    'takes an invite that is meant for the owner',
    async (s) => {
      const { inviteId } = await inviteOwner(s)
      const squatter = await s.squat()
      expect(await squatter.call(listInvitesAddressedToMe)).toEqual([])
      await squatter.ask(acceptInvite, { params: { id: inviteId } })
    },
  ],
  [
    'takes the invite once the owner has verified',
    async (s) => {
      const { inviteId } = await inviteOwner(s)
      const squatter = await s.squat()
      await s.follow()
      await squatter.ask(acceptInvite, { params: { id: inviteId } })
    },
  ],
  [
    'takes it at the very moment the owner verifies',
    async (s) => {
      const { inviteId } = await inviteOwner(s)
      const squatter = await s.squat()
      const accept = () => squatter.ask(acceptInvite, { params: { id: inviteId } })
      await Promise.all([accept(), s.follow(), accept(), accept()])
    },
  ],
  [
    'takes it with the link of an invite to themself',
    async (s) => {
      const squatter = await s.squat()
      const other = await s.app.organization()
      s.forbids(other.organizationId)
      await other.call(createInvite, { body: { email: 'mallory-5@example.com', role: 'ADMIN' } })
      const t = await invitedToken(s.app, 'mallory-5@example.com')
      expect((await squatter.ask(acceptTokenizedInvite, { query: { t } })).problem().code).toBe('invite_for_another')
    },
  ],
  [
    'invites themself into what will be the owner’s organization',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const body = { email: 'mallory-6@example.com', role: 'ADMIN' as const }
      const friend = s.keeps(await verifiedUser(s.app, body.email))
      await Promise.all([squatter.ask(createInvite, { body }), s.follow(), squatter.ask(createInvite, { body })])
      for (const { id } of await friend.call(listInvitesAddressedToMe))
        await friend.ask(acceptInvite, { params: { id } })
    },
  ],
  [
    'holds back an invite and an offer until the owner has signed in',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const friend = s.keeps(await verifiedUser(s.app))
      const { id } = await squatter.call(createProject, { body: { website: 'https://acme.example' } })
      const held = [
        await s.beginCall(squatter, { path: createInvite.path, body: { email: friend.email, role: 'ADMIN' } }),
        await s.beginCall(squatter, { path: `/api/v1/project/${id}/transfer`, body: { email: s.mallory.email } }),
      ]
      await s.take()
      for (const { finish } of held) expect((await finish()).status).toBe(401)
      expect(await friend.call(listInvitesAddressedToMe)).toEqual([])
      expect(await s.mallory.call(listTransfersAddressedToMe)).toEqual([])
    },
  ],
  [
    'holds back with a key what would delete or give away the organization',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const made = await s.makeKey(squatter)
      const { key } = createApiKey.reply.parse(made.body)
      const byKey = createTestClient(s.app.app, key)
      const body = { email: s.mallory.email, role: 'ADMIN' }
      const held = [
        await s.beginCall(byKey, { path: createInvite.path, body }),
        await s.beginCall(squatter, { path: '/api/v1/organization/delete', body: { name: 'A trap' } }),
      ]
      const owner = await s.take()
      for (const { finish } of held) expect((await finish()).status).toBe(401)
      expect((await owner.call(me)).organization_membership).not.toBeNull()
    },
  ],
  [
    'offers themself a project of what will be the owner’s organization',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const { id } = await squatter.call(createProject, { body: { website: 'https://acme.example' } })
      const offer = () => squatter.ask(transferProject, { params: { id }, body: { email: s.mallory.email } })
      expect((await offer()).problem()).toMatchObject({ status: 403, code: 'email_unverified' })
      await Promise.all([offer(), s.follow(), offer()])
      expect(await s.mallory.call(listTransfersAddressedToMe)).toEqual([])
    },
  ],
  [
    'takes a project that is offered to the owner',
    async (s) => {
      const squatter = await s.squatWithOrganization()
      const sender = await s.app.organization()
      const { id } = await sender.project()
      const offered = await sender.call(transferProject, { params: { id }, body: { email: s.address } })
      expect(await squatter.call(listTransfersAddressedToMe)).toEqual([])
      expect((await squatter.ask(acceptTransfer, { params: { id: offered.id } })).status).toBe(403)
      await s.follow()
      expect((await squatter.ask(acceptTransfer, { params: { id: offered.id } })).status).toBe(401)
    },
  ],
  [
    'is given a project by a super admin who names the address',
    async (s) => {
      await s.squatWithOrganization()
      const giver = await s.app.organization({ role: 'SUPER_ADMIN' })
      const { id } = await giver.project()
      const give = () => giver.ask(transferProject, { params: { id }, body: { email: s.address } })
      expect((await give()).problem().code).toBe('user_not_found')
      await s.follow()
      expect((await give()).problem().code).toBe('user_not_found')
    },
  ],
  [
    'invites somebody as a super admin, or makes them one',
    async (s) => {
      const friend = s.keeps(await s.app.user())
      const role = 'SUPER_ADMIN'
      const invite = await s.mallory.request('POST', createInvite.path, { body: { email: friend.email, role } })
      const path = updateMember.path.replace(/\{\w+\}/, s.mallory.userId)
      const raise = await s.mallory.request(updateMember.method, path, { body: { role } })
      expect([invite.status, raise.status]).toEqual([422, 422])
    },
  ],
]

export const BY_IMPERSONATION_AND_OPERATORS: Attack[] = [
  [
    'is looked at by a super admin, who follows the owner’s link',
    async (s) => {
      await s.squatWithOrganization()
      const seen = await seeAs(s, s.address)
      const token = await s.mailed('Confirm your email address')
      const reply = await seen.request('POST', '/auth/verify', { body: { token } })
      expect(reply.problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
    },
  ],
  [
    'is looked at by a super admin, who accepts the owner’s invite',
    async (s) => {
      await s.squat()
      await inviteOwner(s)
      const t = await invitedToken(s.app, s.address)
      const reply = await (await seeAs(s, s.address)).ask(acceptTokenizedInvite, { query: { t } })
      expect(reply.problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
    },
  ],
  [
    'is looked at by a super admin, whose look outlives the owner’s verifying',
    async (s) => {
      await s.squat()
      s.keeps(await seeAs(s, s.address))
      await s.follow()
    },
  ],
  [
    'is made a super admin by an operator who trusts that the address is verified',
    async (s) => {
      await s.squatWithOrganization()
      await s.follow()
      const dependencies = { ...operatorParts(s.app), superAdminEmails: s.app.config.superAdminEmails }
      await expect(makeSuperAdmin(dependencies, { email: s.address, isUnverifiedTaken: false })).rejects.toThrow(
        'has not signed in since',
      )
    },
  ],
]

async function inviteOwner(scene: TakeoverScene): Promise<{ inviteId: string }> {
  const { app, address } = scene
  const inviting = await app.organization()
  scene.forbids(inviting.organizationId)
  const { id } = await inviting.call(createInvite, { body: { email: address, role: 'ADMIN' } })
  return { inviteId: id }
}

async function seeAs({ app }: TakeoverScene, email: string): Promise<TestClient> {
  const superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
  const { token } = await superAdmin.call(getUserToken, { query: { email } })
  return createTestClient(app.app, token)
}
