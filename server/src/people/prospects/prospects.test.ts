// Also on the embedded database: a journey of this slice.
import * as companies from '@leadlight/contract/companies'
import { mergePeople } from '@leadlight/contract/identity'
import { getLead } from '@leadlight/contract/leads'
import * as people from '@leadlight/contract/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import {
  buildFound,
  buildLeads,
  inOrganization,
  mintLeadSite,
  recordFound,
  type LeadSite,
} from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { noteCompany } from './note-company.ts'
import { noteFacts, type SaidOfProfile } from './note-facts.ts'
import { findPeople } from './people-to-find.ts'
import { renewPeople } from './renew-people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let site: LeadSite
beforeEach(async () => {
  site = await mintLeadSite(app)
})

const inSite = () => ({ params: { projectId: site.projectId } })
const listed = async (query: Record<string, string> = {}) =>
  (await site.organization.call(people.listPeople, { ...inSite(), query })).items
const listedCompanies = async (query: Record<string, string> = {}) =>
  (await site.organization.call(companies.listCompanies, { ...inSite(), query })).items
/** How many posts each listed person has, by name. */
const postsOf = async () => Object.fromEntries((await listed()).map(({ name, posts }) => [name, posts]))
const person = (id: string) => site.organization.call(people.getPerson, { params: { projectId: site.projectId, id } })

function noting() {
  return { ...site, now: app.clock.now(), newId: app.dependencies.newId }
}

/** Stores what a source says of somebody with one account. */
async function say(name: string, said: Omit<SaidOfProfile, 'profileId' | 'seenAt' | 'sourceUrl'>): Promise<void> {
  const found = (await listed()).find((one) => one.profiles.some((profile) => profile.name === name))!
  const at = { seenAt: app.clock.now(), sourceUrl: 'https://profiles.example/1' }
  await inOrganization(app, site, (tx) => noteFacts(tx, noting(), { ...said, ...at, profileId: found.profiles[0]!.id }))
}

/** Every row of the slice's tables. */
async function rowsOf(): Promise<unknown[]> {
  const tables = ['person', 'person_profile', 'profile_fact', 'company', 'company_fact', 'company_member']
  return inOrganization(app, site, async (tx) => {
    const rows = []
    for (const table of tables) {
      const found = await sql<{ row: string }>`
        select to_jsonb(found)::text as row from ${sql.table(table)} found order by 1`.execute(tx)
      rows.push(...found.rows.map(({ row }) => `${table} ${row}`))
    }
    return rows
  })
}

