import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import type { ColumnValueFilter } from '@leadlight/contract/columns'
import { passesText, TEXT_OPERATORS } from '@leadlight/domain/columns'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses, setStatuses, setValues } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TEXTS = [
  'Germany',
  ' germany ',
  'GERMANY',
  '',
  ' ',
  'Ger_many%',
  'İstanbul',
  'ΟΔΟΣ',
  'straẞe',
  '\u00A0Österreich\u3000',
]
const STATES = ['done', 'done', 'done', 'done', 'waiting', 'needs_model', 'failed'] as const
const PLACES = [
  { platform: 'hackernews', community: null },
  { platform: 'github', community: { externalId: 'a/b', name: 'a/b' } },
  { platform: 'github', community: { externalId: 'c/d', name: 'c/d' } },
] as const
const WORDS = ['bookkeeper', 'invoices', 'ledger']
const LEADS = 120

/** A lead as the model knows it. */
interface Known {
  id: string
  status: string | null
  state: 'OPEN' | 'CLOSED' | null
  channels: string[]
  signals: string[]
  word: string
  read: boolean
  starred: boolean
  deleted: boolean
  hasNotes: boolean
  postedAt: string
  bool: boolean | null
  text: string | null
}

let site: LeadSite
let statuses: string[]
let signals: string[]
let boolColumn: string
let textColumn: string
let known: Known[]

beforeAll(async () => {
  site = await mintLeadSite(app)
  signals = [site.signalId, await buildSignal(app, site, 'people who hire')]
  statuses = await buildStatuses(app, site, ['A', 'B', 'C'])
  boolColumn = await buildColumn(app, site, 'Firm', 'boolean')
  textColumn = await buildColumn(app, site, 'Country', 'text')
  // A small pseudo-random generator whose numbers do not repeat with the lists' lengths, so that all combinations
  // occur.
  let seed = 7
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[Math.floor((seed / 2_147_483_648) * list.length)]!
  }
  const drawn = Array.from({ length: LEADS }, () => {
    const place = pick(PLACES)
    return {
      place,
      signal: pick([0, 1]),
      word: pick(WORDS),
      state: place.platform === 'github' ? pick(['OPEN', 'CLOSED', null] as const) : null,
      postedAt: `2026-10-${String(pick([1, 2, 3, 4, 5, 6])).padStart(2, '0')}T00:00:00.000Z`,
      status: pick([null, ...statuses]),
      flags: { read: pick([true, false]), starred: pick([true, false, false]), deleted: pick([true, false, false]) },
      bool: { state: pick(STATES), value: pick([true, false]), isThere: pick([true, true, false]) },
      text: { state: pick(STATES), value: pick(TEXTS), isThere: pick([true, true, false]) },
      notes: pick([0, 0, 1, 2]),
    }
  })
  const ids: string[] = Array.from({ length: LEADS }, () => '')
  for (const signal of [0, 1]) {
    const indexes = [...drawn.keys()].filter((index) => drawn[index]!.signal === signal)
    const wishes = indexes.map((index) => {
      const { place, word, state, postedAt } = drawn[index]!
      return { ...place, title: null, body: `A ${word}`, postedAt, ...(state && { githubIssueState: state }) }
    })
    const built = await buildLeads(app, { ...site, signalId: signals[signal]! }, wishes)
    indexes.forEach((index, position) => (ids[index] = built[position]!))
  }
  await setStatuses(app, site, Object.fromEntries(drawn.map(({ status }, index) => [ids[index], status])))
  const answersOf = (column: 'bool' | 'text') =>
    drawn.flatMap((lead, index) => (lead[column].isThere ? [{ leadId: ids[index]!, ...lead[column] }] : []))
  await setValues(app, site, boolColumn, answersOf('bool'))
  await setValues(app, site, textColumn, answersOf('text'))
  await inOrganization(app, site, async (tx) => {
    for (const [index, { flags, notes }] of drawn.entries()) {
      await sql`update lead set read = ${flags.read}, starred = ${flags.starred}, deleted = ${flags.deleted}
        where id = ${ids[index]}`.execute(tx)
      await sql`insert into lead_note (id, organization_id, lead_id, text, created_at)
        select gen_random_uuid(), ${site.organizationId}, ${ids[index]}, 'Called them', now()
        from generate_series(1, ${notes}::integer)`.execute(tx)
    }
  })
  known = drawn.map((lead, index) => ({
    id: ids[index]!,
    status: lead.status,
    state: lead.state,
    channels: [lead.place.platform, ...(lead.place.community ? [`github:${lead.place.community.externalId}`] : [])],
    signals: [signals[lead.signal]!],
    word: lead.word,
    ...lead.flags,
    hasNotes: lead.notes > 0,
    postedAt: lead.postedAt,
    bool: lead.bool.isThere && lead.bool.state === 'done' ? lead.bool.value : null,
    text: lead.text.isThere && lead.text.state === 'done' ? lead.text.value : null,
  }))
})

