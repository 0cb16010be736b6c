import { writeCursor } from '@leadlight/server/workspace/leads/lead-cursor'
import type { LeadFilter } from '@leadlight/server/workspace/leads/lead-filter'
import type { ListPosition } from '@leadlight/server/platform/list-cursor'
import { LEAD_SORTS, type LeadSort } from '@leadlight/domain/leads'
import type { Pool } from 'pg'
import type { SeededOrganization } from './seed.ts'

/** A request of the list, as an organization's admin would send it. */
export interface ListRequest {
  organization: SeededOrganization
  query: URLSearchParams
  /** The list's path before the project's id; that of leads by default. */
  list?: string
}

export interface Scenario {
  name: string
  requests: ListRequest[]
}

/** The orders whose value stands in the lead's own row. */
const OWN_SORTS = LEAD_SORTS.filter((sortBy) => sortBy !== 'status')
const ORDERS = OWN_SORTS.flatMap((sortBy) => (['desc', 'asc'] as const).map((sortOrder) => ({ sortBy, sortOrder })))
const REQUESTS = 18

/** Every scenario rotates: over organizations of every size, or in the largest one over the orders. */
export async function listScenarios(
  pool: Pool,
  organizations: readonly SeededOrganization[],
  depths: readonly number[],
): Promise<Scenario[]> {
  const [largest] = organizations
  if (!largest) throw new Error('There is no organization to ask for')
  const spread = Array.from({ length: REQUESTS }, (_, index) => {
    const organization = organizations[Math.floor((index * organizations.length) / REQUESTS)]
    if (!organization) throw new Error('Too few organizations')
    return organization
  })
  const words = await pickWords(pool)
  const rotating = (
    name: string,
    queryOf: (organization: SeededOrganization, index: number) => Record<string, string>,
  ) => ({
    name,
    requests: spread.map((organization, index) => ({
      organization,
      query: new URLSearchParams(queryOf(organization, index)),
    })),
  })
  const order = (index: number) => ORDERS[index % ORDERS.length] ?? { sortBy: 'posted_at', sortOrder: 'desc' }
  const sorted = (index: number) => ({ sort_by: order(index).sortBy, sort_order: order(index).sortOrder })
  const inLargest = (name: string, queries: Record<string, string>[]) => ({
    name,
    requests: queries.map((query) => ({ organization: largest, query: new URLSearchParams(query) })),
  })
  const deep: Scenario[] = []
  for (const depth of depths) deep.push(await deepScenario(pool, largest, depth))
  return [
    rotating('first page, every sort', (_, index) => sorted(index)),
    rotating('first page, unread', (_, index) => ({ read: 'false', ...sorted(index) })),
    rotating('first page, starred', (_, index) => ({ starred: 'true', ...sorted(index) })),
    rotating('first page, deleted', () => ({ deleted: 'true' })),
    rotating('first page, one channel', (_, index) => ({
      data_source_filters: 'stackexchange:site4',
      ...sorted(index),
    })),
    rotating('first page, frequent signal', ({ signalIds }) => ({ intent_signals: signalIds[0] ?? '' })),
    rotating('first page, rare signal', ({ signalIds }) => ({ intent_signals: signalIds.at(-1) ?? '' })),
    rotating('first page, a month', () => ({ date_from: '2026-06-01T00:00:00Z', date_to: '2026-07-01T00:00:00Z' })),
    rotating('search, frequent word', () => ({ search_text: words.frequent })),
    rotating('search, ordinary word', () => ({ search_text: words.ordinary })),
    rotating('search, rare word', () => ({ search_text: words.rare })),
    inLargest(
      'largest: first page, every sort',
      ORDERS.map((_, index) => sorted(index)),
    ),
    ...deep,
    inLargest('largest: rare signal', [{ intent_signals: largest.signalIds.at(-1) ?? '' }]),
    inLargest('largest: search, frequent word', [{ search_text: words.frequent }]),
    inLargest('largest: search, ordinary word', [{ search_text: words.ordinary }]),
    inLargest('largest: search, rare word', [{ search_text: words.rare }]),
  ]
}

/** Pages from a cursor `depth` leads into the largest list, in every order. */
async function deepScenario(pool: Pool, organization: SeededOrganization, depth: number): Promise<Scenario> {
  const requests = []
  for (const { sortBy, sortOrder } of ORDERS) {
    const after = await placeAt(pool, organization, { sortBy, sortOrder, depth })
    const filter: LeadFilter = {}
    const cursor = writeCursor(
      { projectId: organization.projectId, filter, sortBy, sortOrder },
      { after, total: 10_000, totalCapped: true },
    )
    requests.push({ organization, query: new URLSearchParams({ sort_by: sortBy, sort_order: sortOrder, cursor }) })
  }
  return { name: `largest: ${depth.toLocaleString('en')} deep, every sort`, requests }
}

async function placeAt(
  pool: Pool,
  { projectId }: SeededOrganization,
  at: { sortBy: LeadSort; sortOrder: 'asc' | 'desc'; depth: number },
): Promise<ListPosition> {
  const { rows } = await pool.query<{ value: Date | number; id: string }>(
    `select ${at.sortBy} as value, id from lead where project_id = $1 and not deleted
     order by ${at.sortBy} ${at.sortOrder}, id ${at.sortOrder} limit 1 offset $2`,
    [projectId, at.depth - 1],
  )
  if (!rows[0]) throw new Error(`The largest list has fewer than ${at.depth} leads`)
  return rows[0]
}

/** A word in about every second post, one in about every twentieth, and one in about every thousandth. */
async function pickWords(pool: Pool): Promise<{ frequent: string; ordinary: string; rare: string }> {
  const { rows } = await pool.query<{ word: string; ndoc: number }>(`
    select word, ndoc from ts_stat('select words from post_words limit 5000') where word !~ '(s|ing)$'`)
  const nearest = (share: number) =>
    rows.reduce((best, row) => (Math.abs(row.ndoc - share * 5000) < Math.abs(best.ndoc - share * 5000) ? row : best))
      .word
  return { frequent: nearest(0.5), ordinary: nearest(0.05), rare: nearest(0.001) }
}