describe('people', () => {
  test('are the authors of leads, one for each account', async () => {
    await buildLeads(app, site, [
      { author: 'ada', postedAt: '2026-10-01T10:00:00.000Z' },
      { author: 'ada', postedAt: '2026-10-03T10:00:00.000Z' },
      { author: 'bert', postedAt: '2026-10-02T10:00:00.000Z' },
      { author: 'ada', platform: 'github', postedAt: '2026-10-04T10:00:00.000Z' },
    ])
    const found = await listed()
    expect(found.map(({ name, platforms, posts }) => [name, platforms, posts])).toEqual([
      ['ada', ['github'], 1],
      ['ada', ['hackernews'], 2],
      ['bert', ['hackernews'], 1],
    ])
    expect(found[1]).toMatchObject({
      last_posted_at: '2026-10-03T10:00:00.000Z',
      intent_signals: [{ id: site.signalId, intent_signal: 'people who need a bookkeeper' }],
      profiles: [{ platform: 'hackernews', handle: 'ada', name: 'ada', posts: 2 }],
      location: null,
      deleted: false,
      status_config_id: null,
    })
  })

  test('are no machines and no deleted accounts', async () => {
    await buildLeads(app, site, [{ author: '[deleted]' }, { author: 'dependabot[bot]' }, { author: 'ada' }])
    expect((await listed()).map(({ name }) => name)).toEqual(['ada'])
  })

  test('are the same when the same leads are recorded again', async () => {
    const found = await buildFound(app, site, [{ author: 'ada' }, { author: 'bert' }])
    await recordFound(app, site, found)
    const before = await rowsOf()
    await recordFound(app, site, found)
    expect(await rowsOf()).toEqual(before)
  })

  test('are not doubled by two searches that find the same author at once', async () => {
    const some = await Promise.all(
      Array.from({ length: 6 }, () => buildFound(app, site, [{ author: 'ada' }, { author: 'bert' }])),
    )
    await Promise.all(some.map((found) => recordFound(app, site, found)))
    expect(await postsOf()).toEqual({ ada: 6, bert: 6 })
  })

  test('are linked from their posts, and from both people’s posts after a merge', async () => {
    const [adas, berts, machines] = await buildLeads(app, site, [
      { author: 'ada' },
      { author: 'bert' },
      { author: 'dependabot[bot]' },
    ])
    const writerOf = async (id: string | undefined) =>
      (await site.organization.call(getLead, { params: { projectId: site.projectId, id: id! } })).person_id
    const idOf = async (name: string) => (await listed()).find((one) => one.name === name)!.id
    expect(await writerOf(adas)).toBe(await idOf('ada'))
    expect(await writerOf(berts)).toBe(await idOf('bert'))
    expect(await writerOf(machines)).toBeNull()
    const [id, other_id] = [await idOf('ada'), await idOf('bert')]
    await site.organization.call(mergePeople, { params: { projectId: site.projectId, id }, body: { other_id } })
    expect(await writerOf(berts)).toBe(id)
  })

  test('show their posts as a timeline, newest first', async () => {
    const [older, newer] = await buildLeads(app, site, [
      { author: 'ada', title: 'First', postedAt: '2026-10-01T10:00:00.000Z' },
      { author: 'ada', title: 'Second', postedAt: '2026-10-03T10:00:00.000Z' },
    ])
    const [ada] = await listed()
    const shown = await person(ada!.id)
    expect(shown.timeline.map((lead) => lead.id)).toEqual([newer, older])
    expect(shown.draft).toBeNull()
  })

  test('go with their last existing post, and so does what was known of them', async () => {
    const found = await buildFound(app, site, [{ author: 'ada' }, { author: 'ada' }, { author: 'bert' }])
    await recordFound(app, site, found)
    await say('ada', { source: 'profile', fields: { company_name: 'Acme', location: 'Bern' } })
    expect(await listedCompanies()).toHaveLength(1)
    const externalIds = found.map(({ post }) => post.id)
    await eraseDeletedPosts(app, 'hackernews', [externalIds[0]!])
    expect((await listed({ search_text: 'ada' })).map(({ posts }) => posts)).toEqual([1])
    await eraseDeletedPosts(app, 'hackernews', [externalIds[1]!])
    expect((await listed()).map(({ name }) => name)).toEqual(['bert'])
    expect(await listedCompanies()).toEqual([])
    // As a word: random ids are hexadecimal, and may hold those letters.
    expect((await rowsOf()).join('\n')).not.toMatch(/\bada\b|Acme|Bern/)
  })

  test('are made by a job for older leads', async () => {
    await buildLeads(
      app,
      site,
      Array.from({ length: 3 }, (_, n) => ({ author: `writer ${n % 2}` })),
    )
    const before = await postsOf()
    await inOrganization(app, site, async (tx) => {
      await sql`update lead set profile_id = null`.execute(tx)
      await sql`delete from person`.execute(tx)
      await sql`insert into people_to_find (organization_id, project_id) values (${site.organizationId}, ${site.projectId})`.execute(
        tx,
      )
    })
    expect(await listed()).toEqual([])
    await findPeople(app.dependencies.matching, new AbortController().signal)
    expect(await postsOf()).toEqual(before)
    const { rows } = await inOrganization(app, site, (tx) => sql`select from people_to_find`.execute(tx))
    expect(rows).toEqual([])
  })
})

