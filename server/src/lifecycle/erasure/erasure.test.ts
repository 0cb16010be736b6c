// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/identity'
import { listCompanies } from '@leadlight/contract/companies'
import { getPerson, listPeople, updatePersonDraft } from '@leadlight/contract/people'
import { listIntentSignals } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { foundOf, keepLead, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { buildSignal, inOrganization, mintLeadSite, recordFound, type LeadSite } from '@leadlight/testing/lead-builder'
import { collectEvents } from '@leadlight/testing/collect-events'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { buildEverywhere } from '@leadlight/testing/person-everywhere'
import { buildSlack } from '@leadlight/testing/slack-builder'
import { until } from '@leadlight/testing/until'
import { findPeople } from '../../people/prospects/people-to-find.ts'
import { registerErasureJobs } from './erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

const NAME = 'Ottoline Zeppelin'
const HANDLE = 'ottozep'
const TEXT = 'Our dirigible hangar needs a bookkeeper'

async function standsIn(...words: string[]): Promise<string[]> {
  const ask = await openUnfenced(app.database)
  const tables = await Promise.all(words.map((word) => findWords(ask, word)))
  return [...new Set(tables.flat())].toSorted()
}

test('no table holds the name, handle or words of an erased person, and they do not come back', async () => {
  const site = await mintLeadSite(app)
  const { one, params } = await buildEverywhere(app, site, { name: NAME, handle: HANDLE, text: TEXT })
  const before = await standsIn(NAME, HANDLE, TEXT, 'dirigible')
  for (const table of [
    'post',
    'post_words',
    'lead',
    'person',
    'person_profile',
    'profile_fact',
    'person_draft',
    'lead_draft',
    'webhook_message',
    'idempotent_call',
    'identity_proposal',
    'identity_merge',
  ]) {
    expect(before).toContain(`public.${table}`)
  }

  await site.organization.call(contract.erasePerson, { params: { ...params, id: one.personId } })
  await until(async () => (await site.organization.call(listPeople, { params, query: {} })).total === 0)
  expect(await standsIn(NAME, HANDLE, TEXT, 'zeppelin', 'dirigible', 'hangar')).toEqual([])
  expect(JSON.stringify(app.log.lines)).not.toMatch(/ottozep|zeppelin|dirigible/iu)

  const again = newPost(app, { externalId: 'zep-again', platform: 'github', author: HANDLE, text: TEXT })
  const [id = ''] = await keepPosts(app, site, [again])
  expect(await recordFound(app, site, [foundOf(again, id)])).toEqual({ recorded: [], matched: 0 })
  expect((await site.organization.call(listPeople, { params, query: {} })).total).toBe(0)
})

test('another organization keeps the leads it has of the same person', async () => {
  const site = await mintLeadSite(app)
  const other = await mintLeadSite(app)
  const shared = newPost(app, {
    externalId: 'shared-post',
    platform: 'github',
    author: 'sharedauthor',
    text: 'A gazebo for us',
  })
  await keepLead(app, [site, other], shared)
  const params = { projectId: site.projectId }
  const { items } = await site.organization.call(listPeople, { params, query: {} })
  await site.organization.call(contract.erasePerson, { params: { ...params, id: items[0]!.id } })
  await until(async () => (await site.organization.call(listPeople, { params, query: {} })).total === 0)
  const theirs = await other.organization.call(listPeople, { params: { projectId: other.projectId }, query: {} })
  expect(theirs.items.map(({ name }) => name)).toEqual(['sharedauthor'])

  const missing = await site.organization.ask(contract.erasePerson, { params: { ...params, id: theirs.items[0]!.id } })
  expect(missing.status).toBe(404)
  const guarded = await (
    await site.organization.member('MEMBER')
  ).ask(contract.erasePerson, { params: { ...params, id: items[0]!.id } })
  expect(guarded.status).toBe(403)
})

test('Slack messages about an erased person are emptied', async () => {
  const site = await mintLeadSite(app)
  const gone = await buildPerson(app, site, { platform: 'github', handle: 'slackgone' })
  const kept = await buildPerson(app, site, { platform: 'github', handle: 'slackkept' })
  const told = await buildSlack(app, site, { leadId: gone.leadIds[0]! })
  const other = await buildSlack(app, site, { leadId: kept.leadIds[0]! })
  await erase(site, gone.personId)
  const ask = await openUnfenced(app.database)
  const dueOf = (id: string) => ask('select changes, next_try_at from slack_message where id = $1', [id])
  expect(await dueOf(told.messageId)).toEqual([{ changes: 1, next_try_at: app.clock.now() }])
  expect(await dueOf(other.messageId)).toEqual([{ changes: 0, next_try_at: null }])
})

test('open pages of every project learn which leads went with an erased person', async () => {
  const site = await mintLeadSite(app)
  const { id: projectId } = await site.organization.project()
  const elsewhere = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people who hire') }
  const here = await buildPerson(app, site, { platform: 'github', handle: 'toldof', posts: 2 })
  const there = await buildPerson(app, elsewhere, { platform: 'github', handle: 'toldof' })
  await buildPerson(app, site, { platform: 'github', handle: 'untold' })
  await erase(site, here.personId)
  await until(async () => (await standsIn('toldof')).length === 0)
  for (const [place, leadIds, asked] of [
    [site, here.leadIds, ['people']],
    [elsewhere, there.leadIds, []],
  ] as const) {
    const heard = await collectEvents(app, {
      projectId: place.projectId,
      token: site.organization.token,
      after: '0',
      enough: asked.length + 3,
    })
    expect(heard.map(({ event }) => event.type === 'changed' && event.what)).toEqual([
      ...asked,
      'leads',
      'people',
      'companies',
    ])
    expect(heard.at(-3)?.event).toMatchObject({ lead_ids: leadIds.toSorted() })
  }
})

test('a company that others name stays, without the addresses of the erased person', async () => {
  const site = await mintLeadSite(app)
  const at = { platform: 'github', said: { company_name: 'Quarry' } }
  const kept = await buildPerson(app, site, { ...at, handle: 'stays', sourceUrl: 'https://github.example/stays' })
  const left = { ...at, handle: 'leftbefore', sourceUrl: 'https://github.example/leftbefore' }
  const former = await buildPerson(app, site, left)
  await buildPerson(app, site, { ...left, said: { company_name: 'Elsewhere' } })
  await erase(site, former.personId)
  expect(await standsIn('github.example/leftbefore')).toEqual([])
  const gone = await buildPerson(app, site, { ...at, handle: 'wentaway', sourceUrl: 'https://github.example/wentaway' })
  await erase(site, gone.personId)
  expect(await standsIn('github.example/wentaway')).toEqual([])
  const shown = await site.organization.call(getPerson, { params: { projectId: site.projectId, id: kept.personId } })
  expect(shown.company_name).toMatchObject({ value: 'Quarry', source_url: 'https://github.example/stays' })
  const { items } = await site.organization.call(listCompanies, { params: { projectId: site.projectId }, query: {} })
  expect(items.map(({ name }) => name)).toEqual(['Quarry'])
})

test('drafts to an erased person go in every project, with an account that one of them merged with theirs', async () => {
  const site = await mintLeadSite(app)
  const { id: projectId } = await site.organization.project()
  const elsewhere = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people who hire') }
  const params = { projectId }
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'twofold' })
  const merged = await buildPerson(app, elsewhere, { platform: 'bluesky', handle: 'twofold.bsky.social' })
  const erased = await buildPerson(app, elsewhere, { platform: 'github', handle: 'twofold' })
  const third = await buildPerson(app, elsewhere, { platform: 'bluesky', handle: 'third.bsky.social' })
  for (const [id, draft] of [
    [merged.personId, 'Greetings to the twice met'],
    [erased.personId, 'Salutations to the twice met'],
    [third.personId, 'Welcome to the third'],
  ] as const) {
    await site.organization.call(updatePersonDraft, { params: { ...params, id }, body: { draft } })
  }
  await site.organization.call(contract.mergePeople, {
    params: { ...params, id: merged.personId },
    body: { other_id: erased.personId },
  })
  expect(await standsIn('twice met')).toEqual(['public.identity_merge', 'public.person_draft'])

  await erase(site, personId)
  expect(await standsIn('twice met')).toEqual([])
  expect(await standsIn('Welcome to the third')).toEqual(['public.person_draft'])
  const { items } = await site.organization.call(listPeople, { params, query: {} })
  expect(items.map(({ name }) => name)).toEqual(['third.bsky.social'])
})

