import * as companies from '@leadlight/contract/companies'
import type { QueryOf } from '@leadlight/contract/endpoint'
import * as people from '@leadlight/contract/people'
import { passesText, TEXT_OPERATORS, type TextOperator } from '@leadlight/domain/columns'
import { COMPANY_SORTS, PERSON_SORTS } from '@leadlight/domain/prospects'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildProspects } from '@leadlight/testing/prospect-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { wordsOf } from './prospect-filter.ts'

const ROWS = 4_000
const PAGE = 200
/** How many rows of each filter's page are compared one by one; the total counts the rest. */
const COMPARED = 60

/** A row of the list as it is in the tables, read without the list's own statements. */
interface Known {
  id: string
  name: string
  search: string
  platforms: string[]
  signals: string[]
  status: string | null
  position: number | null
  deleted: boolean
  lastPostedAt: string
  createdAt: string
  posts: number
  people: number
  location: string | null
  title: string | null
  company: string | null
  industry: string | null
}

let app: TestApp
let site: LeadSite
let statuses: string[]
let signals: string[]
const known: Record<'person' | 'company', Known[]> = { person: [], company: [] }

beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  signals = [site.signalId, await buildSignal(app, site, 'people who hire')]
  statuses = (await buildProspects(app, site, { count: ROWS, signalIds: signals, now: app.clock.now() })).statusIds
  known.person = await selectKnown('person')
  known.company = await selectKnown('company')
}, 120_000)
afterAll(() => app.close())

async function selectKnown(kind: 'person' | 'company'): Promise<Known[]> {
  const ofPerson = sql`
    select person.*, 0 as people, fields->'person_title'->>'value' as title, fields->'company_name'->>'value' as company,
      null as industry, array(select profile.id from person_profile profile where profile.organization_id = ${site.organizationId} and profile.person_id = person.id) as accounts
    from person`
  const ofCompany = sql`
    select company.*, null as title, company.name as company, fields->'industry'->>'value' as industry,
      array(select member.profile_id from company_member member where member.organization_id = ${site.organizationId} and member.company_id = company.id) as accounts
    from company`
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<Known & { lastPosted: Date; created: Date }>`
      select own.id, own.name, own.search, own.status_config_id as status, own.deleted, own.posts, own.people,
        own.last_posted_at as "lastPosted", own.created_at as created, own.fields->'location'->>'value' as location,
        own.title, own.company, own.industry,
        (select status.position from lead_status status where status.id = own.status_config_id) as position,
        array(select distinct platform from person_profile where id = any(own.accounts)) as platforms,
        array(select distinct lead_match.intent_signal_id::text from lead join lead_match on lead_match.lead_id = lead.id
          where lead.organization_id = ${site.organizationId} and lead.profile_id = any(own.accounts)) as signals
      from (${kind === 'person' ? ofPerson : ofCompany}) own where own.project_id = ${site.projectId}`.execute(tx),
  )
  return rows.map(({ lastPosted, created, ...row }) => ({
    ...row,
    lastPostedAt: lastPosted.toISOString(),
    createdAt: created.toISOString(),
  }))
}

type PersonQuery = QueryOf<typeof people.listPeople>
type CompanyQuery = QueryOf<typeof companies.listCompanies>
type Query = PersonQuery & CompanyQuery

/** An operator that takes a text and has none does not narrow. */
function passesField(value: string | null, typed = '', operator: TextOperator = 'contains'): boolean {
  if (typed.trim() === '' && operator !== 'empty' && operator !== 'not_empty') return true
  return passesText(value, operator, typed)
}

