// Also on the embedded database: a journey of this slice.
import { acceptTransfer } from '@leadlight/contract/guests'
import * as contract from '@leadlight/contract/privacy'
import { listLeads } from '@leadlight/contract/leads'
import { erasePerson } from '@leadlight/contract/identity'
import { getOrganization } from '@leadlight/contract/organization'
import { listAuditLog } from '@leadlight/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { foundOf, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, recordFound, type LeadSite } from '@leadlight/testing/lead-builder'
import { offer, verify } from '@leadlight/testing/offered-project'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { eraseLeads } from '../../workspace/leads/erase-leads.ts'
import { registerErasureJobs } from '../erasure/erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

/** Somebody with leads, and the token of a link to them. */
async function tell(handle: string, site?: LeadSite) {
  const place = site ?? (await mintLeadSite(app))
  const { organization, projectId } = place
  await organization.call(contract.updatePrivacy, { body: { contact: 'privacy@firm.example' } })
  const person = await buildPerson(app, place, { platform: 'github', handle, posts: 2, text: `Who paints ${handle}?` })
  const [id = ''] = person.leadIds
  const link = await organization.call(contract.makeLeadNotice, { params: { projectId, id } })
  return { site: place, person, id, link, t: new URL(link.url).searchParams.get('t') ?? '' }
}

function read(t: string) {
  return app.call(contract.readNotice, { query: { t } })
}

async function leadsOf({ organization, projectId }: LeadSite): Promise<number> {
  return (await organization.call(listLeads, { params: { projectId } })).total
}

test('a link tells whoever holds it the post and who holds something of them, and nothing else', async () => {
  const { site, t, id } = await tell('toldbylink')
  const { name } = await site.organization.call(getOrganization)
  const told = await read(t)
  expect(told).toEqual({
    organization_name: name,
    contact: 'privacy@firm.example',
    post: { platform: 'github', url: expect.stringMatching(/^https:/u), posted_at: expect.any(String) },
    objected_at: null,
  })
  expect(JSON.stringify(told)).not.toContain(id)
  const ask = await openUnfenced(app.database)
  expect(await findWords(ask, t)).toEqual([])
})

test('the link of a lead is the same each time, of a person that of their newest post, and no other is guessed', async () => {
  const { site, person, id, link, t } = await tell('samelink')
  const { organization, projectId } = site
  expect(link.text).toContain(link.url)
  expect(await organization.call(contract.makeLeadNotice, { params: { projectId, id } })).toEqual(link)
  const params = { projectId, id: person.personId }
  const newest = await organization.call(contract.makePersonNotice, { params })
  expect((await read(new URL(newest.url).searchParams.get('t') ?? '')).post).not.toBeNull()
  for (const wrong of ['', id, `${t}x`, t.slice(1), t.toLowerCase()]) {
    const reply = await app.ask(contract.readNotice, { query: { t: wrong } })
    expect(reply).toMatchObject({ status: 404, body: { code: 'notice_not_found' } })
  }
})

test('a notice wants somebody to ask, and another organization’s lead is not found', async () => {
  const { organization, ...site } = await mintLeadSite(app)
  const other = await mintLeadSite(app)
  const { leadIds } = await buildPerson(app, { ...site, organization }, { platform: 'github', handle: 'nocontact' })
  const params = { projectId: site.projectId, id: leadIds[0]! }
  const reply = await organization.ask(contract.makeLeadNotice, { params })
  expect(reply).toMatchObject({ status: 409, body: { code: 'privacy_contact_missing' } })
  expect((await other.organization.ask(contract.makeLeadNotice, { params })).status).toBe(404)
  const guest = await organization.member('GUEST')
  expect((await guest.ask(contract.updatePrivacy, { body: { contact: 'me' } })).status).toBe(403)
})

