import * as contract from '@leadlight/contract/company-links'
import { getCompany, listCompanies, markCompaniesDeleted } from '@leadlight/contract/companies'
import { mergePeople } from '@leadlight/contract/identity'
import { getPerson, listPeople } from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteFacts } from '../prospects/note-facts.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { buildPerson, type BuiltPerson } from '@leadlight/testing/identity-builder'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { findCompanies } from './find-companies.ts'
import { hashAccount } from '../enrichment/hash-account.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Stand extends LeadSite {
  companyId: string
  colleague: BuiltPerson
  /** Somebody who publishes an address at the company but names another. */
  stranger: BuiltPerson
}

/** A company that a colleague names by its website, and somebody with an address there. */
async function buildStand(): Promise<Stand> {
  const site = await mintLeadSite(app)
  const colleague = await buildPerson(app, site, {
    platform: 'github',
    handle: 'colleague',
    said: { company_name: 'Oxbow', website: 'https://oxbow.example' },
  })
  const stranger = await buildPerson(app, site, {
    platform: 'github',
    handle: 'otto',
    sourceUrl: 'https://github.example/otto',
    said: { email: 'otto@oxbow.example', bio: 'Gardens' },
  })
  await findCompanies(app.dependencies, site)
  const { items } = await site.organization.call(listCompanies, { params: { projectId: site.projectId }, query: {} })
  return { ...site, companyId: items[0]!.id, colleague, stranger }
}

const list = (site: LeadSite, query = {}) =>
  site.organization.call(contract.listCompanyProposals, { params: { projectId: site.projectId }, query })
const person = (site: LeadSite, id: string) =>
  site.organization.call(getPerson, { params: { projectId: site.projectId, id } })
const company = (site: LeadSite, id: string) =>
  site.organization.call(getCompany, { params: { projectId: site.projectId, id } })
const at = (site: LeadSite, id: string) => ({ params: { projectId: site.projectId, id } })

async function proposalOf(site: LeadSite): Promise<string> {
  return (await list(site)).items[0]!.id
}

/** Every database row of the project's people and companies. */
async function contents({ projectId }: LeadSite): Promise<unknown> {
  const ask = await openUnfenced(app.database)
  const members = `select * from company_member where profile_id in (select id from person_profile where project_id = $1)
    order by company_id, profile_id`
  const facts = `select * from profile_fact where profile_id in (select id from person_profile where project_id = $1)
    order by profile_id, field, source`
  return [
    await ask('select * from person where project_id = $1 order by id', [projectId]),
    await ask('select * from company where project_id = $1 order by id', [projectId]),
    await ask(members, [projectId]),
    await ask(facts, [projectId]),
  ]
}

test('somebody who publishes an address at a company is proposed for it, with the evidence in words, from either page', async () => {
  const { stranger, companyId, ...site } = await buildStand()
  const { items, total } = await list(site)
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    person: { id: stranger.personId, name: 'otto' },
    company: { id: companyId, name: 'Oxbow', domain: 'oxbow.example' },
    probability: 0.97,
    evidence: [
      {
        kind: 'email_at_domain',
        text: 'The profile publishes an email address at oxbow.example.',
        speaks_for: true,
      },
    ],
    state: 'open',
  })
  expect((await list(site, { person_id: stranger.personId })).items).toEqual(items)
  expect((await list(site, { company_id: companyId })).items).toEqual(items)
  expect((await list(site, { person_id: companyId })).items).toEqual([])
})

test('an accepted person belongs there on the team’s word, and undoing it restores every row', async () => {
  const { stranger, companyId, ...site } = await buildStand()
  const before = await contents(site)
  const id = await proposalOf(site)
  await site.organization.call(contract.acceptCompany, at(site, id))
  expect(await person(site, stranger.personId)).toMatchObject({
    companies: [{ id: companyId, name: 'Oxbow' }],
    company_name: { value: 'Oxbow', source: 'team' },
  })
  const { team, people } = await company(site, companyId)
  expect(people).toBe(2)
  expect(team.find((one) => one.person.id === stranger.personId)?.said_by).toMatchObject({ source: 'team' })
  const found = await site.organization.call(listPeople, {
    params: { projectId: site.projectId },
    query: { company_name: 'oxbow' },
  })
  expect(found.total).toBe(2)
  expect((await list(site)).total).toBe(0)
  expect((await list(site, { state: 'accepted' })).total).toBe(1)

  await site.organization.call(contract.reopenCompany, at(site, id))
  expect(await contents(site)).toEqual(before)
  expect((await list(site)).total).toBe(1)
})

test('the team’s word outlasts what the profile says later, and undoing it restores what the profile says', async () => {
  const { stranger, companyId, ...site } = await buildStand()
  const id = await proposalOf(site)
  await site.organization.call(contract.acceptCompany, at(site, id))
  const say = async (company_name: string | null) => {
    await app.clock.advance(1_000)
    const now = app.clock.now()
    const said = { profileId: stranger.profileId, source: 'profile', sourceUrl: null, seenAt: now } as const
    await inOrganization(app, site, (tx) =>
      noteFacts(tx, { ...site, now, newId: app.dependencies.newId }, { ...said, fields: { company_name } }),
    )
  }
  await say('Oxbow')
  await say(null)
  expect((await person(site, stranger.personId)).companies).toEqual([{ id: companyId, name: 'Oxbow' }])
  await say('Oxbow')
  await site.organization.call(contract.reopenCompany, at(site, id))
  expect((await person(site, stranger.personId)).companies).toEqual([{ id: companyId, name: 'Oxbow' }])
  expect((await list(site)).total).toBe(0)
  await say(null)
  expect((await person(site, stranger.personId)).companies).toEqual([])
})

