import * as contract from '@leadlight/contract/companies'
import { erasePerson } from '@leadlight/contract/identity'
import { listPeople } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerErasureJobs } from '../../lifecycle/erasure/erase-person.ts'
import { registerIdentityJobs } from '../identity/find-identities.ts'
import { schedulerScope } from '../../platform/scopes.ts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startCompanySitesDouble, type CompanySitesDouble } from '@leadlight/testing/doubles/website-double'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { rereadSites } from './reread-sites.ts'
import { readCompanySite } from './read-company-site.ts'
import { enqueueDueSites, registerEnrichmentJobs } from './register-jobs.ts'
import { selectDueSites } from './site-store.ts'
import { createWebsites } from './websites/create-websites.ts'
import type { Websites } from './websites/website-reading.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let double: CompanySitesDouble
let websites: Websites
beforeAll(async () => {
  double = await startCompanySitesDouble()
  app = await startTestApp({
    environment: { OUTBOUND_ALLOW: double.hostAndPort },
    prepare(parts) {
      websites = createWebsites({
        fetch: double.led(parts.outbound.guarded),
        clock: createImpatientClock('2026-11-02T09:00:00Z'),
      })
      registerIdentityJobs(parts.matching)
      registerErasureJobs(parts.matching)
      registerEnrichmentJobs({ ...parts, profiles: [], websites })
    },
  })
})
afterAll(async () => {
  await app.close()
  await double.close()
})

let people = 0

/** A company that somebody names by its website, in a project of that site. */
async function buildCompany(site: LeadSite, domain: string, said = {}): Promise<{ id: string; personId: string }> {
  const { personId } = await buildPerson(app, site, {
    platform: 'github',
    handle: `colleague-${++people}`,
    said: { website: `https://${domain}/`, ...said },
  })
  const { items } = await site.organization.call(contract.listCompanies, {
    params: { projectId: site.projectId },
    query: { search_text: domain },
  })
  return { id: items[0]!.id, personId }
}

const params = (site: LeadSite, id: string) => ({ params: { projectId: site.projectId, id } })
const website = (site: LeadSite, id: string) => site.organization.call(contract.getCompanyWebsite, params(site, id))
const company = (site: LeadSite, id: string) => site.organization.call(contract.getCompany, params(site, id))

async function readDue(site: LeadSite, id: string, state: string): Promise<void> {
  await until(async () => {
    await enqueueDueSites(app.dependencies)
    return (await website(site, id))?.state === state
  })
}

test('a new company’s website is read unasked, each value with its page and date, and again after a quarter', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'oxbow.example')
  await readDue(site, id, 'done')
  const from = { source: 'website', source_url: 'https://www.oxbow.example/', seen_at: app.clock.now().toISOString() }
  const found = await company(site, id)
  expect(found).toMatchObject({
    name: 'Oxbow Software',
    location: { value: 'Ghent, Belgium', ...from },
    employees: { value: '11–50', ...from },
    description: { value: expect.stringMatching(/^Oxbow makes/u), ...from },
    industry: { value: 'Software', ...from, source: 'model' },
  })
  expect(found.facts.find(({ field }) => field === 'industry')?.why).toMatch(/software/u)
  expect(found.facts.find(({ field }) => field === 'location')?.why).toBeNull()
  const filtered = await site.organization.call(contract.listCompanies, {
    params: { projectId: site.projectId },
    query: { industry: 'software', location: 'ghent' },
  })
  expect(filtered.items.map((one) => one.id)).toEqual([id])

  const asked = double.askedOf('www.oxbow.example').length
  await app.clock.advance(89 * DAY_MS)
  await enqueueDueSites(app.dependencies)
  expect(double.askedOf('www.oxbow.example').length).toBe(asked)
  await app.clock.advance(2 * DAY_MS)
  await until(async () => {
    await enqueueDueSites(app.dependencies)
    return double.askedOf('www.oxbow.example').length > asked
  })
})

test('a website that begins to refuse says nothing any more, and what people’s profiles say of the company stays', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'plainly.example', { company_name: 'Plainly' })
  await readDue(site, id, 'done')
  expect(await company(site, id)).toMatchObject({ industry: { value: 'Legal services' } })
  expect((await site.organization.call(contract.refreshCompany, params(site, id)))?.state).toBe('done')
  await app.clock.advance(11 * 60_000)
  double.failNext({ kind: 'status', status: 404 })
  double.failNext({ kind: 'status', status: 403, headers: { 'content-type': 'text/html' } })
  expect((await site.organization.call(contract.refreshCompany, params(site, id)))?.state).toBe('waiting')
  await readDue(site, id, 'refused')
  expect(await website(site, id)).toMatchObject({ error: expect.stringMatching(/refused to show/u) })
  expect(await company(site, id)).toMatchObject({ name: 'Plainly', industry: null, description: null })
})

test('a failing website is shown as such, keeps what was read, and is tried again at growing intervals', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'several.example')
  await readDue(site, id, 'done')
  for (const hours of [1, 2, 4]) {
    await app.clock.advance(11 * 60_000)
    double.failNext({ kind: 'status', status: 404 })
    double.failNext({ kind: 'status', status: 502, headers: { 'content-type': 'text/html' } })
    await site.organization.call(contract.refreshCompany, params(site, id))
    const nextAt = new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()
    await until(async () => (await website(site, id))?.next_at === nextAt)
  }
  expect((await website(site, id))?.error).toMatch(/in trouble/u)
  expect((await company(site, id)).name).toBe('Several Ltd')
})

