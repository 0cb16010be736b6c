import * as contract from '@leadlight/contract/identity'
import { getPerson, listPeople } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileSource } from '../../channels/profile-source.ts'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { KNOWN, SHORT, startProfilesDouble, type ProfilesDouble } from '@leadlight/testing/doubles/profiles-double'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { registerIdentityJobs } from '../identity/find-identities.ts'
import { schedulerScope } from '../../platform/scopes.ts'
import { createProfiles } from './create-profiles.ts'
import { selectDueFetches } from './fetch-store.ts'
import { readProfile } from './read-profile.ts'
import { enqueueDueFetches, FETCHES_PER_DAY, registerEnrichmentJobs } from './register-jobs.ts'
import type { Websites } from './websites/website-reading.ts'

const DAY_MS = 24 * 3_600_000

/** No websites: these tests read profiles. */
const NO_WEBSITES: Websites = {
  read: () => Promise.resolve({ kind: 'gone', why: 'There is none.' }),
}

let app: TestApp
let double: ProfilesDouble
let profiles: readonly ProfileSource[]
beforeAll(async () => {
  double = await startProfilesDouble()
  app = await startTestApp({
    environment: { GITHUB_API_URL: double.githubUrl, HACKER_NEWS_ITEMS_URL: double.itemsUrl },
    prepare(parts) {
      registerIdentityJobs(parts.matching)
      profiles = createProfiles(parts)
      registerEnrichmentJobs({ ...parts, profiles, websites: NO_WEBSITES })
    },
  })
})
afterAll(async () => {
  await app.close()
  await double.close()
})

const look = (site: LeadSite, id: string) =>
  site.organization.call(contract.getEnrichment, { params: { projectId: site.projectId, id } })
const person = (site: LeadSite, id: string) =>
  site.organization.call(getPerson, { params: { projectId: site.projectId, id } })

async function readDue(site: LeadSite, id: string, state: string): Promise<void> {
  await enqueueDueFetches(app.dependencies)
  await until(async () => (await look(site, id))[0]?.state === state)
}

test('a new account’s profile is read unasked, with where and when, and read again after a month', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: KNOWN.handle })
  await readDue(site, personId, 'done')
  const found = await person(site, personId)
  const from = {
    source: 'profile',
    source_url: `https://github.com/${KNOWN.handle}`,
    seen_at: app.clock.now().toISOString(),
  }
  expect(found.name).toBe('Ottoline Berg')
  expect(found.person_title).toEqual({ value: 'Staff Engineer', ...from })
  expect(found.company_name).toEqual({ value: '@oxbow', ...from })
  expect(found.email?.value).toBe('hello@ottoline.example')
  expect(found.companies.map(({ name }) => name)).toEqual(['oxbow'])

  const asked = double.questions.length
  await enqueueDueFetches(app.dependencies)
  await app.clock.advance(29 * DAY_MS)
  expect(double.questions.length).toBe(asked)
  await app.clock.advance(2 * DAY_MS)
  await enqueueDueFetches(app.dependencies)
  await until(() => Promise.resolve(double.questions.length > asked))
})

test('an abbreviated title is spelled out, marked as our reading of the profile', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'github', handle: SHORT.handle })
  await readDue(site, personId, 'done')
  expect((await person(site, personId)).person_title).toMatchObject({
    value: 'Senior Software Engineer',
    source: 'model',
    source_url: `https://github.com/${SHORT.handle}`,
  })
  const { total } = await site.organization.call(listPeople, {
    params: { projectId: site.projectId },
    query: { person_title: 'software engineer' },
  })
  expect(total).toBe(1)
})

test('an account that is gone leaves nothing of its profile', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, {
    platform: 'github',
    handle: 'departed',
    said: { bio: 'Was here' },
  })
  await app.clock.advance(1_000)
  await readDue(site, personId, 'gone')
  expect((await person(site, personId)).bio).toBeNull()
})

test('a failing platform is shown as such, keeps what was read, and is asked again at once by hand', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, {
    platform: 'hacker_news',
    handle: KNOWN.handle,
    said: { bio: 'Before' },
  })
  await app.clock.advance(1_000)
  double.failNext({ kind: 'status', status: 503 })
  await readDue(site, personId, 'failed')
  expect((await look(site, personId))[0]?.error).toMatch(/in trouble/u)
  expect((await person(site, personId)).bio?.value).toBe('Before')
  await site.organization.call(contract.refreshPerson, { params: { projectId: site.projectId, id: personId } })
  await until(async () => (await look(site, personId))[0]?.state === 'done')
  expect((await person(site, personId)).bio?.value).toMatch(/^Gardens & code/u)
})