/** The specification of the list: each filter alone narrows, and several narrow together. */
function passes(kind: 'person' | 'company', row: Known, query: Query): boolean {
  const among = <T>(wanted: readonly T[] | T | undefined, has: (one: T) => boolean) =>
    wanted === undefined || (Array.isArray(wanted) ? (wanted as T[]) : [wanted as T]).some(has)
  return (
    row.deleted === (query.deleted === 'true') &&
    among(query.status_config_id, (id) => (id === 'none' ? row.status === null : row.status === id)) &&
    among(query.platforms, (platform) => row.platforms.includes(platform)) &&
    among(query.intent_signals, (id) => row.signals.includes(id)) &&
    wordsOf(query.search_text ?? '').every((word) => row.search.includes(word)) &&
    (query.date_from === undefined || row.lastPostedAt >= query.date_from) &&
    (query.date_to === undefined || row.lastPostedAt <= query.date_to) &&
    passesField(row.location, query.location, query.location_op) &&
    passesField(row.company, query.company_name, query.company_name_op) &&
    (kind === 'company' || passesField(row.title, query.person_title, query.person_title_op)) &&
    (kind === 'person' || passesField(row.industry, query.industry, query.industry_op))
  )
}

/** Texts are ordered by their code points. */
function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

type SortValue = string | number | null

const VALUES: Record<string, (row: Known) => SortValue> = {
  last_posted_at: (row) => row.lastPostedAt,
  created_at: (row) => row.createdAt,
  posts: (row) => row.posts,
  people: (row) => row.people,
  name: (row) => row.name.trim().toLowerCase(),
  company_name: (row) => (row.company ?? '').trim().toLowerCase() || null,
  status: (row) => row.position,
}

function inOrder(rows: readonly Known[], sortBy: string, sortOrder: 'asc' | 'desc'): string[] {
  const value = VALUES[sortBy]!
  const upwards = rows.toSorted((a, b) => compareValues(value(a), value(b)) || (a.id < b.id ? -1 : 1))
  return (sortOrder === 'asc' ? upwards : upwards.toReversed()).map(({ id }) => id)
}