test('a website read since somebody saw it wait is not read again', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'plainly.example')
  await readDue(site, id, 'done')
  const asked = double.askedOf('plainly.example').length
  const ids = { organizationId: site.organizationId, companyId: id }
  await readCompanySite({ ...app.dependencies, websites }, ids, new AbortController().signal)
  expect(double.askedOf('plainly.example').length).toBe(asked)
})

test('a website another project of the organization has just read is not fetched again', async () => {
  const site = await mintLeadSite(app)
  const { id: projectId } = await site.organization.project()
  const elsewhere = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'ports') }
  const { id } = await buildCompany(site, 'brokenld.example')
  await readDue(site, id, 'done')
  const asked = double.askedOf('brokenld.example').length
  const twin = await buildCompany(elsewhere, 'brokenld.example')
  await readDue(elsewhere, twin.id, 'done')
  expect(double.askedOf('brokenld.example').length).toBe(asked)
  const [one, other] = [await company(site, id), await company(elsewhere, twin.id)]
  expect(other).toMatchObject({ description: one.description, industry: one.industry })
  expect(other.industry?.value).toBe('Logistics and transport')

  const stranger = await mintLeadSite(app)
  const theirs = await buildCompany(stranger, 'brokenld.example')
  await readDue(stranger, theirs.id, 'done')
  expect(double.askedOf('brokenld.example').length).toBeGreaterThan(asked)
})

test('a company that is deleted while its website is read is passed over', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'customers.example')
  const { organizationId } = site
  let reads = 0
  const meanwhile: Websites = {
    async read(domain, signal) {
      reads += 1
      const reading = await websites.read(domain, signal)
      await inOrganization(app, site, (tx) => sql`delete from company where id = ${id}`.execute(tx))
      return reading
    },
  }
  const { signal } = new AbortController()
  await readCompanySite({ ...app.dependencies, websites: meanwhile }, { organizationId, companyId: id }, signal)
  await readCompanySite({ ...app.dependencies, websites: meanwhile }, { organizationId, companyId: id }, signal)
  expect(reads).toBe(1)
  const ask = await openUnfenced(app.database)
  expect(await ask('select from company_fact where company_id = $1', [id])).toEqual([])
})

test('in a project that has moved, a website that names accounts is read again, another is not', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'oxbow.example')
  const other = await buildCompany(site, 'plainly.example')
  await readDue(site, id, 'done')
  await readDue(site, other.id, 'done')
  const now = app.clock.now()
  await inOrganization(app, site, (tx) => rereadSites(tx, site.organizationId, { projectId: site.projectId, now }))
  expect(await website(site, id)).toMatchObject({ state: 'waiting', next_at: now.toISOString() })
  expect((await website(site, other.id))?.state).toBe('done')
  const ask = await openUnfenced(app.database)
  expect(await ask('select accounts from company_site where company_id = $1', [id])).toEqual([{ accounts: [] }])
})

test('a company without a domain has no website, and refreshing it is no error', async () => {
  const site = await mintLeadSite(app)
  await buildPerson(app, site, { platform: 'github', handle: 'nowhere', said: { company_name: 'Nowhere Ltd' } })
  const { items } = await site.organization.call(contract.listCompanies, {
    params: { projectId: site.projectId },
    query: {},
  })
  const { id } = items[0]!
  expect(await website(site, id)).toBeNull()
  expect(await site.organization.call(contract.refreshCompany, params(site, id))).toBeNull()
})

test('a project at its daily limit of websites waits', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'first.example')
  await buildCompany(site, 'second.example')
  await inOrganization(app, site, (tx) =>
    sql`update company_site set state = 'done', looked_at = ${app.clock.now()}, next_at = null
      where project_id = ${site.projectId} and company_id <> ${id}`.execute(tx),
  )
  const due = async (perProject: number) => {
    const now = app.clock.now()
    const wish = { now, since: new Date(now.getTime() - DAY_MS), perProject, limit: 1_000 }
    const found = await app.db.transaction(schedulerScope(), (tx) => selectDueSites(tx, wish))
    return found.some(({ companyId }) => companyId === id)
  }
  expect(await due(2)).toBe(true)
  expect(await due(1)).toBe(false)
})

test('a website that names an erased person is forgotten and not read again', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'oldways.example')
  const gone = await buildPerson(app, site, {
    platform: 'github',
    handle: 'barrelmaker',
    said: { name: 'Oak Barrels', website: 'https://oldways.example' },
  })
  await readDue(site, id, 'done')
  const ask = await openUnfenced(app.database)
  expect(await findWords(ask, 'oak barrels')).toContain('public.company_fact')
  await site.organization.call(erasePerson, params(site, gone.personId))
  await until(async () => {
    const { total } = await site.organization.call(listPeople, { params: { projectId: site.projectId }, query: {} })
    return total === 1
  })
  expect(await findWords(ask, 'oak barrels')).toEqual([])
  expect(await website(site, id)).toMatchObject({ state: 'closed', next_at: null })
  const asked = double.askedOf('oldways.example').length
  expect(await site.organization.call(contract.refreshCompany, params(site, id))).toMatchObject({ state: 'closed' })
  await readCompanySite(
    { ...app.dependencies, websites },
    { organizationId: site.organizationId, companyId: id },
    new AbortController().signal,
  )
  expect(double.askedOf('oldways.example').length).toBe(asked)
})

test('another organization’s company answers like a missing one', async () => {
  const site = await mintLeadSite(app)
  const { id } = await buildCompany(site, 'several.example')
  const other = await mintLeadSite(app)
  for (const projectId of [site.projectId, other.projectId]) {
    for (const endpoint of [contract.getCompanyWebsite, contract.refreshCompany]) {
      const answer = await other.organization.ask(endpoint, { params: { projectId, id } })
      expect(answer.status).toBe(404)
    }
  }
})
