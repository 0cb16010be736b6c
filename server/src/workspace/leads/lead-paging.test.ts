import * as contract from '@leadlight/contract/leads'
import { LEAD_SORTS, LEADS_COUNTED_MAX, type LeadSort } from '@leadlight/domain/leads'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses, setStatuses, setValues } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Query = Record<string, string | string[]>
type Row = Awaited<ReturnType<typeof page>>['items'][number]

async function page({ organization, projectId }: LeadSite, query: Query) {
  return organization.call(contract.listLeads, { params: { projectId }, query })
}

/** Follows the cursors from the first page to the last. */
async function walk(site: LeadSite, query: Query) {
  const pages = [await page(site, query)]
  for (let cursor = pages[0]!.next_cursor; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
    pages.push(await page(site, { ...query, cursor }))
    if (pages.length > 200) throw new Error('The list does not end')
  }
  return { items: pages.flatMap(({ items }) => items), pages }
}

type SortValue = string | number | boolean | null

/** The promised order: by value, then by id, both in the same direction; ascending, leads without a value come last. */
function inOrder(rows: readonly Row[], valueOf: (row: Row) => SortValue, sortOrder: 'asc' | 'desc'): Row[] {
  const sign = sortOrder === 'asc' ? 1 : -1
  const compare = (a: SortValue, b: SortValue) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a < b ? -1 : a > b ? 1 : 0
  }
  return rows.toSorted((a, b) => sign * (compare(valueOf(a), valueOf(b)) || compare(a.id, b.id)))
}

