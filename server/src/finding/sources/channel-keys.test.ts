import { acceptTransfer } from '@leadlight/contract/guests'
import { listLeads } from '@leadlight/contract/leads'
import { previewSignal } from '@leadlight/contract/signals'
import * as contract from '@leadlight/contract/sources'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { channelOf, startKeyedFixture, type KeyedFixture } from '@leadlight/testing/keyed-fixture'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import { openKey } from './open-key.ts'

let fixture: KeyedFixture
beforeAll(async () => {
  fixture = await startKeyedFixture()
})
beforeEach(() => fixture.clearQuestions())
afterAll(() => fixture.close())

const opened = (organizationId: string, ids: { projectId: string; platform: string }) =>
  openKey(fixture.app.dependencies.matching, organizationId, ids)

// Users without a name are shown by their address.
const nameOf = ({ email }: { email: string }) => email.split('@')[0]

test.each([
  { platform: 'x', double: () => fixture.x },
  { platform: 'reddit', double: () => fixture.reddit },
  { platform: 'product_hunt', double: () => fixture.productHunt },
  { platform: 'youtube', double: () => fixture.youtube },
])('a key opens $platform to its project and is sent with requests until removed', async ({ platform, double }) => {
  const project = await fixture.open()
  const { org, projectId, at } = project
  const fields: Record<string, string> = { ...double().key }
  if (platform === 'reddit') {
    await org.call(contract.setSourceChannel, { params: at(platform), body: { on: true, agreed: true } })
  }
  const set = await org.call(contract.setChannelKey, { params: at(platform), body: { fields } })
  const now = fixture.app.clock.now().toISOString()
  expect(set).toMatchObject({ state: 'on', key: { own: { set_at: now, error: null, failing_since: null } } })

  fixture.clearQuestions()
  const { channels } = await fixture.search(project)
  expect(channels.find((channel) => channel.platform === platform)).toMatchObject({ state: 'done', error: null })
  const { items } = await org.call(listLeads, { params: { projectId }, query: { limit: '200' } })
  expect(items.map((lead) => lead.platform)).toContain(platform)
  // Reddit's key is exchanged for a token, which is what requests carry.
  const secret = platform === 'reddit' ? 'token-' : (Object.values(fields)[0] ?? '')
  const sent = double().questions.map(({ headers }) => headers.authorization ?? headers['x-goog-api-key'])
  expect(sent.length).toBeGreaterThan(0)
  for (const header of sent) expect(header).toContain(secret)

  await org.call(contract.removeChannelKey, { params: at(platform) })
  expect((await channelOf(project, platform)).key?.own).toBeNull()
  fixture.clearQuestions()
  const later = await fixture.search(project, { intentSignal: 'Asking for a bookkeeper' })
  expect(later.channels.map((channel) => channel.platform)).not.toContain(platform)
  expect(double().questions).toEqual([])
})

describe('a key is not saved', () => {
  test.each([
    { platform: 'x', fields: { token: 'wrong-token' }, sentence: /^X does not accept this bearer token/ },
    { platform: 'reddit', fields: { clientId: 'a', clientSecret: 'b' }, sentence: /^Reddit does not accept this/ },
    { platform: 'product_hunt', fields: { token: 'wrong-token' }, sentence: /^Product Hunt does not accept/ },
    { platform: 'youtube', fields: { key: 'wrong-key' }, sentence: /^YouTube does not accept this key/ },
  ])('when $platform refuses it, and the platform’s words say why', async ({ platform, fields, sentence }) => {
    const project = await fixture.open()
    const refused = await project.org.request('PUT', `${project.path}/${platform}/key`, { body: { fields } })
    expect(refused.problem()).toMatchObject({ status: 422, code: 'key_refused', errors: [{ path: 'body.fields' }] })
    expect(refused.problem().detail).toMatch(sentence)
    expect((await channelOf(project, platform)).key?.own).toBeNull()
  })

  test('when it cannot be tried now; an earlier one stays', async () => {
    const { org, path, at } = await fixture.open()
    await org.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
    fixture.x.failNext({ kind: 'status', status: 503 })
    const refused = await org.request('PUT', `${path}/x/key`, { body: { fields: { token: 'another-token' } } })
    expect(refused.problem()).toMatchObject({ status: 502, code: 'key_untested' })
    expect(await opened(org.organizationId, at('x'))).toEqual(fixture.x.key)
  })

  const token = 'made-up-token'
  const unusable: { why: string; platform: string; fields: Record<string, string> }[] = [
    { why: 'a part missing', platform: 'reddit', fields: { clientId: 'made-up-id' } },
    { why: 'a part empty', platform: 'x', fields: { token: '  ' } },
    { why: 'a line break inside', platform: 'x', fields: { token: `${token}\r\nx-evil: 1` } },
    { why: 'letters that no header takes', platform: 'x', fields: { token: 'mаde-up' } },
    { why: 'another name', platform: 'x', fields: { key: token } },
    { why: 'the name of a part of every object', platform: 'youtube', fields: { constructor: token } },
    { why: 'a channel that takes none', platform: 'hacker_news', fields: { token } },
  ]
  test.each(unusable)('with $why, and no platform is asked', async ({ platform, fields }) => {
    const { org, path } = await fixture.open()
    const refused = (await org.request('PUT', `${path}/${platform}/key`, { body: { fields } })).problem()
    expect(refused).toMatchObject({ status: 422, code: 'key_incomplete' })
    expect(refused.detail).toMatch(/^[A-Z].{15,}\.$/)
    const { x, reddit, youtube } = fixture
    expect([x, reddit, youtube].flatMap(({ questions }) => questions)).toEqual([])
  })
})