test('a signal’s lead count drops by the leads of an erased person', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'counted', posts: 2 })
  await buildPerson(app, site, { platform: 'github', handle: 'uncounted' })
  const counts = async () => {
    const signals = await site.organization.call(listIntentSignals, { params: { projectId: site.projectId } })
    return signals.map((signal) => signal.lead_count)
  }
  expect(await counts()).toEqual([3])
  await erase(site, personId)
  expect(await counts()).toEqual([1])
})

test('an outcome that names a short handle as a word is deleted, one that contains it within a word is not', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'a.i' })
  const outcomes = {
    named: 'Dear A.I, hello',
    'on a line of its own': 'Dear\na.i\nhello',
    quoted: 'They said "a.i"',
    'in running text': 'こんにちはa.iさん',
    within: 'Via.it is open',
    alike: 'Dear a-i, hello',
  }
  await inOrganization(app, site, async (tx) => {
    for (const [key, draft] of Object.entries(outcomes)) {
      await sql`
        insert into idempotent_call (organization_id, project_id, account_id, key, fingerprint, outcome, started_at, expires_at)
        values (${site.organizationId}, ${site.projectId}, ${site.organization.userId}, ${key}, '\\x00',
          ${JSON.stringify({ draft })}, now(), now() + interval '1 day')`.execute(tx)
    }
  })
  await erase(site, personId)
  const ask = await openUnfenced(app.database)
  const kept = await ask('select key from idempotent_call where organization_id = $1 order by key', [
    site.organizationId,
  ])
  expect(kept).toEqual([{ key: 'alike' }, { key: 'within' }])
})

