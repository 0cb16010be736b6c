import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { COMPANY_SORTS, PERSON_SORTS } from '@leadlight/domain/prospects'
import { compare } from '../list/compare.ts'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import type { Scenario } from '../list/scenarios.ts'
import { seed, type SeededOrganization, type SeedSize } from '../list/seed.ts'
import { ratioOf, say } from '../list/table.ts'
import { seedPeople } from './seed-people.ts'

const RATIO_MAX = 3
const ORGANIZATIONS = 20
const PEOPLE_A_LEAD = 10
const REQUESTS = 18
const PACE = { rounds: 3, roundMs: 1_500 }
const PEOPLE = '/api/v1/prospects/people'
const COMPANIES = '/api/v1/prospects/companies'

/**
 * Times the lists of people and companies, over HTTP with sign-in and row-level security, against pgbench running the
 * same SQL in the same run. Fails if a p95 is more than three times the peer's.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '1000000' },
      largest: { type: 'string', default: '200000' },
      json: { type: 'string' },
    },
  })
  const size = { people: Number(values.people), largest: Number(values.largest) }
  const postgres = await startOwnPostgres()
  try {
    const organizations = await withDatabase({ databaseUrl: postgres.superuserUrl }, async ({ pool }) => {
      const seeded = await say('Seeding leads', () => seed(pool, leadsOf(size)))
      await say(`Seeding ${size.people.toLocaleString('en')} people`, () => seedPeople(pool, seeded, size))
      return seeded
    })
    const measured = await withDatabase({ databaseUrl: postgres.ownerUrl }, (owned) =>
      compare(postgres, owned, scenariosOf(organizations), PACE),
    )
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ size, ...measured }, null, 2)}\n`)
    const over = measured.rows.filter((row) => (ratioOf(row) ?? 0) > RATIO_MAX)
    if (over.length === 0) return console.log(`\nEvery p95 is within ${RATIO_MAX}× of ${measured.peer}'s.`)
    console.error(`\nAbove ${RATIO_MAX}× of ${measured.peer}: ${over.map(({ name }) => name).join('; ')}.`)
    process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}

function leadsOf({ people, largest }: { people: number; largest: number }): SeedSize {
  return { organizations: ORGANIZATIONS, leads: people / PEOPLE_A_LEAD, largest: largest / PEOPLE_A_LEAD }
}

/** Each rotates: over organizations of every size, or in the largest one over the orders. */
function scenariosOf(organizations: readonly SeededOrganization[]): Scenario[] {
  const [largest] = organizations
  if (!largest) throw new Error('There is no organization to ask for')
  const spread = Array.from({ length: REQUESTS }, (_, index) => organizations[index % organizations.length] ?? largest)
  const rotating = (
    name: string,
    list: string,
    queryOf: (organization: SeededOrganization) => Record<string, string>,
  ): Scenario => ({
    name,
    requests: spread.map((organization) => ({
      organization,
      list,
      query: new URLSearchParams(queryOf(organization)),
    })),
  })
  const inLargest = (name: string, list: string, queries: readonly Record<string, string>[]): Scenario => ({
    name,
    requests: queries.map((query) => ({ organization: largest, list, query: new URLSearchParams(query) })),
  })
  const everySort = (sorts: readonly string[]) =>
    sorts.flatMap((sort_by) => ['asc', 'desc'].map((sort_order) => ({ sort_by, sort_order })))
  return [
    rotating('people: first page', PEOPLE, () => ({})),
    inLargest('people, largest: every sort', PEOPLE, everySort(PERSON_SORTS)),
    rotating('people: one platform', PEOPLE, () => ({ platforms: 'github' })),
    rotating('people: frequent signal', PEOPLE, ({ signalIds }) => ({ intent_signals: signalIds[0] ?? '' })),
    rotating('people: rare signal', PEOPLE, ({ signalIds }) => ({ intent_signals: signalIds.at(-1) ?? '' })),
    rotating('people: a place, equals', PEOPLE, () => ({ location: 'City 5', location_op: 'equals' })),
    rotating('people: a place, contains', PEOPLE, () => ({ location: 'city 99' })),
    rotating('people: without a title', PEOPLE, () => ({ person_title_op: 'empty' })),
    rotating('people: a month', PEOPLE, () => ({ date_from: '2026-09-01T00:00:00Z', date_to: '2026-10-01T00:00:00Z' })),
    inLargest('people, largest: search', PEOPLE, [{ search_text: 'company 77' }]),
    inLargest('people, largest: search in vain', PEOPLE, [{ search_text: 'nobody at all' }]),
    rotating('companies: first page', COMPANIES, () => ({})),
    inLargest('companies, largest: every sort', COMPANIES, everySort(COMPANY_SORTS)),
    rotating('companies: an industry, equals', COMPANIES, () => ({ industry: 'Industry 5', industry_op: 'equals' })),
    rotating('companies: one platform', COMPANIES, () => ({ platforms: 'github' })),
  ]
}
