import * as contract from '@leadlight/contract/guests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '@leadlight/testing/mails'
import { mintReceiver, offer, offerProject, transferJobsDone, verify } from '@leadlight/testing/offered-project'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestClient } from '@leadlight/testing/test-client'

const UNKNOWN = '019a4f00-0000-7000-8000-00000000dead'
const NOW = '2026-11-02T09:00:00Z'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '30', PUBLIC_URL: 'https://leads.example' } })
})
afterAll(() => app.close())

const mailsOf = (email: string) => mailsTo(app, email)
const pathOf = (projectId: string) => `/api/v1/project/${projectId}/transfer`

describe('an offer', () => {
  test('is pending for seven days, is shown, and is mailed to the admin it is for', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { id: projectId } = await sender.project({ name: 'Harbour leads' })
    const params = { id: projectId }
    expect(await sender.call(contract.getTransfer, { params })).toBeNull()
    const transfer = await sender.call(contract.transferProject, { params, body: { email: ` ${receiver.email} ` } })

    expect(transfer).toEqual({
      id: expect.any(String),
      project_id: projectId,
      project_name: 'Harbour leads',
      organization_name: `Firm of ${sender.email}`,
      email: receiver.email,
      requested_by: sender.email,
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + WEEK_MS).toISOString(),
      state: 'pending',
    })
    expect(await sender.call(contract.getTransfer, { params })).toEqual(transfer)
    expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([transfer])

    await transferJobsDone(app)
    const [mail, ...others] = mailsOf(receiver.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`${sender.email} offers you the project Harbour leads`)
    expect(mail?.action).toEqual({ label: 'See the offer', url: 'https://leads.example/org/projects' })
    expect(mail?.footnotes?.[0]).toBe(`The offer is for ${receiver.email} and ends on 9 November 2026 at 09:00 UTC.`)
  })

  test('with the same Idempotency-Key is the same offer, mailed once', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { id: projectId } = await sender.project({ name: 'Asked twice' })
    const ask = (email: string) =>
      sender.request('POST', pathOf(projectId), { body: { email }, headers: { 'idempotency-key': 'offered' } })
    const made = await ask(receiver.email)
    expect(await ask(receiver.email)).toMatchObject({ status: 201, body: made.body })
    expect((await ask('other@example.com')).problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    await transferJobsDone(app)
    expect(mailsOf(receiver.email)).toHaveLength(1)

    await sender.call(contract.cancelTransfer, { params: { id: projectId } })
    expect((await ask(receiver.email)).problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
  })

  test('gets the same answer whoever holds the address, and is mailed only to an admin elsewhere', async () => {
    const sender = await app.organization()
    const [admin, unverified] = [await mintReceiver(app), await app.organization({ isVerified: false })]
    const [member, alone] = [await admin.member('MEMBER'), await app.user()]
    for (const user of [member, alone]) await verify(app, user)
    const emails = [admin, unverified, member, alone].map(({ email }) => email).concat('nobody@example.com')
    const replies: { status: number; body: object }[] = []
    for (const email of emails) {
      const { id } = await sender.project({ name: 'Offered' })
      const reply = await sender.request('POST', pathOf(id), { body: { email } })
      replies.push({ status: reply.status, body: { ...(reply.body as object), id: '', project_id: '', email: '' } })
    }
    await transferJobsDone(app)

    expect(replies[0]).toMatchObject({ status: 201, body: { state: 'pending' } })
    expect(replies).toEqual(emails.map(() => replies[0]))
    expect(emails.map((email) => mailsOf(email).length)).toEqual([1, 0, 0, 0, 0])
  })

  test('blocks the next until it is taken back, turned down or expired', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    const { projectId, transferId } = await offerProject(sender, receiver)
    const again = () => sender.request('POST', pathOf(projectId), { body: { email: 'somebody@example.com' } })
    expect((await again()).problem()).toMatchObject({
      status: 409,
      code: 'transfer_pending',
      detail: `This project is offered to ${receiver.email} already. Take that offer back first.`,
    })

    await sender.call(contract.cancelTransfer, { params: { id: projectId } })
    expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([])
    expect((await receiver.request('POST', `/api/v1/project/transfers/${transferId}/accept`)).status).toBe(404)
    const rejected = await offer(sender, projectId, receiver.email)
    await receiver.call(contract.rejectTransfer, { params: { id: rejected } })
    const expired = await offer(sender, projectId, receiver.email)
    await app.clock.advance(WEEK_MS)
    expect(await sender.call(contract.getTransfer, { params: { id: projectId } })).toBeNull()
    expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([])
    for (const answer of ['accept', 'reject']) {
      const reply = await receiver.request('POST', `/api/v1/project/transfers/${expired}/${answer}`)
      expect(reply.problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
    }
    const late = await sender.request('POST', `${pathOf(projectId)}/cancel`)
    expect(late.problem()).toMatchObject({ status: 404, code: 'transfer_not_found' })
    expect((await again()).status).toBe(201)
    await app.clock.set(NOW)
  })

  test('is made once of many at the same moment', async () => {
    const sender = await app.organization()
    const { id } = await sender.project()
    const offers = Array.from({ length: 10 }, (_, racer) =>
      sender.request('POST', pathOf(id), { body: { email: `racer-${racer}@example.com` } }),
    )
    const statuses = (await Promise.all(offers)).map(({ status }) => status)

    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  test('is not made to anybody of the same organization', async () => {
    const sender = await app.organization()
    const { id } = await sender.project()
    const colleague = await sender.member('MEMBER')
    for (const { email } of [sender, colleague]) {
      const reply = await sender.request('POST', pathOf(id), { body: { email } })
      expect(reply.problem()).toMatchObject({ status: 409, code: 'transfer_to_self' })
    }
  })

  test('is limited to fifty a day, however often it is taken back', async () => {
    const sender = await app.organization()
    const { id } = await sender.project()
    const make = () => sender.request('POST', pathOf(id), { body: { email: 'flooded@example.com' } })
    for (let n = 0; n < 50; n += 1) {
      expect((await make()).status).toBe(201)
      await sender.call(contract.cancelTransfer, { params: { id } })
    }

    const refused = await make()
    expect(refused.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(refused.headers.get('retry-after')).toBe('86400')
    await app.clock.advance(24 * 60 * 60 * 1000)
    expect((await make()).status).toBe(201)
    await app.clock.set(NOW)
  })

  test('is mailed with the names at that time, cut to one line and never a link', async () => {
    const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
    await offerProject(sender, receiver, 'evil.example')
    await transferJobsDone(app)

    const [mail] = mailsOf(receiver.email)
    expect(mail?.paragraphs[0]).toContain('evil.\u200Bexample')
    expect(mail?.paragraphs.join(' ')).not.toContain('evil.example')
  })
})

test('an offer is shown only to its verified address', async () => {
  const [sender, receiver] = [await app.organization(), await app.organization({ isVerified: false })]
  const first = await offerProject(sender, receiver, 'First')
  await app.clock.advance(1000)
  const second = await offerProject(await app.organization(), receiver, 'Second')
  expect(await receiver.call(contract.listTransfersAddressedToMe)).toEqual([])

  await verify(app, receiver)
  const listed = await receiver.call(contract.listTransfersAddressedToMe)
  expect(listed.map(({ id }) => id)).toEqual([second.transferId, first.transferId])
  const other = await mintReceiver(app)
  expect(await other.call(contract.listTransfersAddressedToMe)).toEqual([])
  expect((await app.request('GET', contract.listTransfersAddressedToMe.path)).status).toBe(401)
})

test('an offer taken back before its mail is sent is not mailed', async () => {
  const [sender, receiver] = [await app.organization(), await mintReceiver(app)]
  const { id } = await sender.project()
  const { mailer } = app.dependencies
  const { promise: mailed, resolve } = Promise.withResolvers<void>()
  // Delays the mails behind a slow one, as a slow server does.
  const send = mailer.send.bind(mailer)
  mailer.send = async (mail) => mailed.then(() => send(mail))
  await offerProject(sender, await mintReceiver(app), 'Slow')
  await offer(sender, id, receiver.email)
  await sender.call(contract.cancelTransfer, { params: { id } })
  resolve()
  mailer.send = send
  await transferJobsDone(app)

  expect(mailsOf(receiver.email)).toEqual([])
})

describe.each([
  { endpoint: contract.transferProject, body: { email: 'somebody@example.com' } },
  { endpoint: contract.getTransfer, body: undefined },
  { endpoint: contract.cancelTransfer, body: undefined },
])('$endpoint.name', ({ endpoint, body }) => {
  async function ask(client: TestClient, projectId: string) {
    const reply = await client.request(endpoint.method, endpoint.path.replace('{id}', projectId), { body })
    const { request_id: _own, ...problem } = reply.problem()
    return problem
  }

  test('answers a foreign project exactly like a missing one, and is for admins', async () => {
    const sender = await app.organization()
    const foreign = await sender.foreign()
    const { projectId } = await offerProject(foreign, await mintReceiver(app))
    const answer = await ask(sender, projectId)

    expect(answer).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await ask(sender, UNKNOWN)).toEqual(answer)
    expect(await ask(await foreign.member('MEMBER'), projectId)).toMatchObject({ status: 403, code: 'role_too_low' })
    expect(await ask(app, projectId)).toMatchObject({ status: 401 })
  })
})
