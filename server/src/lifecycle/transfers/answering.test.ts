// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/guests'
import { getOrganization } from '@leadlight/contract/organization'
import { getProject, listProjects } from '@leadlight/contract/projects'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRole } from '../../core/members/memberships.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { mailsTo } from '@leadlight/testing/mails'
import { mintReceiver, offerProject, transferJobsDone, verify } from '@leadlight/testing/offered-project'
import { buildSignal } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { endAccessToMoved } from './end-access.ts'
import { moveAtOnce } from './move-at-once.ts'

const UNKNOWN = '019a4f00-0000-7000-8000-00000000dead'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const answer = (client: TestClient, transferId: string, how: 'accept' | 'reject' = 'accept') =>
  client.request('POST', `/api/v1/project/transfers/${transferId}/${how}`)
const idsOf = async (organization: TestOrganization) => (await organization.call(listProjects)).map(({ id }) => id)

/** Starts a search of the project that waits for a worker. */
async function startSearch(organization: TestOrganization, projectId: string): Promise<void> {
  const { organizationId } = organization
  const signalId = await buildSignal(app, { organizationId, projectId }, 'People asking')
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql`
      insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state, search_days,
        price, until_at, created_at)
      values (${app.dependencies.newId()}, ${organizationId}, ${projectId}, ${signalId}, 'People asking', 1, 'queued', 30,
        0, now(), now())`.execute(tx),
  )
}

async function fill(organization: TestOrganization): Promise<void> {
  const { organizationId } = organization
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql`
      insert into project (id, organization_id, name, created_at, updated_at)
      select gen_random_uuid(), ${organizationId}, 'One of many', now(), now() from generate_series(1, 200)`.execute(
      tx,
    ),
  )
}