describe('what is known of a person', () => {
  beforeEach(() => buildLeads(app, site, [{ author: 'ada' }]))

  test('shows the most trusted source, with where and when it was read', async () => {
    await say('ada', { source: 'model', fields: { location: 'Zurich', person_title: 'CTO' } })
    await say('ada', { source: 'profile', fields: { location: ' Bern,  Switzerland ' } })
    const [shown] = await listed()
    const read = { source_url: 'https://profiles.example/1', seen_at: app.clock.now().toISOString() }
    expect(shown!.location).toEqual({ value: 'Bern, Switzerland', source: 'profile', ...read })
    expect(shown!.person_title).toEqual({ value: 'CTO', source: 'model', ...read })
    const { facts } = await person(shown!.id)
    expect(facts.map(({ field, source, is_shown }) => [field, source, is_shown])).toEqual([
      ['location', 'model', false],
      ['location', 'profile', true],
      ['person_title', 'model', true],
    ])
  })

  test('goes when its source no longer says it', async () => {
    await say('ada', { source: 'profile', fields: { location: 'Bern', company_name: 'Acme' } })
    await say('ada', { source: 'profile', fields: { location: null } })
    const [shown] = await listed()
    expect([shown!.location, shown!.company_name?.value]).toEqual([null, 'Acme'])
  })

  test('stays the same when nothing changed', async () => {
    const said = { source: 'profile', fields: { company_name: '@acme @other', website: 'https://acme.com' } } as const
    await say('ada', said)
    const before = await rowsOf()
    await say('ada', said)
    await inOrganization(app, site, async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from person`.execute(tx)
      await renewPeople(
        tx,
        site.organizationId,
        rows.map(({ id }) => id),
      )
    })
    expect(await rowsOf()).toEqual(before)
  })
})

describe('companies', () => {
  beforeEach(() => buildLeads(app, site, [{ author: 'ada' }, { author: 'bert' }, { author: 'bert' }]))

  test('are what people name as theirs, however they spell it', async () => {
    await say('ada', { source: 'profile', fields: { company_name: 'Acme, Inc.' } })
    await say('bert', { source: 'profile', fields: { company_name: '@acme', website: 'https://www.acme.com/team' } })
    const [acme, ...others] = await listedCompanies()
    expect(others).toEqual([])
    expect(acme).toMatchObject({ people: 2, posts: 3, platforms: ['hackernews'], domain: { value: 'acme.com' } })
    const whole = await site.organization.call(companies.getCompany, {
      params: { projectId: site.projectId, id: acme!.id },
    })
    expect(Object.fromEntries(whole.team.map(({ person: { name }, said_by }) => [name, said_by.source]))).toEqual({
      ada: 'profile',
      bert: 'profile',
    })
    expect(whole.timeline).toHaveLength(3)
    expect((await listed({ company_name: 'acme' })).map(({ company }) => company?.id)).toEqual([acme!.id, acme!.id])
  })

  test('get the domain of an address their people publish if it resembles their name', async () => {
    await say('ada', {
      source: 'profile',
      fields: { company_name: 'Bakehouse Ltd', email: 'ada@mail.bakehouse.example' },
    })
    await say('bert', { source: 'profile', fields: { company_name: 'Ovens', email: 'bert@gmail.com' } })
    const items = await listedCompanies()
    expect(Object.fromEntries(items.map(({ name, domain }) => [name, domain?.value ?? null]))).toEqual({
      'Bakehouse Ltd': 'bakehouse.example',
      Ovens: null,
    })
  })

  test('are named by the domain of a website unless it is the owner’s own', async () => {
    await say('ada', { source: 'profile', fields: { website: 'https://bakery.example.co.uk/x' } })
    await say('bert', { source: 'profile', fields: { website: 'https://bert.dev' } })
    expect((await listedCompanies()).map(({ name, people: count }) => [name, count])).toEqual([['example.co.uk', 1]])
  })

  test('are not made from a site named after its owner', async () => {
    await say('bert', { source: 'profile', fields: { name: 'Ottoline Berg', website: 'https://ottolineberg.com' } })
    expect(await listedCompanies()).toEqual([])
  })

  test('lose people who name another, and go with the last', async () => {
    await say('ada', { source: 'profile', fields: { company_name: 'Acme' } })
    await say('ada', { source: 'profile', fields: { company_name: 'Bakery' } })
    expect((await listedCompanies()).map(({ name }) => name)).toEqual(['Bakery'])
    await say('ada', { source: 'profile', fields: { company_name: 'freelance' } })
    expect(await listedCompanies()).toEqual([])
  })

  test('have what a source says of them', async () => {
    const [ada] = await listed({ search_text: 'ada' })
    await inOrganization(app, site, (tx) =>
      noteCompany(tx, noting(), {
        profileId: ada!.profiles[0]!.id,
        name: 'Acme',
        domain: 'acme.com',
        fields: { industry: 'Baking', location: 'Bern' },
        source: 'website',
        sourceUrl: 'https://acme.com/',
        seenAt: app.clock.now(),
      }),
    )
    expect(await listedCompanies({ industry: 'baking', industry_op: 'equals' })).toMatchObject([
      { name: 'Acme', industry: { value: 'Baking', source: 'website', source_url: 'https://acme.com/' } },
    ])
  })
})
