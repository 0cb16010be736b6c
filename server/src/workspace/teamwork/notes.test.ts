import { deleteAccount } from '@leadlight/contract/own-account'
import * as contract from '@leadlight/contract/lead-work'
import { removeMember } from '@leadlight/contract/team'
import { updateName } from '@leadlight/contract/accounts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestMember, type TestUser } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function mintNoted() {
  const site = await mintLeadSite(app)
  const [id] = await buildLeads(app, site, [{}])
  const member = await site.organization.member('MEMBER')
  const params = { projectId: site.projectId, id: id! }
  const path = `/api/v1/leads/${site.projectId}/lead/${id}/notes`
  return { ...site, id: id!, member, params, path }
}

const call = (user: TestUser, first: string, last = '') =>
  user.call(updateName, { query: { first_name: first, last_name: last } })

function add(user: TestMember, params: { projectId: string; id: string }, text: string) {
  return user.call(contract.addNote, { params, body: { text } })
}

describe('notes', () => {
  test('are listed oldest first, with their authors and whom they mention', async () => {
    const { organization, member, params, projectId } = await mintNoted()
    await call(member, 'Ada', 'Byron')
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    const text = `@[${member.userId}] and @[${guest.userId}]: call back. @[${member.userId}] again`
    const first = await add(organization, params, text)
    await app.clock.advance(1000)
    const second = await add(member, params, 'Done')
    const named = { user_id: member.userId, name: 'Ada Byron', avatar_url: null }
    const local = { user_id: guest.userId, name: guest.email.split('@')[0], avatar_url: null }
    expect(first).toMatchObject({ text, mentions: [named, local], author: { user_id: organization.userId } })
    expect(second).toMatchObject({ mentions: [], author: named })
    expect(await guest.call(contract.listNotes, { params })).toEqual([first, second])
  })

  test('mention nobody who does not see the project', async () => {
    const { organization, member, params } = await mintNoted()
    const blind = await organization.member('GUEST')
    const stranger = await organization.foreign()
    const ids = [blind.userId, stranger.userId, crypto.randomUUID(), 'everybody']
    const note = await add(member, params, ids.map((id) => `@[${id}]`).join(' '))
    expect(note.mentions).toEqual([])
  })

  test('are deleted by their authors and by admins, and by nobody else', async () => {
    const { organization, member, params, path } = await mintNoted()
    const other = await organization.member('MEMBER')
    const [own, admins, members] = [
      await add(member, params, 'Mine'),
      await add(organization, params, 'The admin’s'),
      await add(member, params, 'For the admin to delete'),
    ]
    for (const user of [other, member]) {
      expect((await user.request('DELETE', `${path}/${admins.id}`)).problem()).toMatchObject({
        status: 403,
        code: 'role_too_low',
      })
    }
    await member.call(contract.removeNote, { params: { ...params, noteId: own.id } })
    await organization.call(contract.removeNote, { params: { ...params, noteId: members.id } })
    expect(await member.call(contract.listNotes, { params })).toEqual([admins])
    const again = await member.request('DELETE', `${path}/${own.id}`)
    expect(again.problem()).toMatchObject({ status: 404, code: 'note_not_found' })
  })

  test.each([
    ['empty', ' '],
    ['too long', 'x'.repeat(5001)],
    ['with a control character', 'a\u0007b'],
  ])('are refused when %s', async (_name, text) => {
    const { organization, path } = await mintNoted()
    expect((await organization.request('POST', path, { body: { text } })).problem().status).toBe(422)
  })

  test('are at most 500 a lead, also when the last are written at once', async () => {
    const site = await mintNoted()
    await inOrganization(app, site, (tx) =>
      sql`insert into lead_note (id, organization_id, lead_id, text, created_at)
        select gen_random_uuid(), ${site.organizationId}, ${site.id}, 'One of many', now() from generate_series(1, 497)`.execute(
        tx,
      ),
    )
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => site.organization.request('POST', site.path, { body: { text: 'One more' } })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = replies.filter(({ status }) => status !== 201).map((reply) => reply.problem().code)
    expect(refused).toEqual(['note_limit_reached', 'note_limit_reached', 'note_limit_reached'])
    expect(await site.organization.call(contract.listNotes, { params: site.params })).toHaveLength(500)
  })

  test('stay when their author leaves, and name nobody who is gone', async () => {
    const { organization, member, params } = await mintNoted()
    const leaver = await organization.member('MEMBER')
    await call(leaver, 'Grace')
    await call(member, 'Ada')
    await add(leaver, params, `@[${member.userId}]`)
    await add(member, params, `@[${leaver.userId}]`)
    await organization.call(removeMember, { params: { userId: leaver.userId } })
    const left = await organization.call(contract.listNotes, { params })
    expect(left).toMatchObject([
      { author: null, mentions: [{ name: 'Ada' }] },
      { author: { name: 'Ada' }, mentions: [] },
    ])
    await member.call(deleteAccount, { body: { email: member.email, password: TEST_PASSWORD } })
    const told = await organization.call(contract.listNotes, { params })
    expect(told.map(({ author, mentions }) => [author, mentions])).toEqual([
      [null, []],
      [null, []],
    ])
  })

  test('of another lead or organization get 404', async () => {
    const site = await mintNoted()
    const note = await add(site.member, site.params, 'Ours')
    const [other] = await buildLeads(app, site, [{}])
    const stranger = await mintNoted()
    const missing = { status: 404, code: 'note_not_found' }
    const base = `/api/v1/leads/${site.projectId}/lead/${other}/notes`
    expect((await site.member.request('DELETE', `${base}/${note.id}`)).problem()).toMatchObject(missing)
    expect((await stranger.organization.request('DELETE', `${stranger.path}/${note.id}`)).problem()).toMatchObject(
      missing,
    )
    for (const method of ['GET', 'POST'] as const) {
      const body = method === 'POST' ? { text: 'Mine' } : undefined
      const foreign = `/api/v1/leads/${stranger.projectId}/lead/${site.id}/notes`
      expect((await stranger.organization.request(method, foreign, { body })).problem()).toMatchObject({
        status: 404,
        code: 'lead_not_found',
      })
    }
    expect(await site.member.call(contract.listNotes, { params: site.params })).toEqual([note])
  })
})

describe('teammates', () => {
  test('are all who see the project, by name', async () => {
    const { organization, member, projectId } = await mintNoted()
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    await organization.member('GUEST')
    await call(organization, 'Zoe')
    await call(member, 'ada')
    await call(guest, 'Björn', 'B')
    const told = await guest.call(contract.listTeammates, { params: { projectId } })
    expect(told.map(({ name }) => name)).toEqual(['ada', 'Björn B', 'Zoe'])
    expect(JSON.stringify(told)).not.toContain('@')
  })
})