describe('accepting an offered project', () => {
  test('moves the project, ends the offer, and tells whoever made it', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    await verify(app, sender)
    const { projectId, transferId } = await offerProject(sender, receiver)
    const accepted = await receiver.call(contract.acceptTransfer, { params: { id: transferId } })

    expect(accepted).toMatchObject({ id: transferId, project_id: projectId, state: 'done', requested_by: sender.email })
    expect(await idsOf(sender)).toEqual([])
    const project = await receiver.call(getProject, { params: { id: projectId } })
    expect(project).toMatchObject({ organization_id: receiver.organizationId, name: 'Harbour leads' })
    expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([])
    for (const how of ['accept', 'reject'] as const) {
      expect((await answer(receiver, transferId, how)).problem().code).toBe('transfer_not_found')
    }
    await transferJobsDone(app)
    const mails = mailsTo(app, sender.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['The project Harbour leads was accepted'])
    expect(mails[0]?.paragraphs[0]).toContain(`${receiver.email} accepted the project Harbour leads.`)
    expect(mails[0]?.action?.url).toBe(`${app.config.publicUrl}/org/projects`)
  })

  test('is told in the audit log of those who had the project, once however often the job runs', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    await receiver.call(contract.acceptTransfer, { params: { id: transferId } })
    await transferJobsDone(app)
    const told = { query: { action: 'project.left' } }
    const { items } = await sender.call(listAuditLog, told)
    const { name: receiving } = await receiver.call(getOrganization)
    const { name: giving } = await sender.call(getOrganization)
    const summary = `${receiver.email} took over the project Harbour leads, which now belongs to ${receiving}.`
    const target = {
      project_id: projectId,
      name: 'Harbour leads',
      user_id: receiver.userId,
      how: 'taken',
      organization_name: receiving,
    }
    expect(items).toMatchObject([{ actor_id: null, summary, target }])

    const { organizationId } = sender
    const earlier = (await sender.call(listAuditLog)).items.map((entry) => entry.summary)
    expect(earlier).toContain(
      `${sender.email} offered the project Harbour leads (handed over) to another organization.`,
    )
    const [accepted] = (await receiver.call(listAuditLog)).items
    expect(accepted?.summary).toBe(`${receiver.email} took over the project Harbour leads from ${giving}.`)

    const left = { entryId: items[0]!.id, projectName: 'Harbour leads', how: 'taken', userId: receiver.userId } as const
    await endAccessToMoved(app.dependencies, { organizationId, projectId, left })
    expect((await sender.call(listAuditLog, told)).items).toEqual(items)
    expect((await receiver.call(listAuditLog, told)).items).toEqual([])
  })

  test('is refused while the project is searched, and moves nothing', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    await startSearch(sender, projectId)

    expect((await answer(receiver, transferId)).problem()).toMatchObject({ status: 409, code: 'search_running' })
    expect(await idsOf(sender)).toEqual([projectId])
    expect(await receiver.call(contract.listTransfersAddressedToMe)).toHaveLength(1)
  })

  test('is refused to an organization at its limit of projects', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    await fill(receiver)

    expect((await answer(receiver, transferId)).problem()).toMatchObject({ status: 409, code: 'project_limit_reached' })
    expect(await idsOf(sender)).toEqual([projectId])
  })

  test('is refused to somebody who joined the offering organization, since it has the project', async () => {
    const sender = await app.organization()
    const receiver = await app.user()
    await verify(app, receiver)
    const { transferId } = await offerProject(sender, receiver)
    await app.db.transaction(organizationScope(sender.organizationId), (tx) =>
      sql`insert into membership values (${receiver.userId}, ${sender.organizationId}, 'ADMIN', now())`.execute(tx),
    )

    expect((await answer(receiver, transferId)).problem()).toMatchObject({ status: 409, code: 'transfer_to_self' })
  })

  test('needs an admin of an organization; the offer waits until they are one', async () => {
    const sender = await app.organization()
    const member = await (await mintReceiver(app)).member('MEMBER')
    const alone = await app.user()
    for (const user of [member, alone]) await verify(app, user)
    const [toMember, toAlone] = [await offerProject(sender, member), await offerProject(sender, alone)]

    expect((await answer(member, toMember.transferId)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    const refused = await answer(alone, toAlone.transferId)
    expect(refused.problem()).toMatchObject({ status: 403, code: 'organization_required' })
    expect(await alone.call(contract.listTransfersAddressedToMe)).toHaveLength(1)
  })

  test('happens once of five at the same moment', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    const replies = await Promise.all(Array.from({ length: 5 }, () => answer(receiver, transferId)))

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(4)
    expect(await idsOf(receiver)).toEqual([projectId])
  })

  test('and taking it back at the same moment: one of the two succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
      const { projectId, transferId } = await offerProject(sender, receiver)
      const takeBack = () => sender.request('POST', `/api/v1/project/${projectId}/transfer/cancel`)
      const order = round % 2 === 0
      const first = order ? takeBack() : answer(receiver, transferId)
      const second = order ? answer(receiver, transferId) : takeBack()
      const [one, other] = await Promise.all([first, second])
      const [takenBack, accepted] = order ? [one, other] : [other, one]

      expect([takenBack.status, accepted.status]).toEqual(accepted.status === 200 ? [404, 200] : [204, 404])
      expect(await idsOf(accepted.status === 200 ? receiver : sender)).toEqual([projectId])
    }
  })
})

describe('turning down a project', () => {
  test('leaves the project where it is and tells whoever offered it', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    await verify(app, sender)
    const { projectId, transferId } = await offerProject(sender, receiver)
    expect((await answer(receiver, transferId, 'reject')).status).toBe(204)

    expect(await idsOf(sender)).toEqual([projectId])
    expect(await sender.call(contract.getTransfer, { params: { id: projectId } })).toBeNull()
    expect((await answer(receiver, transferId)).problem().code).toBe('transfer_not_found')
    await transferJobsDone(app)
    const subjects = mailsTo(app, sender.email).map(({ subject }) => subject)
    expect(subjects).toEqual(['The project Harbour leads was turned down'])
  })

  test('needs no organization', async () => {
    const [sender, receiver] = [await app.organization(), await app.user()]
    await verify(app, receiver)
    const { transferId } = await offerProject(sender, receiver)

    expect((await answer(receiver, transferId, 'reject')).status).toBe(204)
  })
})

describe.each(['accept', 'reject'] as const)('to %s an offer', (how) => {
  test('is for its addressee: to everybody else it is exactly like a missing one', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { transferId } = await offerProject(sender, receiver)
    const stranger = await mintReceiver(app)
    const tell = async (client: TestClient, id: string) => {
      const { request_id: _own, ...problem } = (await answer(client, id, how)).problem()
      return problem
    }
    const missing = await tell(stranger, UNKNOWN)

    expect(missing).toMatchObject({ status: 404, code: 'transfer_not_found' })
    expect(await tell(stranger, transferId)).toEqual(missing)
    await verify(app, sender)
    expect(await tell(sender, transferId)).toEqual(missing)
    expect((await answer(app, transferId, how)).status).toBe(401)
  })

  test('needs a verified address, whether the offer exists or not', async () => {
    const [sender, receiver] = [await app.organization(), await app.organization({ isVerified: false })]
    const { transferId } = await offerProject(sender, receiver)

    for (const id of [transferId, UNKNOWN]) {
      expect((await answer(receiver, id, how)).problem()).toMatchObject({ status: 403, code: 'email_unverified' })
    }
  })
})

