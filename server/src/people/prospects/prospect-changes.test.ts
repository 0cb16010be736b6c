import * as companies from '@leadlight/contract/companies'
import type { BodyOf } from '@leadlight/contract/endpoint'
import * as people from '@leadlight/contract/people'
import { createLeadStatus, createProspectStatus, deleteProspectStatus } from '@leadlight/contract/statuses'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { noteFacts } from './note-facts.ts'

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

describe('a bulk change', () => {
  let ids: string[]
  beforeEach(async () => {
    await buildLeads(app, site, [{ author: 'ada' }, { author: 'bert' }, { author: 'cleo' }])
    ids = (await listed({ sort_by: 'name', sort_order: 'asc' })).map(({ id }) => id)
  })

  const statusNamed = async (name: string) =>
    (await site.organization.call(createProspectStatus, { ...inSite(), body: { name } })).id

  test('sets a status by name or by filter, counts what changed, and can be undone once', async () => {
    const [first, second] = [await statusNamed('First'), await statusNamed('Second')]
    const set = (body: BodyOf<typeof people.updatePeopleStatus>) =>
      site.organization.call(people.updatePeopleStatus, { ...inSite(), body })
    expect(await set({ status_config_id: first, person_lead_ids: [ids[0]!] })).toMatchObject({ updated: 1 })
    const all = await set({ status_config_id: second, filter: {} })
    expect(all.updated).toBe(3)
    expect(await set({ status_config_id: second, filter: {} })).toEqual({ updated: 0, undo_token: null })
    const undo = () => site.organization.ask(people.undoPeople, { ...inSite(), body: { undo_token: all.undo_token! } })
    expect((await undo()).body).toEqual({ updated: 3 })
    expect((await undo()).problem().code).toBe('undo_not_found')
    const statuses = new Map((await listed()).map((one) => [one.id, one.status_config_id]))
    expect(ids.map((id) => statuses.get(id))).toEqual([first, null, null])
  })

  test('that is undone after its status was deleted leaves no status', async () => {
    const [first, second] = [await statusNamed('First'), await statusNamed('Second')]
    const set = (status_config_id: string) =>
      site.organization.call(people.updatePeopleStatus, { ...inSite(), body: { status_config_id, filter: {} } })
    await set(first)
    const { undo_token } = await set(second)
    await site.organization.call(deleteProspectStatus, { params: { projectId: site.projectId, id: first } })
    await site.organization.call(people.undoPeople, { ...inSite(), body: { undo_token: undo_token! } })
    expect((await listed()).map((one) => one.status_config_id)).toEqual([null, null, null])
  })

  test('refuses a status of leads', async () => {
    const { id } = await site.organization.call(createLeadStatus, { ...inSite(), body: { name: 'Of leads' } })
    const body = { status_config_id: id, filter: {} }
    const reply = await site.organization.ask(people.updatePeopleStatus, { ...inSite(), body })
    expect([reply.status, reply.problem().code]).toEqual([404, 'status_not_found'])
  })

  test('deletes and restores, and can be undone for ten minutes', async () => {
    const body = { person_lead_ids: [ids[0]!, ids[1]!] }
    const { updated, undo_token } = await site.organization.call(people.markPeopleDeleted, { ...inSite(), body })
    expect(updated).toBe(2)
    expect((await listed()).map(({ id }) => id)).toEqual([ids[2]])
    expect(await listed({ deleted: 'true' })).toHaveLength(2)
    expect(await site.organization.call(people.markPeopleUndeleted, { ...inSite(), body })).toMatchObject({
      updated: 2,
    })
    await app.clock.advance(10 * 60_000)
    const late = await site.organization.ask(people.undoPeople, { ...inSite(), body: { undo_token: undo_token! } })
    expect([late.status, late.problem().code]).toEqual([409, 'undo_expired'])
  })

  test('is open to guests for statuses and to members for deleting', async () => {
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const status = await statusNamed('First')
    const body = { status_config_id: status, filter: {} }
    expect((await guest.ask(people.updatePeopleStatus, { ...inSite(), body })).status).toBe(200)
    expect((await guest.ask(people.markPeopleDeleted, { ...inSite(), body: { filter: {} } })).status).toBe(403)
    expect((await guest.ask(people.exportPeople, { ...inSite(), body: { format: 'csv' } })).status).toBe(403)
  })

  test('changes nothing of another organization’s people, who answer like missing ones', async () => {
    const foreign = await site.organization.foreign()
    const own = await mintLeadSite(app)
    const gone = app.dependencies.newId()
    for (const id of [ids[0]!, gone]) {
      const reply = await own.organization.ask(people.getPerson, { params: { projectId: own.projectId, id } })
      expect([reply.status, reply.problem().code]).toEqual([404, 'person_not_found'])
      const marked = await own.organization.call(people.markPeopleDeleted, {
        params: { projectId: own.projectId },
        body: { person_lead_ids: [id] },
      })
      expect(marked).toEqual({ updated: 0, undo_token: null })
    }
    for (const projectId of [site.projectId, gone]) {
      for (const endpoint of [people.listPeople, companies.listCompanies]) {
        const reply = await foreign.ask(endpoint, { params: { projectId } })
        expect([reply.status, reply.problem().code]).toEqual([404, 'project_not_found'])
      }
    }
  })
})

