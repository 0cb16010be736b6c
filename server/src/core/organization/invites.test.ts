import { updateName } from '@leadlight/contract/accounts'
import * as contract from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { inviteMail } from '@leadlight/testing/invites'
import { mailsTo } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { insertInviteMail } from './invite-mail-store.ts'
import { putInvite } from './invite-store.ts'

const INVITES = '/api/v1/organization/invites'
const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '90' } })
})
afterAll(() => app.close())

function nobody(): string {
  number += 1
  return `invited-${number}@example.com`
}

function invite(organization: TestOrganization, body: object) {
  return organization.request('POST', INVITES, { body })
}

/** Puts `count` invites into the organization, as after that many requests. */
async function fillInvites(organization: TestOrganization, count: number): Promise<void> {
  const { organizationId, userId } = organization
  const now = app.clock.now()
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    for (let i = 0; i < count; i += 1) {
      const invited = { id: app.dependencies.newId(), email: nobody(), role: 'MEMBER' as const, projectIds: [] }
      const times = { createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS) }
      await putInvite(tx, organizationId, { ...invited, ...times, organizationId, invitedBy: userId })
    }
  })
}

describe('inviting', () => {
  test('stores who offers what to whom for seven days, and mails it', async () => {
    const owner = await app.organization()
    await owner.call(updateName, { query: { first_name: 'Ada', last_name: 'Lovelace' } })
    const email = nobody()
    const made = await owner.call(contract.createInvite, { body: { email: ` ${email.toUpperCase()} `, role: 'ADMIN' } })

    expect(made).toEqual({
      id: expect.any(String),
      organization_id: owner.organizationId,
      organization_name: `Firm of ${owner.email}`,
      email,
      role: 'ADMIN',
      project_ids: [],
      invited_by: 'Ada Lovelace',
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
      is_expired: false,
    })
    expect(await owner.call(contract.listInvites)).toEqual([made])
    expect((await inviteMail(app, email)).subject).toContain('Ada Lovelace invites you to Firm of')
  })

  test('again with the same Idempotency-Key neither mails nor counts another mail', async () => {
    const owner = await app.organization()
    const [email, headers] = [nobody(), { 'idempotency-key': 'a-double-press' }]
    const ask = (role: string) => owner.request('POST', INVITES, { body: { email, role }, headers })
    const made = await ask('MEMBER')
    await inviteMail(app, email)
    for (let pressed = 0; pressed < 6; pressed += 1) {
      expect(await ask('MEMBER')).toMatchObject({ status: 201, body: made.body })
    }
    const { id } = made.body as { id: string }
    const resend = () =>
      owner.ask(contract.resendInvite, { params: { id } }, { headers: { 'idempotency-key': 'again' } })
    const resent = await resend()
    expect(await resend()).toMatchObject({ status: 200, body: resent.body })
    expect((await ask('ADMIN')).problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect((await inviteMail(app, email, 2)).to).toBe(email)
    expect(mailsTo(app, email)).toHaveLength(2)

    await owner.call(contract.cancelInvite, { params: { id } })
    expect((await ask('MEMBER')).problem()).toMatchObject({ status: 404, code: 'invite_not_found' })
  })

  test('a guest needs projects, all of them of the organization', async () => {
    const owner = await app.organization()
    const [project, foreign] = [await owner.project(), await (await owner.foreign()).project()]
    const asGuest = (project_ids?: string[]) => invite(owner, { email: nobody(), role: 'GUEST', project_ids })

    expect((await asGuest()).problem()).toMatchObject({ status: 422, code: 'guest_needs_project' })
    expect((await asGuest([])).problem()).toMatchObject({ status: 422, code: 'guest_needs_project' })
    const missing = (await asGuest([project.id, crypto.randomUUID()])).problem()
    expect(missing).toMatchObject({ status: 404, code: 'project_not_found' })
    const theirs = (await asGuest([project.id, foreign.id])).problem()
    expect({ ...theirs, request_id: '' }).toEqual({ ...missing, request_id: '' })
    expect(await owner.call(contract.listInvites)).toEqual([])
    expect((await asGuest([project.id, project.id])).body).toMatchObject({ role: 'GUEST', project_ids: [project.id] })
  })

  test('other roles stores no projects, since they see every one', async () => {
    const owner = await app.organization()
    const project = await owner.project()
    const reply = await invite(owner, { email: nobody(), role: 'MEMBER', project_ids: [project.id] })
    expect(reply.body).toMatchObject({ project_ids: [] })
  })

  test('a member of the organization is refused, one of another is not', async () => {
    const owner = await app.organization()
    const member = await owner.member('MEMBER')
    const foreign = await owner.foreign()
    const refused = { status: 409, code: 'already_member' }

    expect((await invite(owner, { email: member.email.toUpperCase(), role: 'ADMIN' })).problem()).toMatchObject(refused)
    expect((await invite(owner, { email: owner.email, role: 'ADMIN' })).problem()).toMatchObject(refused)
    expect((await invite(owner, { email: foreign.email, role: 'MEMBER' })).status).toBe(201)
  })

  test('an address again replaces its pending invite', async () => {
    const owner = await app.organization()
    const email = nobody()
    await invite(owner, { email, role: 'ADMIN' })
    await inviteMail(app, email)
    await app.clock.advance(DAY_MS)
    const other = await owner.member('ADMIN')
    const project = await owner.project()
    const second = await other.call(contract.createInvite, {
      body: { email, role: 'GUEST', project_ids: [project.id] },
    })

    expect(second).toMatchObject({ role: 'GUEST', project_ids: [project.id], invited_by: other.email })
    expect(second.created_at).toBe(app.clock.now().toISOString())
    expect(await owner.call(contract.listInvites)).toEqual([second])
    expect((await inviteMail(app, email, 2)).paragraphs.join()).toContain('a guest, who sees one project')
  })

  test('needs a verified address of one’s own', async () => {
    const owner = await app.organization({ isVerified: false })
    const made = await invite(owner, { email: nobody(), role: 'MEMBER' })
    expect(made.problem()).toMatchObject({
      status: 403,
      code: 'email_unverified',
      detail: 'Verify your email address before you invite others.',
    })
    await fillInvites(owner, 1)
    const [waiting] = await owner.call(contract.listInvites)
    const again = await owner.request('POST', `${INVITES}/${waiting?.id}/resend`)
    expect(again.problem()).toMatchObject({ status: 403, code: 'email_unverified' })
  })

  test('mails one address five times an hour, whoever asks, without counting refused calls', async () => {
    const [owner, other] = [await app.organization(), await app.organization()]
    const email = nobody()
    const body = { email, role: 'MEMBER' }
    for (let n = 0; n < 6; n += 1) expect((await invite(owner, { email, role: 'GUEST' })).status).toBe(422)
    const guest = { email, role: 'GUEST', project_ids: [crypto.randomUUID()] }
    for (let n = 0; n < 6; n += 1) expect((await invite(owner, guest)).status).toBe(404)
    const made = await owner.call(contract.createInvite, { body: { email, role: 'MEMBER' } })
    for (let n = 0; n < 2; n += 1) await owner.call(contract.resendInvite, { params: { id: made.id } })
    for (let n = 0; n < 2; n += 1) expect((await invite(other, body)).status).toBe(201)

    const again = await owner.request('POST', `${INVITES}/${made.id}/resend`)
    for (const reply of [again, await invite(other, body), await invite(await app.organization(), body)]) {
      expect(reply.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    }
    expect((await invite(other, { email: nobody(), role: 'MEMBER' })).status).toBe(201)
    await app.clock.advance(60 * 60_000)
    expect((await invite(other, body)).status).toBe(201)
  })

  test('one address five times at the same moment leaves one invite', async () => {
    const owner = await app.organization()
    const email = nobody()
    const replies = await Promise.all(Array.from({ length: 5 }, () => invite(owner, { email, role: 'MEMBER' })))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await owner.call(contract.listInvites)).toHaveLength(1)
  })

  test.each([
    { email: 'x', role: 'MEMBER' },
    { email: 'a@example.com', role: 'SUPER_ADMIN' },
    { email: 'a@example.com' },
    { email: 'a@example.com\nBcc: b@example.com', role: 'MEMBER' },
    { email: 'a@example.com', role: 'GUEST', project_ids: ['1'] },
  ])('refuses %j', async (body) => {
    expect((await invite(await app.organization(), body)).problem()).toMatchObject({ status: 422 })
  })

  test('stops at 200 pending invites, also at the same moment, but may repeat one of them', async () => {
    const owner = await app.organization()
    await fillInvites(owner, 195)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => invite(owner, { email: nobody(), role: 'MEMBER' })),
    )
    const refused = replies.filter(({ status }) => status === 409)

    expect(refused).toHaveLength(7)
    expect(refused[0]?.problem().code).toBe('invite_limit_reached')
    const waiting = await owner.call(contract.listInvites)
    expect(waiting).toHaveLength(200)
    expect((await invite(owner, { email: waiting[7]?.email, role: 'ADMIN' })).status).toBe(201)
    await owner.call(contract.cancelInvite, { params: { id: waiting[8]?.id ?? '' } })
    expect((await invite(owner, { email: nobody(), role: 'ADMIN' })).status).toBe(201)
  })

  test('stops at 500 mails a day, first or repeated, and continues a day later', async () => {
    const owner = await app.organization()
    const { organizationId } = owner
    const first = await owner.call(contract.createInvite, { body: { email: nobody(), role: 'MEMBER' } })
    await app.clock.advance(60_000)
    await app.db.transaction(organizationScope(organizationId), async (tx) => {
      for (let i = 0; i < 499; i += 1) {
        await insertInviteMail(tx, organizationId, { id: app.dependencies.newId(), createdAt: app.clock.now() })
      }
    })
    const anew = await invite(owner, { email: nobody(), role: 'MEMBER' })
    const again = await owner.request('POST', `${INVITES}/${first.id}/resend`)

    for (const reply of [anew, again]) expect(reply.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(anew.headers.get('retry-after')).toBe(String(DAY_MS / 1000 - 60))
    expect(await owner.call(contract.listInvites)).toEqual([first])
    const elsewhere = await invite(await owner.foreign(), { email: nobody(), role: 'MEMBER' })
    expect(elsewhere.status).toBe(201)
    await app.clock.advance(DAY_MS - 60_000)
    expect((await invite(owner, { email: nobody(), role: 'MEMBER' })).status).toBe(201)
    expect((await invite(owner, { email: nobody(), role: 'MEMBER' })).status).toBe(429)
  })
})