describe('every sort, both ways, page by page', () => {
  let site: LeadSite
  let everything: Row[]
  let statuses: string[]
  const columns = { boolean: '', text: '' }

  /** The value the list sorts a lead by; only a finished one counts. */
  function columnValue(row: Row, columnId: string): SortValue {
    const value = row.smart_column_values.find(({ column_id }) => column_id === columnId)
    if (value?.state !== 'done') return null
    return value.bool_value ?? value.text_value?.trim().toLowerCase() ?? null
  }

  const SORTS: Record<string, { sortBy: () => LeadSort; valueOf: (row: Row) => SortValue }> = {
    posted_at: { sortBy: () => 'posted_at', valueOf: (row) => row.posted_at },
    collected_at: { sortBy: () => 'collected_at', valueOf: (row) => row.collected_at },
    score: { sortBy: () => 'score', valueOf: (row) => row.score },
    status: {
      sortBy: () => 'status',
      valueOf: (row) => (row.status_config_id === null ? null : statuses.indexOf(row.status_config_id)),
    },
    'a boolean column': {
      sortBy: () => `column:${columns.boolean}`,
      valueOf: (row) => columnValue(row, columns.boolean),
    },
    'a text column': { sortBy: () => `column:${columns.text}`, valueOf: (row) => columnValue(row, columns.text) },
  }

  beforeAll(async () => {
    site = await mintLeadSite(app)
    // Few values and many leads, collected at three instants, so that most neighbours are ties.
    for (let batch = 0; batch < 3; batch += 1) {
      const wishes = Array.from({ length: 30 }, (_, index) => ({
        score: 60 + ((index * 7) % 4),
        postedAt: new Date(Date.UTC(2026, 9, 1, 0, 0, 0, (index * 5) % 6)).toISOString(),
        platform: index % 3 === 0 ? 'feed' : 'hackernews',
      }))
      await buildLeads(app, site, wishes)
      await app.clock.advance(1000)
    }
    const ids = (await page(site, { limit: '200' })).items.map(({ id }) => id)
    statuses = await buildStatuses(app, site, ['To answer', 'Answered', 'Won'])
    const statusOf = (index: number) => statuses[(index * 7) % 5] ?? null
    await setStatuses(app, site, Object.fromEntries(ids.map((id, index) => [id, statusOf(index)])))
    columns.boolean = await buildColumn(app, site, 'Is a firm', 'boolean')
    columns.text = await buildColumn(app, site, 'Country', 'text')
    const some = ids.filter((_, index) => index % 4 !== 0)
    const states = ['done', 'done', 'done', 'failed', 'waiting'] as const
    const stated = (values: (boolean | string)[]) =>
      some.map((leadId, index) => ({
        leadId,
        state: states[index % states.length]!,
        value: values[index % values.length]!,
      }))
    await setValues(app, site, columns.boolean, stated([true, false]))
    await setValues(app, site, columns.text, stated([' Österreich', 'austria', 'AUSTRIA', '', 'Zypern 🇨🇾', 'ägypten ']))
    everything = (await page(site, { limit: '200' })).items
  })

  test('all of it fits one page of 200', () => {
    expect(everything).toHaveLength(90)
  })

  test('there is a test for every sort', () => {
    expect(Object.keys(SORTS)).toEqual([...LEAD_SORTS, 'a boolean column', 'a text column'])
  })

  const orders = Object.keys(SORTS).flatMap((name) => (['asc', 'desc'] as const).map((order) => [name, order] as const))
  test.each(orders)('%s %s: no gap, no repeat, the same total on every page', async (name, sortOrder) => {
    const { sortBy: nameOf, valueOf } = SORTS[name]!
    const sortBy = nameOf()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 95 }), fc.boolean(), async (limit, onlyFeed) => {
        const filter = onlyFeed ? { data_source_filters: 'feed' } : {}
        const query = { ...filter, sort_by: sortBy, sort_order: sortOrder, limit: String(limit) }
        const expected = inOrder(
          everything.filter((row) => !onlyFeed || row.platform === 'feed'),
          valueOf,
          sortOrder,
        )
        const { items, pages } = await walk(site, query)
        expect(items).toEqual(expected)
        expect(pages.length).toBe(Math.ceil(expected.length / limit))
        for (const { total, total_capped } of pages) {
          expect({ total, total_capped }).toEqual({ total: expected.length, total_capped: false })
        }
      }),
      { numRuns: 8, examples: [[1, true]] },
    )
  })

  test.each(Object.keys(SORTS))(
    '%s: skip reaches the same positions, and its pages continue by cursor',
    async (name) => {
      const { sortBy, valueOf } = SORTS[name]!
      const expected = inOrder(everything, valueOf, 'desc')
      const query = { sort_by: sortBy(), limit: '20' }
      const skipped = await page(site, { ...query, skip: '30' })
      expect(skipped).toMatchObject({ items: expected.slice(30, 50), total: 90 })
      const next = await page(site, { ...query, cursor: skipped.next_cursor! })
      expect(next).toMatchObject({ items: expected.slice(50, 70), total: 90 })
      expect(await page(site, { ...query, skip: '5000' })).toMatchObject({ items: [], total: 90, next_cursor: null })
    },
  )

  test('a lead added or deleted while someone pages neither repeats nor hides another', async () => {
    const own = await mintLeadSite(app)
    const day = (date: number) => ({ postedAt: `2026-10-0${date}T00:00:00Z` })
    const [, fourth, ...rest] = await buildLeads(app, own, [day(5), day(4), day(3), day(2), day(1)])
    const first = await page(own, { limit: '2' })
    await buildLeads(app, own, [day(6)])
    const { organization, projectId } = own
    await organization.call(contract.markDeleted, { params: { projectId }, body: { lead_ids: [fourth!] } })
    const second = await page(own, { limit: '2', cursor: first.next_cursor! })
    const third = await page(own, { limit: '2', cursor: second.next_cursor! })
    expect([...second.items, ...third.items].map(({ id }) => id)).toEqual(rest)
  })

  const tampered = (change: (wire: Record<string, unknown>) => void) => (cursor: string) => {
    const wire = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>
    change(wire)
    return Buffer.from(JSON.stringify(wire)).toString('base64url')
  }
  const broken: [string, (cursor: string) => string][] = [
    ['empty', () => ''],
    ['nonsense', () => 'nonsense'],
    ['cut short', (cursor) => cursor.slice(0, -9)],
    ['not base64', () => '🙂'],
    ['JSON of another shape', () => Buffer.from('{"a":1}').toString('base64url')],
    ['no object', () => Buffer.from('null').toString('base64url')],
    ['a value that is no number', tampered((wire) => (wire['v'] = 'x'))],
    ['an instant that no database holds', tampered((wire) => (wire['v'] = -8.64e15))],
    ['an id that is none', tampered((wire) => (wire['i'] = "' or 1=1"))],
    ['a negative total', tampered((wire) => (wire['t'] = -1))],
  ]
  test.each(broken)('a broken cursor is refused: %s', async (_name, breakIt) => {
    const { next_cursor } = await page(site, { limit: '10' })
    const cursor = encodeURIComponent(breakIt(next_cursor!))
    const reply = await site.organization.request('GET', `/api/v1/leads/${site.projectId}?limit=10&cursor=${cursor}`)
    expect(reply.problem()).toMatchObject({ status: 422, code: 'cursor_invalid' })
  })

  const brokenValues: [string, unknown][] = [
    ['status', 'x'],
    ['status', 1.5],
    ['status', 1e12],
    ['status', false],
    ['a boolean column', 'x'],
    ['a boolean column', 1],
    ['a text column', 7],
    ['a text column', 'a\0b'],
    ['a text column', ['x']],
    ['score', null],
    ['posted_at', null],
  ]
  test.each(brokenValues)('a cursor of %s with an impossible value is refused: %j', async (name, value) => {
    const sortBy = SORTS[name]!.sortBy()
    const { next_cursor } = await page(site, { limit: '10', sort_by: sortBy })
    const cursor = tampered((wire) => (wire['v'] = value))(next_cursor!)
    const path = `/api/v1/leads/${site.projectId}?limit=10&sort_by=${sortBy}&cursor=${cursor}`
    const reply = await site.organization.request('GET', path)
    expect(reply.problem()).toMatchObject({ status: 422, code: 'cursor_invalid' })
  })

  test('a sort by another project or organization’s column gets the same 404 as an unknown one', async () => {
    const other = await mintLeadSite(app)
    const { id: sisterId } = await site.organization.project()
    const sister = await buildColumn(app, { ...site, projectId: sisterId }, 'Sister', 'text')
    const foreign = await buildColumn(app, other, 'Foreign', 'boolean')
    for (const id of [sister, foreign, app.dependencies.newId()]) {
      const path = `/api/v1/leads/${site.projectId}?sort_by=column:${id}`
      expect((await site.organization.request('GET', path)).problem()).toMatchObject({
        status: 404,
        code: 'column_not_found',
        detail: 'That smart column does not exist.',
      })
    }
    const path = `/api/v1/leads/${other.projectId}?sort_by=column:${foreign}`
    expect((await site.organization.request('GET', path)).problem()).toMatchObject({ code: 'project_not_found' })
  })

  test('a cursor of another order, filter or project is refused', async () => {
    const { next_cursor: cursor } = await page(site, { limit: '10', read: 'false' })
    const other = await mintLeadSite(app)
    const status = async (where: LeadSite, query: string) =>
      (await where.organization.request('GET', `/api/v1/leads/${where.projectId}?cursor=${cursor}${query}`)).status
    expect(await status(site, '&read=false&limit=3')).toBe(200)
    expect(await status(site, '')).toBe(422)
    expect(await status(site, '&read=true')).toBe(422)
    expect(await status(site, '&read=false&sort_by=score')).toBe(422)
    expect(await status(site, '&read=false&sort_order=asc')).toBe(422)
    expect(await status(site, '&read=false&sort_by=status')).toBe(422)
    expect(await status(site, `&read=false&sort_by=column:${columns.text}`)).toBe(422)
    expect(await status(site, '&read=false&skip=10')).toBe(422)
    expect(await status(other, '&read=false')).toBe(422)
  })
})