describe('a super admin', () => {
  const transfer = (client: TestClient, projectId: string, email: string) =>
    client.request('POST', `/api/v1/project/${projectId}/transfer`, { body: { email } })

  test('moves a project to its receiver’s organization at once, and mails them nothing', async () => {
    const [superAdmin, receiver] = [await app.organization({ role: 'SUPER_ADMIN' }), await mintReceiver(app)]
    const { id } = await superAdmin.project({ name: 'Given' })
    const reply = await transfer(superAdmin, id, receiver.email)

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ project_id: id, project_name: 'Given', email: receiver.email, state: 'done' })
    expect(await idsOf(superAdmin)).toEqual([])
    expect(await idsOf(receiver)).toEqual([id])
    await transferJobsDone(app)
    expect(mailsTo(app, receiver.email)).toEqual([])
    const { items } = await superAdmin.call(listAuditLog, { query: { action: 'project.left' } })
    const { name: receiving } = await receiver.call(getOrganization)
    expect(items[0]?.summary).toBe(`${superAdmin.email} handed the project Given over to ${receiving}.`)
    const [received] = (await receiver.call(listAuditLog)).items
    const { name: giving } = await superAdmin.call(getOrganization)
    expect(received?.summary).toBe(`${superAdmin.email} handed the project Given over from ${giving}.`)
  })

  test('gets 404 unless an admin of another organization has that verified address', async () => {
    const superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
    const [unverified, alone] = [await app.organization({ isVerified: false }), await app.user()]
    await verify(app, alone)
    const [member, guest] = [await unverified.member('MEMBER'), await unverified.member('GUEST')]
    await verify(app, member)
    await verify(app, guest)
    const { id } = await superAdmin.project()
    for (const email of ['nobody@example.com', unverified.email, alone.email, member.email, guest.email]) {
      expect((await transfer(superAdmin, id, email)).problem()).toMatchObject({
        status: 404,
        code: 'user_not_found',
        detail: 'No admin of another organization has that address.',
      })
    }
    await verify(app, superAdmin)
    const own = await transfer(superAdmin, id, superAdmin.email)
    expect(own.problem()).toMatchObject({ status: 409, code: 'transfer_to_self' })
    expect(await idsOf(superAdmin)).toEqual([id])
  })

  test.each(['ADMIN', 'MEMBER'] as const)('who became %s meanwhile moves nothing', async (role) => {
    const [superAdmin, receiver] = [await app.organization({ role: 'SUPER_ADMIN' }), await mintReceiver(app)]
    const { organizationId, userId } = superAdmin
    const { id } = await superAdmin.project()
    await app.db.transaction(organizationScope(organizationId), (tx) => setRole(tx, organizationId, userId, role))
    // The actor as their request was let in.
    const actor: Actor = { organizationId, userId, role: 'SUPER_ADMIN', projectIds: 'all' }
    const moved = moveAtOnce(app.dependencies.matching, actor, { projectId: id, email: receiver.email })

    await expect(moved).rejects.toMatchObject({ code: 'role_too_low' })
    expect(await idsOf(receiver)).toEqual([])
  })

  test('is bound by running searches, the project limit and their own organization', async () => {
    const [superAdmin, receiver] = [await app.organization({ role: 'SUPER_ADMIN' }), await mintReceiver(app)]
    const { id } = await superAdmin.project()
    const { id: foreignId } = await receiver.project()
    expect((await transfer(superAdmin, foreignId, receiver.email)).problem().code).toBe('project_not_found')
    await startSearch(superAdmin, id)
    expect((await transfer(superAdmin, id, receiver.email)).problem().code).toBe('search_running')
    await fill(receiver)
    expect((await transfer(superAdmin, id, receiver.email)).problem().code).toBe('project_limit_reached')
    expect(await idsOf(superAdmin)).toEqual([id])
  })
})