describe('a pending invite', () => {
  test('is listed newest first, also when expired, and can be sent again', async () => {
    const owner = await app.organization()
    const [older, newer] = [nobody(), nobody()]
    const first = await owner.call(contract.createInvite, { body: { email: older, role: 'MEMBER' } })
    await inviteMail(app, older)
    await app.clock.advance(1000)
    await owner.call(contract.createInvite, { body: { email: newer, role: 'MEMBER' } })
    await app.clock.advance(7 * DAY_MS - 1000)

    const listed = await owner.call(contract.listInvites)
    expect(listed.map(({ email, is_expired }) => [email, is_expired])).toEqual([
      [newer, false],
      [older, true],
    ])
    const again = await owner.call(contract.resendInvite, { params: { id: first.id } })
    expect(again).toMatchObject({ id: first.id, is_expired: false, created_at: first.created_at })
    expect(again.expires_at).toBe(new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString())
    expect((await inviteMail(app, older, 2)).key).not.toBe((await inviteMail(app, older, 1)).key)
  })

  test('is gone once it is taken back', async () => {
    const owner = await app.organization()
    const { id } = await owner.call(contract.createInvite, { body: { email: nobody(), role: 'MEMBER' } })
    await owner.call(contract.cancelInvite, { params: { id } })

    expect(await owner.call(contract.listInvites)).toEqual([])
    for (const act of ['cancel', 'resend']) {
      const reply = await owner.request('POST', `${INVITES}/${id}/${act}`)
      expect(reply.problem()).toMatchObject({ status: 404, code: 'invite_not_found' })
    }
  })

  test('outlives its sender, whose name is then gone', async () => {
    const owner = await app.organization()
    const sender = await owner.member('ADMIN')
    const email = nobody()
    await sender.call(contract.createInvite, { body: { email, role: 'MEMBER' } })
    await app.database.pool.query('delete from account where id = $1', [sender.userId])

    expect(await owner.call(contract.listInvites)).toMatchObject([{ email, invited_by: null }])
  })
})
