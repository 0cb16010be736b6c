import { addNote } from '@leadlight/contract/lead-work'
import { createReceivingAddress } from '@leadlight/contract/receiving'
import { exportHeld } from '@leadlight/contract/privacy'
import { listAuditLog } from '@leadlight/contract/team'
import { NO_SCORE } from '@leadlight/domain/scoring'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { keepPosts, newPost, seePosts } from '@leadlight/testing/kept-posts'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { readCommand } from '../operator/commands.ts'
import type { Held } from './compose-held.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const SAID = { name: 'Wren Askew', bio: 'Wren paints.', location: 'Ghent' }

/** Somebody in two projects of one organization, with a note, and in one of another. */
async function buildHeld(handle: string) {
  const site = await mintLeadSite(app)
  const { id: projectId } = await site.organization.project({ name: 'Elsewhere' })
  const elsewhere = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people who hire') }
  const other = await mintLeadSite(app)
  const of = { platform: 'github', handle, said: SAID }
  const here = await buildPerson(app, site, { ...of, posts: 2, text: 'Who paints hulls?' })
  await buildPerson(app, elsewhere, { ...of, text: 'Who paints masts?' })
  await buildPerson(app, other, { ...of, text: 'Who paints the foreign sails?' })
  await buildPerson(app, site, { platform: 'github', handle: `${handle}-namesake`, said: SAID, text: 'Another one.' })
  const missed = newPost(app, { externalId: `missed-${handle}`, platform: 'github', author: handle, text: 'No hull.' })
  await seePosts(app, site, { postIds: await keepPosts(app, site, [missed]), state: 'done' })
  const foreign = { externalId: `foreign-${handle}`, platform: 'github', author: handle, text: 'No foreign sails.' }
  await seePosts(app, other, { postIds: await keepPosts(app, other, [newPost(app, foreign)]), state: 'done' })
  const note = { params: { projectId: site.projectId, id: here.leadIds[0] ?? '' }, body: { text: 'Rang them twice.' } }
  await site.organization.call(addNote, note)
  return { site, other, here }
}

function ask(site: LeadSite, personId: string, caller = site.organization) {
  return caller.ask(exportHeld, { params: { projectId: site.projectId, id: personId } })
}

test('what names were compared with and not found in has no score, as names give none', async () => {
  const { site, here } = await buildHeld('unscored')
  await inOrganization(app, site, (tx) =>
    sql`update judgement set score = ${NO_SCORE} where organization_id = ${site.organizationId}`.execute(tx),
  )
  const { body } = await ask(site, here.personId)
  const { held } = (typeof body === 'string' ? JSON.parse(body) : body) as { held: Held[] }
  expect(held.flatMap(({ passed_over }) => passed_over.map(({ text, score }) => ({ text, score })))).toEqual([
    { text: 'No hull.', score: null },
  ])
})

test('a member exports all that is held of a person in every project, and nothing of others', async () => {
  const { site, here } = await buildHeld('wrenaskew')
  const member = await site.organization.member('MEMBER')
  const { status, body } = await member.ask(exportHeld, { params: { projectId: site.projectId, id: here.personId } })
  expect(status).toBe(200)
  const { held } = (typeof body === 'string' ? JSON.parse(body) : body) as { held: Held[] }
  expect(
    held.map(({ leads }) => leads.map(({ text }) => text)).toSorted((one, other) => other.length - one.length),
  ).toEqual([
    [expect.stringContaining('Who paints hulls?'), expect.stringContaining('Who paints hulls?')],
    [expect.stringContaining('Who paints masts?')],
  ])
  const passedOver = held.flatMap(({ passed_over }) => passed_over.map(({ text, score }) => ({ text, score })))
  expect(passedOver).toEqual([{ text: 'No hull.', score: 10 }])
  const told = JSON.stringify(held)
  for (const word of ['Wren Askew', 'Wren paints.', 'Ghent', 'people.example/wrenaskew', 'Rang them twice.']) {
    expect(told).toContain(word)
  }
  expect(told).not.toMatch(/foreign sails|namesake/u)
  const { items } = await site.organization.call(listAuditLog, { query: { action: 'exportHeld' } })
  expect(items.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/ exported what is held about Wren Askew/u),
  ])
})