type Filter = NonNullable<(typeof contract.BulkFilter)['_zod']['input']>

function passesColumn(lead: Known, filter: ColumnValueFilter): boolean {
  if ('bool_value' in filter) return filter.column_id === boolColumn && lead.bool === filter.bool_value
  return passesText(filter.column_id === textColumn ? lead.text : null, filter.operator, filter.text_value ?? '')
}

/** Each filter in the plainest code. An absent one passes. */
function passes(lead: Known, filter: Filter): boolean {
  const within = <T>(list: readonly T[] | undefined, values: readonly T[]) =>
    list === undefined || values.some((value) => list.includes(value))
  return (
    lead.deleted === (filter.deleted ?? false) &&
    (filter.read === undefined || lead.read === filter.read) &&
    (filter.starred === undefined || lead.starred === filter.starred) &&
    (filter.has_notes === undefined || lead.hasNotes === filter.has_notes) &&
    within(filter.status_config_id, [lead.status ?? 'none']) &&
    within(filter.github_issue_states, lead.state ? [lead.state] : []) &&
    within(filter.data_source_filters, lead.channels) &&
    within(filter.intent_signals, lead.signals) &&
    within(filter.lead_ids, [lead.id]) &&
    (filter.smart_column_values ?? []).every((column) => passesColumn(lead, column)) &&
    (filter.search_text === undefined || lead.word === filter.search_text) &&
    (filter.date_from === undefined || lead.postedAt >= filter.date_from) &&
    (filter.date_to === undefined || lead.postedAt <= filter.date_to)
  )
}

/** The filter as the list's query string. */
function inQuery({ smart_column_values, ...filter }: Filter): Record<string, string | string[]> {
  const plain = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])
  return {
    ...(Object.fromEntries(plain) as Record<string, string | string[]>),
    ...(smart_column_values && { smart_column_values: JSON.stringify(smart_column_values) }),
  }
}

/** A random mix of filters; sparse, since many at once let nothing through. */
function anyFilter(): fc.Arbitrary<Filter> {
  const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary, weight: 1 })
  const some = (list: readonly string[]) => fc.subarray([...list], { minLength: 1 })
  const column = fc.oneof(
    fc.record({
      column_id: fc.constantFrom(boolColumn, textColumn),
      operator: fc.constant('equals' as const),
      bool_value: fc.boolean(),
    }),
    fc.record({
      column_id: fc.constantFrom(textColumn, textColumn, boolColumn),
      operator: fc.constantFrom(...TEXT_OPERATORS),
      text_value: fc.constantFrom(...TEXTS, 'ger', 'MANY', '%', '_', 'όδος', 'ς', 'ss', 'österreich', 'i̇', 'x'),
    }),
  )
  const filter = fc.record({
    status_config_id: sometimes(some([...statuses, 'none', crypto.randomUUID()])),
    github_issue_states: sometimes(fc.subarray(['OPEN', 'CLOSED'] as const, { minLength: 1 })),
    data_source_filters: sometimes(some(['hackernews', 'github', 'github:a/b', 'github:c/d', 'nowhere'])),
    intent_signals: sometimes(some([...signals, crypto.randomUUID()])),
    smart_column_values: sometimes(fc.array(column, { minLength: 1, maxLength: 2 })),
    read: sometimes(fc.boolean()),
    starred: sometimes(fc.boolean()),
    has_notes: sometimes(fc.boolean()),
    deleted: sometimes(fc.boolean()),
    search_text: sometimes(fc.constantFrom(...WORDS)),
    date_from: sometimes(fc.constantFrom('2026-10-02T00:00:00.000Z', '2026-10-03T12:00:00.000Z')),
    date_to: sometimes(fc.constantFrom('2026-10-04T00:00:00.000Z', '2026-10-05T12:00:00.000Z')),
    lead_ids: sometimes(some(known.map(({ id }) => id))),
  })
  return filter.map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
}