/** A row without a value comes last in ascending order. */
function compareValues(one: SortValue, other: SortValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

interface Listed {
  ids: string[]
  total: number
}

/** The whole list, page by page. */
async function listAll(kind: 'person' | 'company', query: Query): Promise<Listed> {
  const ids: string[] = []
  let cursor: string | null = null
  let total = 0
  do {
    const asked = { ...query, limit: String(PAGE), ...(cursor !== null && { cursor }) }
    const page = await ask(kind, asked)
    ids.push(...page.items.map(({ id }) => id))
    total = page.total
    cursor = page.next_cursor
  } while (cursor !== null)
  return { ids, total }
}

function ask(kind: 'person' | 'company', query: Query) {
  const params = { projectId: site.projectId }
  return kind === 'person'
    ? site.organization.call(people.listPeople, { params, query })
    : site.organization.call(companies.listCompanies, { params, query })
}

/** Every filter and every operator, alone, and many of them together. */
function queriesOf(kind: 'person' | 'company'): Query[] {
  const texts = [' bern ', 'Österreich', 'er_', '%', 'İstanbul', 'a', '']
  const fields = ['location', 'company_name', kind === 'person' ? 'person_title' : 'industry'] as const
  const ofText = fields.flatMap((field) => [
    { [field]: 'Bern' },
    ...TEXT_OPERATORS.flatMap((operator) => texts.map((text) => ({ [field]: text, [`${field}_op`]: operator }))),
    { [`${field}_op`]: 'empty' },
    { [`${field}_op`]: 'not_empty' },
  ]) as Query[]
  const [first, second] = statuses as [string, string]
  const now = app.clock.now().getTime()
  const at = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const others: Query[] = [
    {},
    { deleted: 'true' },
    { deleted: 'false' },
    { status_config_id: [first] },
    { status_config_id: ['none'] },
    { status_config_id: [first, 'none'] },
    { status_config_id: [first, second] },
    { platforms: ['github'] },
    { platforms: ['reddit', 'hacker_news'] },
    { platforms: ['nowhere'] },
    { intent_signals: [signals[0]!] },
    { intent_signals: [signals[1]!] },
    { intent_signals: signals },
    { intent_signals: [app.dependencies.newId()] },
    { search_text: 'ada' },
    { search_text: 'ADA bern' },
    { search_text: 'österreich' },
    { search_text: "100% _'" },
    { search_text: 'zzzzz' },
    { date_from: at(30) },
    { date_to: at(30) },
    { date_from: at(60), date_to: at(20) },
  ]
  const together = others.flatMap((one, index) => {
    const [a, b] = [ofText[(index * 7) % ofText.length]!, others[(index * 5 + 3) % others.length]!]
    return [
      { ...one, ...a },
      { ...a, ...b, ...one },
    ]
  })
  return [...others, ...ofText, ...together]
}

describe.each(['person', 'company'] as const)('the list of %s', (kind) => {
  test('contains exactly the rows that pass every filter', async () => {
    expect(known[kind].length).toBeGreaterThanOrEqual(kind === 'person' ? ROWS : ROWS / 4)
    const queries = queriesOf(kind)
    expect(queries.length).toBeGreaterThan(150)
    let narrowed = 0
    for (const query of queries) {
      const wanted = inOrder(
        known[kind].filter((row) => passes(kind, row, query)),
        'last_posted_at',
        'desc',
      )
      const page = await ask(kind, { ...query, limit: String(COMPARED) })
      const listed = { query, ids: page.items.map(({ id }) => id), total: page.total, isCapped: page.total_capped }
      expect(listed).toEqual({ query, ids: wanted.slice(0, COMPARED), total: wanted.length, isCapped: false })
      if (wanted.length > 0 && wanted.length < known[kind].length / 2) narrowed += 1
    }
    // A list that is always empty or always complete would pass every comparison.
    expect(narrowed).toBeGreaterThan(queries.length / 3)
  }, 120_000)

  test.each(kind === 'person' ? PERSON_SORTS : COMPANY_SORTS)(
    'sorted by %s continues from page to page in both directions',
    async (sortBy) => {
      const rows = known[kind].filter((row) => passes(kind, row, { location: 'bern' }))
      for (const sortOrder of ['asc', 'desc'] as const) {
        const query = { location: 'bern', sort_by: sortBy, sort_order: sortOrder } as Query
        const listed = await listAll(kind, query)
        expect(listed).toEqual({ ids: inOrder(rows, sortBy, sortOrder), total: rows.length })
        const skipped = await ask(kind, { ...query, skip: '7', limit: '5' })
        expect(skipped.items.map(({ id }) => id)).toEqual(listed.ids.slice(7, 12))
      }
    },
  )

  test('changes in bulk, and undoes, exactly the rows that pass', async () => {
    const filter = { location: 'bern', location_op: 'contains', platforms: ['github'] } as const
    const wanted = known[kind].filter((row) => passes(kind, row, { ...filter, platforms: ['github'] }))
    expect(wanted.length).toBeGreaterThan(10)
    const params = { projectId: site.projectId }
    const body = { filter: { ...filter, platforms: ['github'] } }
    const call = site.organization
    const { updated, undo_token } =
      kind === 'person'
        ? await call.call(people.markPeopleDeleted, { params, body })
        : await call.call(companies.markCompaniesDeleted, { params, body })
    expect(updated).toBe(wanted.length)
    const before = new Map(known[kind].map((row) => [row.id, row.deleted]))
    const reached = new Set(wanted.map(({ id }) => id))
    const after = await selectKnown(kind)
    expect(after.every((row) => row.deleted === (reached.has(row.id) || before.get(row.id)))).toBe(true)
    const undoing = { params, body: { undo_token: undo_token! } }
    await (kind === 'person' ? call.call(people.undoPeople, undoing) : call.call(companies.undoCompanies, undoing))
    expect((await selectKnown(kind)).every((row) => row.deleted === before.get(row.id))).toBe(true)
  })
})