test('who presses is erased, does not come back, and the log says so without naming anybody', async () => {
  const { site, t } = await tell('pressedit')
  const bystander = await buildPerson(app, site, { platform: 'github', handle: 'bystander' })
  const answered = await app.call(contract.objectToNotice, { query: { t } })
  expect(answered).toMatchObject({ post: null, objected_at: app.clock.now().toISOString() })
  await until(async () => (await leadsOf(site)) === bystander.leadIds.length)
  const ask = await openUnfenced(app.database)
  await until(async () => (await findWords(ask, 'pressedit')).length === 0)
  expect(await read(t)).toEqual(answered)
  expect(await app.call(contract.objectToNotice, { query: { t } })).toEqual(answered)

  const again = newPost(app, { externalId: 'pressed-again', platform: 'github', author: 'pressedit' })
  const [id = ''] = await keepPosts(app, site, [again])
  expect(await recordFound(app, site, [foundOf(again, id)])).toEqual({ recorded: [], matched: 0 })

  const { items } = await site.organization.call(listAuditLog, { query: { action: 'person.objected' } })
  expect(items).toMatchObject([{ actor_id: null, target: {}, client_address: null, user_agent: null }])
  expect(items[0]?.summary).toBe('Somebody objected by the link in a message, and is erased for good.')
})

test('who objects to one organization stays with another that they did not object to', async () => {
  const { site, t } = await tell('twoholders')
  const other = await tell('twoholders')
  await app.call(contract.objectToNotice, { query: { t } })
  await until(async () => (await leadsOf(site)) === 0)
  expect(await leadsOf(other.site)).toBe(2)
  expect((await read(other.t)).post).not.toBeNull()
})

test('once somebody was erased otherwise, the link says that nothing is held', async () => {
  const { site, person, t } = await tell('erasedbefore')
  const params = { projectId: site.projectId, id: person.personId }
  await site.organization.call(erasePerson, { params })
  await until(async () => (await read(t)).post === null)
  expect((await read(t)).objected_at).toBeNull()
})

test('an objection counts though the lead went between opening and pressing', async () => {
  const { site, t, id } = await tell('wentmeanwhile')
  const other = await buildPerson(app, site, { platform: 'github', handle: 'stayedmeanwhile' })
  expect((await read(t)).post).not.toBeNull()
  await inOrganization(app, site, (tx) => eraseLeads(tx, site.organizationId, [id]))
  expect(await read(t)).toMatchObject({ post: null, objected_at: null })
  expect((await app.call(contract.objectToNotice, { query: { t } })).objected_at).not.toBeNull()
  await until(async () => (await leadsOf(site)) === other.leadIds.length)

  const again = newPost(app, { externalId: 'went-again', platform: 'github', author: 'wentmeanwhile' })
  const [postId = ''] = await keepPosts(app, site, [again])
  expect(await recordFound(app, site, [foundOf(again, postId)])).toEqual({ recorded: [], matched: 0 })
})

test('an objection counts with whom the project moved to, though the lead is gone there', async () => {
  const { site, t, id } = await tell('movedalong')
  const receiver = await mintLeadSite(app)
  await verify(app, receiver.organization)
  const offered = await offer(site.organization, site.projectId, receiver.organization.email)
  await receiver.organization.call(acceptTransfer, { params: { id: offered } })
  const there = { ...receiver, projectId: site.projectId }
  await inOrganization(app, there, (tx) => eraseLeads(tx, receiver.organizationId, [id]))
  expect(await leadsOf(there)).toBe(1)
  await app.call(contract.objectToNotice, { query: { t } })
  await until(async () => (await leadsOf(there)) === 0)
})

test('a link that does not tell whose it is says so instead of seeming to keep them out', async () => {
  const { site, t, id } = await tell('untold')
  const ask = await openUnfenced(app.database)
  await ask('update notice set authors = default where lead_id = $1', [id])
  await inOrganization(app, site, (tx) => eraseLeads(tx, site.organizationId, [id]))
  const reply = await app.ask(contract.objectToNotice, { query: { t } })
  expect(reply).toMatchObject({ status: 409, body: { code: 'notice_untold' } })
  expect((await read(t)).objected_at).toBeNull()
})

test('the settings say how long what is kept, by the installation’s own figure', async () => {
  const { organization } = await mintLeadSite(app)
  const { contact, kept } = await organization.call(contract.getPrivacy)
  expect(contact).toBeNull()
  expect(kept.find(({ what }) => what === 'Posts that did not become leads')?.until).toMatch(/^90 days after/)
  const changed = await organization.call(contract.updatePrivacy, { body: { contact: '+49 30 123456' } })
  expect(changed.contact).toBe('+49 30 123456')
  expect((await organization.call(contract.updatePrivacy, { body: { contact: null } })).contact).toBeNull()
})