test('the list and the export hold exactly the leads that pass every filter', async () => {
  const { organization, projectId } = site
  let letThrough = 0
  await fc.assert(
    fc.asyncProperty(anyFilter(), async (filter) => {
      const expected = known.filter((lead) => passes(lead, filter)).map(({ id }) => id)
      letThrough += expected.length
      const list = await organization.call(contract.listLeads, {
        params: { projectId },
        query: { ...inQuery(filter), limit: '200' },
      })
      expect(list.items.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      expect(list.total).toBe(expected.length)
      const body = { format: 'json', ...filter }
      const { text } = await organization.request('POST', `/api/v1/leads/${projectId}/export`, { body })
      expect((JSON.parse(text) as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 150 },
  )
  expect(letThrough).toBeGreaterThan(500)
})

test('each choice of a filter counts the leads it would show with the other filters as they are', async () => {
  const { organization, projectId } = site
  await fc.assert(
    fc.asyncProperty(anyFilter(), async (filter) => {
      const input = { params: { projectId }, query: inQuery(filter) }
      const counts = await organization.call(work.countLeads, input)
      const choices = (name: keyof Filter, all: readonly string[]) =>
        all.flatMap((id) => {
          const count = known.filter((lead) => passes(lead, { ...filter, [name]: [id] })).length
          return count > 0 ? [{ id, count }] : []
        })
      const sorted = (list: readonly { id: string; count: number }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const flagged = (flag: Filter) => known.filter((lead) => passes(lead, { ...filter, ...flag })).length
      expect({
        ...counts,
        statuses: sorted(counts.statuses),
        channels: sorted(counts.channels),
        intent_signals: sorted(counts.intent_signals),
        github_issue_states: sorted(counts.github_issue_states),
      }).toEqual({
        statuses: sorted(choices('status_config_id', [...statuses, 'none'])),
        channels: sorted(choices('data_source_filters', ['hackernews', 'github', 'github:a/b', 'github:c/d'])),
        intent_signals: sorted(choices('intent_signals', signals)),
        github_issue_states: sorted(choices('github_issue_states', ['OPEN', 'CLOSED'])),
        unread: flagged({ read: false }),
        starred: flagged({ starred: true }),
        capped_at: 10_000,
      })
    }),
    { numRuns: 100 },
  )
})

test('a bulk change reaches exactly the leads that pass every filter', async () => {
  const { organization, projectId } = site
  await fc.assert(
    fc.asyncProperty(anyFilter(), async (filter) => {
      const aimed = known.filter((lead) => passes(lead, filter) && !lead.read)
      const { updated, undo_token } = await organization.call(contract.markRead, {
        params: { projectId },
        body: { filter },
      })
      expect(updated).toBe(aimed.length)
      if (undo_token === null) return
      await organization.call(contract.undoLeads, { params: { projectId }, body: { undo_token } })
    }),
    { numRuns: 60 },
  )
})

describe('a row of the list', () => {
  test('has status, GitHub state and smart column values', async () => {
    const own = await mintLeadSite(app)
    const [id] = await buildLeads(app, own, [{ githubIssueState: 'OPEN' }])
    const [status] = await buildStatuses(app, own, ['To answer'])
    await setStatuses(app, own, { [id!]: status! })
    const column = await buildColumn(app, own, 'Country', 'text')
    await setValues(app, own, column, [{ leadId: id!, value: ' Ö ', why: 'It says so.' }])
    const { items } = await own.organization.call(contract.listLeads, { params: { projectId: own.projectId } })
    const carried = {
      status_config_id: status,
      github_issue_state: 'OPEN',
      feedback: null,
      assignee_id: null,
      smart_column_values: [
        { column_id: column, state: 'done', bool_value: null, text_value: ' Ö ', why: 'It says so.' },
      ],
    }
    expect(items).toMatchObject([carried])
    const whole = await own.organization.call(contract.getLead, { params: { projectId: own.projectId, id: id! } })
    expect(whole).toMatchObject(carried)
  })
})

test('nobody else counts or finds what belongs to another project', async () => {
  const other = await mintLeadSite(app)
  const ids = await buildLeads(app, other, [{}, {}])
  const [status] = await buildStatuses(app, other, ['Theirs'])
  await setStatuses(app, other, { [ids[0]!]: status! })
  const params = { projectId: site.projectId }
  const list = await site.organization.call(contract.listLeads, { params, query: { status_config_id: status! } })
  expect(list).toMatchObject({ items: [], total: 0 })
  const counts = await site.organization.call(work.countLeads, { params })
  expect(counts.statuses.map(({ id }) => id)).not.toContain(status)
  const path = `/api/v1/leads/${other.projectId}/counts`
  expect((await site.organization.request('GET', path)).problem()).toMatchObject({
    status: 404,
    code: 'project_not_found',
  })
  const { id: empty } = await other.organization.project()
  expect(await other.organization.call(work.countLeads, { params: { projectId: empty } })).toMatchObject({
    statuses: [],
    unread: 0,
  })
})