test('a key is shown by its plain parts, and the end of a long secret', async () => {
  const { org, at } = await fixture.open()
  const { reddit, productHunt } = fixture
  const short = await org.call(contract.setChannelKey, { params: at('reddit'), body: { fields: reddit.key } })
  expect(short.key?.own?.hint).toBe('made-up-id …')
  const long = await org.call(contract.setChannelKey, { params: at('product_hunt'), body: { fields: productHunt.key } })
  expect(long.key?.own?.hint).toBe('…a1b2')
})

test('trying a key and previewing cost no post of X, and a search costs at most a hundred', async () => {
  const project = await fixture.open()
  const { org, projectId, at } = project
  const before = fixture.x.readCount()
  await org.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
  const body = { intent_signal: BOOKKEEPING, search_days: 365 }
  const { channels } = await org.call(previewSignal, { params: { projectId }, body })
  expect(channels.map(({ platform }) => platform)).not.toContain('x')
  expect(fixture.x.readCount()).toBe(before)
  await fixture.search(project)
  expect(fixture.x.readCount() - before).toBeGreaterThan(0)
  expect(fixture.x.readCount() - before).toBeLessThanOrEqual(100)
})

test('a key refused during a search shows as failing since then, until it works again', async () => {
  const project = await fixture.open()
  const { org, at } = project
  const params = at('product_hunt')
  await org.call(contract.setChannelKey, { params, body: { fields: fixture.productHunt.key } })
  fixture.productHunt.failNext({ kind: 'status', status: 401 })
  const { channels } = await fixture.search(project)
  expect(channels.find(({ platform }) => platform === 'product_hunt')).toMatchObject({ state: 'failed' })
  const failing = (await channelOf(project, 'product_hunt')).key?.own
  expect(failing?.error).toMatch(/^Product Hunt does not accept this developer token/)
  expect(failing?.failing_since).toEqual(expect.any(String))

  await fixture.search(project, { intentSignal: 'Asking for a tax adviser' })
  const mended = (await channelOf(project, 'product_hunt')).key?.own
  expect(mended).toMatchObject({ error: null, failing_since: null })
})

test('a key appears unsealed in no reply, log, audit log, job or failure', async () => {
  const project = await fixture.open()
  const { org, projectId, path, at } = project
  const { token } = fixture.x.key
  const echo = { status: 403, body: `{"title":"No","detail":"The token ${token} may not search."}` }
  const replies: unknown[] = []
  const body = { fields: fixture.x.key }
  replies.push(await org.call(contract.setChannelKey, { params: at('x'), body }))
  fixture.x.failNext({ kind: 'status', ...echo })
  replies.push(await fixture.search(project))
  fixture.x.failNext({ kind: 'status', ...echo })
  replies.push((await org.request('PUT', `${path}/x/key`, { body })).body)
  replies.push(await org.call(contract.listSourceChannels, { params: { projectId } }))
  replies.push(await org.call(contract.listCoverage, { params: { projectId } }))
  const audited = await org.call(listAuditLog, { query: {} })
  expect(audited.items.find(({ action }) => action === 'setChannelKey')?.target).toEqual({
    project_id: projectId,
    platform: 'x',
  })
  const said = JSON.stringify([...replies, audited])
  expect(said).toContain('The token … may not search')
  expect(said).not.toContain(token)
  expect(JSON.stringify(fixture.app.log.lines)).not.toContain(token)
  expect(await findWords(await openUnfenced(fixture.app.database), token)).toEqual([])
})