test('leads whose people are not found yet are erased once they are', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: 'lateborn', text: 'Belated words' })
  const late = await buildPerson(app, site, { platform: 'github', handle: 'lateborn', text: 'Belated words' })
  await buildPerson(app, site, { platform: 'github', handle: 'bystander' })
  await inOrganization(app, site, async (tx) => {
    await sql`update lead set profile_id = null where id = ${late.leadIds[0]}`.execute(tx)
    await sql`
      insert into people_to_find (organization_id, project_id) values (${site.organizationId}, ${site.projectId})`.execute(
      tx,
    )
  })
  await erase(site, personId)
  expect(await standsIn('lateborn')).toContain('public.lead')
  await findPeople(app.dependencies.matching, new AbortController().signal)
  await until(async () => (await standsIn('lateborn', 'Belated words')).length === 0)
  const { items } = await site.organization.call(listPeople, { params: { projectId: site.projectId }, query: {} })
  expect(items.map(({ name }) => name)).toEqual(['bystander'])
})

/** Erases somebody and waits until their leads are gone. */
async function erase(site: LeadSite, personId: string): Promise<void> {
  const params = { projectId: site.projectId }
  const { total } = await site.organization.call(listPeople, { params, query: {} })
  await site.organization.call(contract.erasePerson, { params: { ...params, id: personId } })
  await until(async () => (await site.organization.call(listPeople, { params, query: {} })).total === total - 1)
}