test('a platform that asks us to slow down has not failed: the profile waits that long and is then read', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'hacker_news', handle: KNOWN.handle })
  double.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '600' } })
  await readDue(site, personId, 'waiting')
  const nextAt = new Date(app.clock.now().getTime() + 600_000).toISOString()
  expect((await look(site, personId))[0]).toMatchObject({ looked_at: null, next_at: nextAt, error: null })
  await app.clock.advance(601_000)
  await readDue(site, personId, 'done')
})

test('a project at its daily limit waits, and profiles that are not offered do not count', async () => {
  const site = await mintLeadSite(app)
  await buildPerson(app, site, { platform: 'github', handle: 'first' })
  await buildPerson(app, site, { platform: 'github', handle: 'second' })
  const { profileId } = await buildPerson(app, site, { platform: 'github', handle: 'third' })
  const due = async (state: string, perProject: number) => {
    const now = app.clock.now()
    await inOrganization(app, site, (tx) =>
      sql`update profile_look set state = ${state}, looked_at = ${now}, next_at = null
        where project_id = ${site.projectId} and profile_id <> ${profileId}`.execute(tx),
    )
    const since = new Date(now.getTime() - DAY_MS)
    const found = await app.db.transaction(schedulerScope(), (tx) =>
      selectDueFetches(tx, { now, since, perProject, limit: 1_000 }),
    )
    return found.some((one) => one.profileId === profileId)
  }
  expect(await due('done', 3)).toBe(true)
  expect(await due('failed', 2)).toBe(false)
  expect(await due('not_offered', 2)).toBe(true)
})

test('a platform whose profiles are not read is shown as such', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'reddit', handle: 'someone' })
  await readDue(site, personId, 'not_offered')
  expect((await look(site, personId))[0]?.next_at).toBeNull()
})

test('another organization’s person answers like a missing one', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'reddit', handle: 'theirs' })
  const other = await mintLeadSite(app)
  for (const projectId of [site.projectId, other.projectId]) {
    for (const endpoint of [contract.getEnrichment, contract.refreshPerson]) {
      const answer = await other.organization.ask(endpoint, { params: { projectId, id: personId } })
      expect(answer.status).toBe(404)
    }
  }
})

test('a profile that was just read is not read again, however often it is asked for', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'hacker_news', handle: KNOWN.handle })
  await readDue(site, personId, 'done')
  const asked = double.questions.length
  const refresh = () =>
    site.organization.call(contract.refreshPerson, { params: { projectId: site.projectId, id: personId } })
  expect(await refresh()).toMatchObject([{ state: 'done' }])
  await app.clock.advance(61_000)
  expect(await refresh()).toMatchObject([{ state: 'waiting' }])
  await until(async () => (await look(site, personId))[0]?.state === 'done')
  expect(double.questions).toHaveLength(asked + 1)
  // Nor for somebody who saw it wait just before.
  const [read] = await look(site, personId)
  const ids = { organizationId: site.organizationId, profileId: read!.profile_id }
  await readProfile({ ...app.dependencies, profiles, websites: NO_WEBSITES }, ids, new AbortController().signal)
  expect(double.questions).toHaveLength(asked + 1)
})

test('in a project at its daily limit, a profile that is asked for waits its turn', async () => {
  const site = await mintLeadSite(app)
  const { personId } = await buildPerson(app, site, { platform: 'hacker_news', handle: KNOWN.handle })
  await inOrganization(app, site, async (tx) => {
    await sql`
      with made as (
        insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, created_at, name, search)
        values (gen_random_uuid(), ${site.organizationId}, ${site.projectId}, '{}', '{}', 0, ${app.clock.now()}, ${app.clock.now()}, '', '')
        returning id
      )
      insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, created_at)
      select gen_random_uuid(), ${site.organizationId}, ${site.projectId}, made.id, 'hacker_news', 'p' || n, 'p' || n, '', ${app.clock.now()}
      from made, generate_series(1, ${FETCHES_PER_DAY}) n`.execute(tx)
    await sql`
      update profile_look set state = 'done', looked_at = ${app.clock.now()}, next_at = null
      where organization_id = ${site.organizationId} and profile_id <> (
        select id from person_profile where person_id = ${personId})`.execute(tx)
  })
  const asked = double.questions.length
  const params = { projectId: site.projectId, id: personId }
  expect(await site.organization.call(contract.refreshPerson, { params })).toMatchObject([{ state: 'waiting' }])
  await enqueueDueFetches(app.dependencies)
  const { rows } = await app.database.pool.query(`select from job where name = 'enrichment.read' and state <> 'dead'`)
  expect(rows).toEqual([])
  expect(double.questions).toHaveLength(asked)
})