describe('a bulk change under a key', () => {
  const KINDS = {
    people: { deleted: people.markPeopleDeleted, undo: people.undoPeople },
    companies: { deleted: companies.markCompaniesDeleted, undo: companies.undoCompanies },
  }
  const under = (key: string) => ({ headers: { 'idempotency-key': key } })

  beforeEach(async () => {
    await buildLeads(app, site, [{ author: 'ada' }, { author: 'bert' }])
    const noting = { ...site, now: app.clock.now(), newId: app.dependencies.newId }
    for (const { name, profiles } of await listed()) {
      const said = {
        profileId: profiles[0]!.id,
        source: 'profile',
        sourceUrl: null,
        seenAt: noting.now,
        fields: { company_name: `Works of ${name}` },
      } as const
      await inOrganization(app, site, (tx) => noteFacts(tx, noting, said))
    }
  })

  test.each(['people', 'companies'] as const)(
    'of %s whose answer was lost is made once, and so is its undo',
    async (kind) => {
      const { deleted, undo } = KINDS[kind]
      const change = (key: string) => site.organization.ask(deleted, { ...inSite(), body: { filter: {} } }, under(key))
      const lost = await change('one')
      expect(lost.body).toMatchObject({ updated: 2, undo_token: expect.any(String) })
      expect((await change('one')).body).toEqual(lost.body)
      const { undo_token } = lost.body as { undo_token: string }
      const takeBack = (key: string) => site.organization.ask(undo, { ...inSite(), body: { undo_token } }, under(key))
      expect((await takeBack('two')).body).toEqual({ updated: 2 })
      expect((await takeBack('two')).body).toEqual({ updated: 2 })
      expect((await takeBack('three')).problem().code).toBe('undo_not_found')
    },
  )

  test('that was used for another is refused', async () => {
    const [first, second] = (await listed()).map(({ id }) => id)
    const change = (id: string) =>
      site.organization.ask(people.markPeopleDeleted, { ...inSite(), body: { person_lead_ids: [id] } }, under('one'))
    await change(first!)
    expect((await change(second!)).problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect((await listed()).map(({ id }) => id)).toEqual([second])
  })
})

describe('an export', () => {
  beforeEach(() => buildLeads(app, site, [{ author: 'ada' }, { author: 'bert' }]))

  test('is the list as a file', async () => {
    const [ada] = await listed({ search_text: 'ada' })
    const noting = { ...site, now: app.clock.now(), newId: app.dependencies.newId }
    const fields = { company_name: 'Acme', location: '=1+1', email: 'ada@acme.example' }
    const said = {
      profileId: ada!.profiles[0]!.id,
      source: 'profile',
      sourceUrl: null,
      seenAt: noting.now,
      fields,
    } as const
    await inOrganization(app, site, (tx) => noteFacts(tx, noting, said))
    const body = { format: 'csv', sort_by: 'name', sort_order: 'asc' } as const
    const csv = await site.organization.ask(people.exportPeople, { ...inSite(), body })
    const [heading, first, second] = csv.text.split('\r\n')
    expect(heading).toContain('"id","name","person_title","company_name","location"')
    expect(first).toContain('"ada"')
    expect(first).toContain(`"Acme","'=1+1"`)
    expect(heading).toContain('"website","email","platforms"')
    expect(first).toContain('"ada@acme.example"')
    expect(second).toContain('"bert"')
    const json = await site.organization.ask(companies.exportCompanies, { ...inSite(), body: { format: 'json' } })
    expect(JSON.parse(json.text)).toMatchObject([{ name: 'Acme', people: 1 }])
    const table = await site.organization.ask(companies.exportCompanies, { ...inSite(), body: { format: 'csv' } })
    expect(table.text).toContain('"domain","industry","location","employees","description","platforms","people"')
    const xlsx = await site.organization.ask(people.exportPeople, { ...inSite(), body: { format: 'xlsx' } })
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK'])
  })

  test('can name some people, and includes nobody else', async () => {
    const [ada, bert] = await listed({ sort_by: 'name', sort_order: 'asc' })
    const other = await mintLeadSite(app)
    await buildLeads(app, other, [{ author: 'carla' }])
    const theirs = (await other.organization.call(people.listPeople, { params: { projectId: other.projectId } })).items
    const exported = async (person_lead_ids: string[], body: object = {}) => {
      const json = await site.organization.ask(people.exportPeople, {
        ...inSite(),
        body: { format: 'json', person_lead_ids, ...body },
      })
      return (JSON.parse(json.text) as { name: string }[]).map(({ name }) => name)
    }
    expect(await exported([bert!.id, theirs[0]!.id, app.dependencies.newId()])).toEqual(['bert'])
    expect(await exported([ada!.id, bert!.id], { sort_by: 'name', sort_order: 'desc' })).toEqual(['bert', 'ada'])
    expect(await exported([ada!.id], { deleted: true })).toEqual([])
    await site.organization.call(people.markPeopleDeleted, { ...inSite(), body: { person_lead_ids: [ada!.id] } })
    expect(await exported([ada!.id, bert!.id])).toEqual(['bert'])
    expect(await exported([ada!.id, bert!.id], { deleted: true })).toEqual(['ada'])
  })

  test('can name some companies, with what a spreadsheet would run made harmless', async () => {
    const noting = { ...site, now: app.clock.now(), newId: app.dependencies.newId }
    for (const person of await listed({})) {
      const said = {
        profileId: person.profiles[0]!.id,
        source: 'profile',
        sourceUrl: null,
        seenAt: noting.now,
        fields: { company_name: `=${person.name}()` },
      } as const
      await inOrganization(app, site, (tx) => noteFacts(tx, noting, said))
    }
    const { items } = await site.organization.call(companies.listCompanies, { ...inSite(), query: { sort_by: 'name' } })
    expect(items).toHaveLength(2)
    const csv = await site.organization.ask(companies.exportCompanies, {
      ...inSite(),
      body: { format: 'csv', company_lead_ids: [items[0]!.id] },
    })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"'${items[0]!.name}"`)
  })
})