test('what was passed over is exported under every name that erasing would find', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'oncewren', said: SAID })
  const forms = [
    { externalId: '#7001', name: 'OnceWren', url: 'https://github.com/OnceWren' },
    { externalId: 'oncewren', name: 'oncewren', url: null },
    { externalId: '#7002', name: 'oncewrens', url: 'https://people.example/oncewrens' },
  ]
  const passed = forms.map((author) => ({
    ...newPost(app, { externalId: `by-${author.externalId}`, platform: 'github', text: `Said as ${author.name}` }),
    author,
  }))
  await seePosts(app, site, { postIds: await keepPosts(app, site, passed), state: 'done' })
  const { body } = await ask(site, personId)
  const { held } = (typeof body === 'string' ? JSON.parse(body) : body) as { held: Held[] }
  const texts = held.flatMap(({ passed_over }) => passed_over.map(({ text }) => text))
  expect(texts.toSorted()).toEqual(['Said as OnceWren', 'Said as oncewren'])
})

test('what has arrived of a person and waits to be judged is exported, from projects as well where they are nobody yet, and nothing of others', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'waitingwren', said: SAID })
  await receive(site, [
    { url: 'https://github.com/a/b/issues/1', text: 'Who sails with me?', author: 'WaitingWren' },
    { url: 'https://github.com/a/b/issues/2', text: 'Somebody else asks.', author: 'notwren' },
    { url: 'https://forum.example/1', text: 'A namesake asks.', author: 'waitingwren' },
  ])
  const { id: projectId } = await site.organization.project({ name: 'Elsewhere' })
  await receive({ ...site, projectId }, [
    { url: 'https://github.com/a/b/issues/3', text: 'Asked elsewhere.', author: 'waitingwren' },
    { url: 'https://github.com/a/b/issues/4', text: 'Another asks elsewhere.', author: 'notwren' },
  ])
  const { id: othersId } = await site.organization.project({ name: 'Of others' })
  await receive({ ...site, projectId: othersId }, [
    { url: 'https://github.com/a/b/issues/5', text: 'Not theirs.', author: 'notwren' },
  ])
  const { body } = await ask(site, personId)
  const { held } = (typeof body === 'string' ? JSON.parse(body) : body) as { held: Held[] }
  expect(held.map(({ waiting_to_be_judged: waiting }) => waiting)).toMatchObject([
    [{ came_to: 'A tool', url: 'https://github.com/a/b/issues/1', text: 'Who sails with me?', author: 'WaitingWren' }],
    [{ came_to: 'A tool', url: 'https://github.com/a/b/issues/3', text: 'Asked elsewhere.', author: 'waitingwren' }],
  ])
  expect(held.map(({ waiting_to_be_judged: waiting }) => waiting.length)).toEqual([1, 1])
  expect(held[1]).toMatchObject({ project: { id: projectId, name: 'Elsewhere' }, person: null, leads: [] })
})

/** As a tool sends posts to an address of the project. */
async function receive({ organization, projectId }: LeadSite, items: { url: string; text: string; author: string }[]) {
  const { url } = await organization.call(createReceivingAddress, { params: { projectId }, body: { name: 'A tool' } })
  const { status } = await app.request('POST', new URL(url).pathname, {
    raw: JSON.stringify(items),
    headers: { 'content-type': 'application/json' },
  })
  expect(status).toBe(202)
}

test('guests may not, and a person of another organization is not found', async () => {
  const { site, other, here } = await buildHeld('guarded')
  expect((await ask(site, here.personId, other.organization)).status).toBe(404)
  const guest = await site.organization.member('GUEST')
  expect((await guest.ask(exportHeld, { params: { projectId: site.projectId, id: here.personId } })).status).toBe(403)
  const { items } = await site.organization.call(listAuditLog, { query: { action: 'exportHeld' } })
  expect(items).toEqual([])
})

test('the operator exports what all organizations hold, and each log says so without naming anybody', async () => {
  const { site, other } = await buildHeld('everywhereheld')
  const run = readCommand(['export-held', 'github', 'everywhereheld'])
  if (run === 'help' || 'withoutDatabase' in run) throw new Error('The command needs a database.')
  const lines = await run(operatorParts(app))
  const told = JSON.parse(lines.join('\n')) as { organizations: { organization_id: string }[]; posts: unknown[] }
  expect(told.organizations.map(({ organization_id: id }) => id).toSorted()).toEqual(
    [site.organizationId, other.organizationId].toSorted(),
  )
  expect(told.posts).toHaveLength(6)
  expect(lines.join('\n')).toContain('Who paints the foreign sails?')
  const { items } = await other.organization.call(listAuditLog, { query: { action: 'operator.export-held' } })
  expect(items).toMatchObject([
    {
      summary: 'The operator exported what is held about somebody who had asked for it.',
      target: { platform: 'github' },
    },
  ])
})