test('the total is counted up to 10,000, then capped, and the cursor carries it on', async () => {
  const site = await mintLeadSite(app)
  await buildLeads(app, site, [{}])
  await inOrganization(app, site, (tx) =>
    sql`
      with copies as (
        insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
        select gen_random_uuid(), 'copy', ${site.projectId} || number, 'post', url, 'a copy', posted_at, collected_at
        from lead, generate_series(1, ${LEADS_COUNTED_MAX}::integer) number where project_id = ${site.projectId}
        returning id
      )
      insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, posted_at, collected_at)
      select gen_random_uuid(), organization_id, project_id, copies.id, platform, '', url, excerpt, excerpt_evidence,
        score, signal_ids, posted_at, collected_at
      from lead, copies where project_id = ${site.projectId}`.execute(tx),
  )
  const capped = { total: LEADS_COUNTED_MAX, total_capped: true }
  const first = await page(site, {})
  expect(first).toMatchObject(capped)
  expect(await page(site, { cursor: first.next_cursor! })).toMatchObject(capped)
  expect(await page(site, { data_source_filters: 'hackernews', skip: '9990' })).toMatchObject(capped)

  const [{ id }] = first.items as [Row]
  const { organization, projectId } = site
  await organization.call(contract.markDeleted, { params: { projectId }, body: { lead_ids: [id] } })
  expect(await page(site, {})).toMatchObject({ total: LEADS_COUNTED_MAX, total_capped: false })
})