test('a dismissed proposal does not come back unless reopened, and deciding it twice gets 409', async () => {
  const { companyId: _, ...site } = await buildStand()
  const id = await proposalOf(site)
  await site.organization.call(contract.dismissCompany, at(site, id))
  await findCompanies(app.dependencies, site)
  expect((await list(site)).total).toBe(0)
  for (const endpoint of [contract.acceptCompany, contract.dismissCompany]) {
    expect(await site.organization.ask(endpoint, at(site, id))).toMatchObject({ status: 409 })
  }
  await site.organization.call(contract.reopenCompany, at(site, id))
  expect((await list(site)).total).toBe(1)
  expect((await site.organization.ask(contract.reopenCompany, at(site, id))).status).toBe(409)
})

test('of three who accept at once, one succeeds', async () => {
  const { companyId, ...site } = await buildStand()
  const id = await proposalOf(site)
  const answers = await Promise.all([1, 2, 3].map(() => site.organization.ask(contract.acceptCompany, at(site, id))))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409, 409])
  expect((await company(site, companyId)).people).toBe(2)
})

test('an account that a company’s website names is proposed, and only hashes of such accounts are kept', async () => {
  const { companyId, ...site } = await buildStand()
  const named = await buildPerson(app, site, { platform: 'hacker_news', handle: 'Wilma' })
  const hash = hashAccount(site.organizationId, 'hacker_news:wilma')
  await inOrganization(app, site, (tx) =>
    sql`update company_site set accounts = ${JSON.stringify([{ hash, as: 'founder' }])}::jsonb
      where company_id = ${companyId}`.execute(tx),
  )
  await findCompanies(app.dependencies, site)
  const { items } = await list(site, { person_id: named.personId })
  expect(items.map(({ evidence }) => evidence.map(({ text }) => text))).toEqual([
    ['The website oxbow.example names this account as its founder’s.'],
  ])
})

test('somebody merged with a colleague, or whose company was deleted, is no longer proposed', async () => {
  const { stranger, colleague, companyId, ...site } = await buildStand()
  await site.organization.call(mergePeople, {
    ...at(site, stranger.personId),
    body: { other_id: colleague.personId },
  })
  expect((await list(site)).total).toBe(0)

  const other = await buildStand()
  await other.organization.call(markCompaniesDeleted, {
    params: { projectId: other.projectId },
    body: { company_lead_ids: [other.companyId] },
  })
  expect((await list(other)).total).toBe(0)
  expect(companyId).not.toBe(other.companyId)
})

test('guests see proposals and cannot decide, and another organization’s answers like a missing one', async () => {
  const { companyId: _, ...site } = await buildStand()
  const id = await proposalOf(site)
  const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
  const seen = await guest.call(contract.listCompanyProposals, { params: { projectId: site.projectId }, query: {} })
  expect(seen.total).toBe(1)
  const decisions = [contract.acceptCompany, contract.dismissCompany, contract.reopenCompany]
  for (const endpoint of decisions) expect((await guest.ask(endpoint, at(site, id))).status).toBe(403)
  const other = await mintLeadSite(app)
  for (const projectId of [site.projectId, other.projectId]) {
    for (const endpoint of decisions) {
      expect((await other.organization.ask(endpoint, { params: { projectId, id } })).status).toBe(404)
    }
  }
})

test('proposals are counted up to ten thousand, and a larger total is marked as capped', async () => {
  const { companyId, ...site } = await buildStand()
  expect(await list(site)).toMatchObject({ total: 1, total_capped: false, next_cursor: null })
  const { organizationId, projectId } = site
  // Every account for every company but its own: 10,002 more.
  await inOrganization(app, site, async (tx) => {
    await sql`
      insert into company (id, organization_id, project_id, name_key, fields, platforms, people, posts, last_posted_at,
        created_at, name, search)
      select gen_random_uuid(), ${organizationId}::uuid, ${projectId}::uuid, 'company-' || n, '{}', '{}', 0, 0, now(), now(),
        'Company ' || n, '' from generate_series(1, 5001) as n`.execute(tx)
    await sql`
      insert into company_proposal (id, organization_id, project_id, profile_id, company_id, probability, evidence,
        proposed_at)
      select gen_random_uuid(), ${organizationId}::uuid, ${projectId}::uuid, profile.id, company.id, 5000, '[]', now()
      from person_profile profile, company
      where profile.organization_id = ${organizationId} and company.organization_id = ${organizationId}
        and company.id <> ${companyId}`.execute(tx)
  })
  await app.database.pool.query('analyze company')
  await app.database.pool.query('analyze company_proposal')
  const first = await list(site, { limit: '2' })
  expect(first).toMatchObject({ total: 10_000, total_capped: true })
  expect(await list(site, { limit: '2', cursor: first.next_cursor! })).toMatchObject({
    total: 10_000,
    total_capped: true,
  })
  expect(await list(site, { company_id: companyId })).toMatchObject({ total: 1, total_capped: false })
})