test('a key stays behind when its project moves: it is the former organization’s to spend', async () => {
  const project = await fixture.open()
  const { org, projectId, at } = project
  const receiver = await mintReceiver(fixture.app)
  await org.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
  expect((await channelOf(project, 'x')).key?.own?.set_by).toBe(nameOf(org))
  await receiver.call(acceptTransfer, { params: { id: await offer(org, projectId, receiver.email) } })

  expect((await channelOf({ org: receiver, projectId }, 'x')).key?.own).toBeNull()
  expect(await opened(receiver.organizationId, at('x'))).toBeNull()
  expect(await opened(org.organizationId, at('x'))).toBeNull()
})

test('a key cannot be opened in another project or for another platform', async () => {
  const project = await fixture.open()
  const { org, projectId, at } = project
  const { organizationId } = org
  const { id: otherId } = await org.project()
  await org.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
  await inOrganization(fixture.app, { organizationId, projectId }, (tx) =>
    sql`
      insert into project_key (organization_id, project_id, platform, sealed, hint, set_at)
      select organization_id, place.project_id, place.platform, sealed, hint, set_at
      from project_key, (values (${otherId}::uuid, 'x'), (${projectId}::uuid, 'product_hunt')) place (project_id, platform)
      where project_key.project_id = ${projectId}`.execute(tx),
  )
  for (const ids of [{ projectId: otherId, platform: 'x' }, at('product_hunt')]) {
    await expect(opened(organizationId, ids)).rejects.toMatchObject({ kind: 'key_refused' })
  }
  const { channels } = await fixture.search({ org, projectId: otherId })
  const told = channels.find(({ platform }) => platform === 'x')
  expect(told).toMatchObject({ state: 'failed', error: expect.stringMatching(/Enter it again\.$/) as string })
  expect((await channelOf({ org, projectId: otherId }, 'x')).key?.own?.error).toBe(told?.error)
})

describe('who may see and change channels', () => {
  const CALLS = [
    { method: 'GET', below: '' },
    { method: 'PUT', below: '/x', body: { on: false } },
    { method: 'PUT', below: '/x/key', body: { fields: { token: 'made-up-token' } } },
    { method: 'DELETE', below: '/x/key' },
  ] as const

  test('another organization’s project gets the same 404 as an unknown one', async () => {
    const [mine, theirs] = [await fixture.open(), await fixture.open()]
    await theirs.org.call(contract.setChannelKey, { params: theirs.at('x'), body: { fields: fixture.x.key } })
    const nowhere = `/api/v1/sources/${fixture.app.dependencies.newId()}/channels`
    for (const { method, below, ...sent } of CALLS) {
      for (const path of [theirs.path, nowhere]) {
        const refused = await mine.org.request(method, `${path}${below}`, sent)
        expect(refused.problem()).toMatchObject({ status: 404, code: 'project_not_found' })
      }
    }
    expect((await channelOf(theirs, 'x')).state).toBe('on')
    expect(await opened(mine.org.organizationId, theirs.at('x'))).toBeNull()
  })

  test('a guest neither sees nor changes channels; a member does', async () => {
    const { org, projectId, path, at } = await fixture.open()
    const guest = await org.member('GUEST', { projectIds: [projectId] })
    const member = await org.member('MEMBER')
    for (const { method, below, ...sent } of CALLS) {
      expect((await guest.request(method, `${path}${below}`, sent)).problem().status).toBe(403)
    }
    const set = await member.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
    expect(set.key?.own?.set_by).toBe(nameOf(member))
  })

  test('removing a key that does not exist gets 404', async () => {
    const { org, path } = await fixture.open()
    const missing = (await org.request('DELETE', `${path}/x/key`)).problem()
    expect(missing).toMatchObject({ status: 404, code: 'key_not_found' })
  })
})
