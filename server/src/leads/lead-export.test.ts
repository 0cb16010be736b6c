import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { EXPORT_FORMATS } from '@leadlight/domain/leads'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '../testing/lead-builder.ts'
import { buildColumn, buildStatuses, setStatuses, setValues } from '../testing/lead-workspace.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startLeadExport } from './export-leads.ts'
import { exportResponse } from './export-response.ts'
import { CELL_MAX } from './write-xlsx.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Format = (typeof EXPORT_FORMATS)[number]

const HOSTILE = [
  '=HYPERLINK("http://evil.example","x")',
  '+1 555',
  '-2+3',
  '@SUM(A1)',
  '\tindented',
  '\r\nlines',
  "'quoted",
  "'=apostrophe before a sign",
  "''-two",
  '＝full width',
  ' spaces around ',
  'a "quote", a comma; a\ttab',
  'one\ntwo\r\nthree\rfour',
  '\nbegins with a line break',
  '_x0041_ and _x005F_ and __x000D__',
  'bell \u0007, escape \u001B[31m, delete \u007F, next line \u0085, \uFFFE, separators \u2028 \u2029',
  '<b>&amp;</b> ]]> <!--',
  'ünï 日本語 🇨🇾 👩‍👩‍👧 e\u0301 \u202Eright to left',
  '\uFEFFa mark',
  '0012345678901234567890',
  '1e5',
  'TRUE',
  '2026-11-02',
  'null',
]

async function download({ organization, projectId }: LeadSite, body: Record<string, unknown>): Promise<Response> {
  return app.app.hono.request(`/api/v1/leads/${projectId}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The table in the file as an independent reader has it, the heading first; formulas' guards taken away. */
async function table(site: LeadSite, body: Record<string, unknown> & { format: Format }): Promise<unknown[][]> {
  const reply = await download(site, body)
  expect(reply.status).toBe(200)
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (body.format === 'xlsx') {
    const [sheet] = await readXlsx(bytes, { trim: false })
    return sheet!.data
  }
  const rows: string[][] = parse(bytes, { bom: true, record_delimiter: '\r\n' })
  return rows.map((row) => row.map(unguarded))
}

/** As the guide says it: of apostrophes before such a sign one is ours. */
function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

interface JsonLead {
  id: string
  title: string
  text: string
  smart_columns: { name: string; value: unknown }[]
  [field: string]: unknown
}

async function json(site: LeadSite, body: Record<string, unknown> = {}): Promise<JsonLead[]> {
  const reply = await download(site, { format: 'json', ...body })
  expect(reply.status).toBe(200)
  return JSON.parse(await reply.text()) as JsonLead[]
}

describe('every format tells each lead as it is', () => {
  let site: LeadSite
  let ids: string[]
  const expected = new Map<string, Record<string, unknown>>()

  beforeAll(async () => {
    site = await mintLeadSite(app)
    const wishes = HOSTILE.map((text, index) => ({
      title: text,
      body: `${text}${HOSTILE.at(-1 - index)!}`,
      reason: text,
      score: 40 + index,
      evidence: [{ start: 0, end: 5, kind: 'for' as const, label: 'asks' }],
      community: { externalId: 'c', name: text },
    }))
    ids = await buildLeads(app, site, wishes)
    const colleague = await site.organization.member('MEMBER')
    const [status] = await buildStatuses(app, site, ['=Status, "one"'])
    await setStatuses(app, site, { [ids[0]!]: status! })
    const boolean = await buildColumn(app, site, '+Is a firm?', 'boolean')
    const text = await buildColumn(app, site, 'score', 'text')
    await setValues(app, site, boolean, [
      { leadId: ids[0]!, value: true },
      { leadId: ids[1]!, value: false },
      { leadId: ids[2]!, value: true, state: 'waiting' },
    ])
    await setValues(
      app,
      site,
      text,
      HOSTILE.map((value, index) => ({ leadId: ids[index]!, value })),
    )
    await inOrganization(app, site, async (tx) => {
      await sql`update lead set assignee_id = ${colleague.userId}, feedback = 'positive', read = true where id = ${ids[0]}`.execute(
        tx,
      )
      await sql`insert into lead_note (id, organization_id, lead_id, text, created_at)
        select gen_random_uuid(), organization_id, id, 'A note', now() from lead, generate_series(1, 2)
        where id = ${ids[0]}`.execute(tx)
    })
    for (const [index, title] of HOSTILE.entries()) {
      const isFirst = index === 0
      expected.set(ids[index]!, {
        id: ids[index],
        platform: 'hackernews',
        community: title,
        author: 'ada',
        author_url: null,
        title,
        text: wishes[index]!.body,
        score: 40 + index,
        level: 40 + index < 60 ? 'possible' : 'likely',
        status: isFirst ? '=Status, "one"' : null,
        intent_signals: 'people who need a bookkeeper',
        reasons: title,
        evidence: `${title}\n${wishes[index]!.body}`.slice(0, 5),
        read: isFirst,
        starred: false,
        deleted: false,
        feedback: isFirst ? 'positive' : null,
        assignee: isFirst ? colleague.email : null,
        notes: isFirst ? 2 : 0,
        posted_at: new Date('2026-11-02T09:00:00Z'),
        collected_at: new Date('2026-11-02T09:00:00Z'),
      })
    }
  })

  const HEADING = [
    ...['id', 'url', 'platform', 'community', 'author', 'author_url', 'title', 'text', 'score', 'level', 'status'],
    ...['intent_signals', 'reasons', 'evidence', '+Is a firm?', 'score'],
    ...['read', 'starred', 'deleted', 'feedback', 'assignee', 'notes', 'posted_at', 'collected_at'],
  ]
  const VALUES = [true, false, null]

  test.each(['csv', 'xlsx'] as const)('%s', async (format) => {
    const [heading, ...rows] = await table(site, { format })
    expect(heading).toEqual(HEADING)
    expect(rows).toHaveLength(HOSTILE.length)
    const plain = (value: unknown) => {
      if (format === 'xlsx') return value === '' ? null : value
      if (value === null || value === undefined) return ''
      return value instanceof Date ? value.toISOString() : String(value)
    }
    for (const row of rows) {
      const { id, platform, community, author, author_url, title, text, score, level, status, ...more } = expected.get(
        String(row[0]),
      )!
      const { intent_signals, reasons, evidence, ...rest } = more
      const index = ids.indexOf(String(id))
      const wanted = [
        ...[id, row[1], platform, community, author, author_url, title, text, score, level, status],
        ...[intent_signals, reasons, evidence, VALUES[index] ?? null, HOSTILE[index]],
        ...Object.values(rest),
      ]
      expect(row).toEqual(wanted.map(plain))
      expect(row[1]).toMatch(/^https:\/\/posts\.example\//)
    }
  })

  test('json', async () => {
    const leads = await json(site)
    expect(leads).toHaveLength(HOSTILE.length)
    for (const { url, matches, smart_columns, ...lead } of leads) {
      const { intent_signals, reasons, evidence, posted_at, collected_at, ...fields } = expected.get(lead.id)!
      const instants = [posted_at, collected_at].map((at) => (at as Date).toISOString())
      expect(lead).toEqual({ ...fields, posted_at: instants[0], collected_at: instants[1] })
      expect(url).toMatch(/^https:\/\/posts\.example\//)
      expect(matches).toEqual([
        {
          intent_signal: intent_signals,
          score: lead['score'],
          reason: reasons,
          evidence: [{ kind: 'for', quote: evidence }],
        },
      ])
      const index = ids.indexOf(lead.id)
      expect(smart_columns).toEqual([
        { name: '+Is a firm?', value: VALUES[index] ?? null },
        { name: 'score', value: HOSTILE[index] },
      ])
    }
  })

  test('csv has nothing that a spreadsheet would take for a formula, and is RFC 4180 with a mark', async () => {
    const bytes = Buffer.from(await (await download(site, { format: 'csv' })).arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.toString()).toMatch(/\r\n$/)
    const rows: string[][] = parse(bytes, { bom: true, record_delimiter: '\r\n' })
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    expect(rows.flat().filter((cell) => /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell)).length).toBeGreaterThan(20)
  })

  test('a file is named for the project and the day', async () => {
    const { id: projectId } = await site.organization.project({ name: 'Bäcker/"Öfen"' })
    const reply = await download({ ...site, projectId }, { format: 'xlsx' })
    const whole = `B%C3%A4cker%20%C3%96fen%20leads%202026-11-02.xlsx`
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="B_cker _fen leads 2026-11-02.xlsx"; filename*=UTF-8''${whole}`,
    )
    expect(reply.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  test('of no leads there is a table without rows, or an empty list', async () => {
    const nothing = { search_text: 'nowhere' }
    expect(await table(site, { format: 'csv', ...nothing })).toEqual([HEADING])
    expect(await table(site, { format: 'xlsx', ...nothing })).toEqual([HEADING])
    expect(await json(site, nothing)).toEqual([])
  })
})

test('a text longer than a cell goes on in the rows below, no character cut in two', async () => {
  const site = await mintLeadSite(app)
  const body = `${'a'.repeat(CELL_MAX - 1)}${'😀'.repeat(CELL_MAX)}end`
  const [id] = await buildLeads(app, site, [{ title: null, body }])
  const [heading, ...rows] = await table(site, { format: 'xlsx' })
  const at = heading!.indexOf('text')
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.map((row) => row[at]).join('')).toBe(body)
  for (const row of rows) {
    expect(row[0]).toBe(id)
    expect(String(row[at]).length).toBeLessThanOrEqual(CELL_MAX)
    expect(String(row[at]).isWellFormed()).toBe(true)
  }
  expect(rows.slice(1).flatMap((row) => row.filter((cell) => cell !== null))).toHaveLength(2 * (rows.length - 1))
})

describe('an export is the list', () => {
  let site: LeadSite
  const columns = { boolean: '', text: '' }
  beforeAll(async () => {
    site = await mintLeadSite(app)
    // More than two batches.
    const ids = await buildLeads(
      app,
      site,
      Array.from({ length: 1_100 }, (_, index) => ({
        score: 50 + (index % 3),
        postedAt: new Date(Date.UTC(2026, 9, 1, 0, 0, index % 40)).toISOString(),
        platform: index % 4 === 0 ? 'feed' : 'hackernews',
      })),
    )
    const statuses = await buildStatuses(app, site, ['A', 'B'])
    await setStatuses(app, site, Object.fromEntries(ids.map((id, index) => [id, statuses[index % 3] ?? null])))
    columns.boolean = await buildColumn(app, site, 'Firm', 'boolean')
    columns.text = await buildColumn(app, site, 'Town', 'text')
    const some = ids.slice(200)
    await setValues(
      app,
      site,
      columns.boolean,
      some.map((leadId, index) => ({ leadId, value: index % 2 === 0 })),
    )
    await setValues(
      app,
      site,
      columns.text,
      some.map((leadId, index) => ({ leadId, value: `Town ${index % 7}` })),
    )
  })

  async function listed(query: Record<string, string>): Promise<string[]> {
    const found: string[] = []
    let next: Record<string, string> | undefined = {}
    while (next) {
      const input = { params: { projectId: site.projectId }, query: { ...query, ...next, limit: '200' } }
      const page: contract.LeadList = await site.organization.call(contract.listLeads, input)
      found.push(...page.items.map(({ id }) => id))
      next = page.next_cursor === null ? undefined : { cursor: page.next_cursor }
    }
    return found
  }

  const sorts = ['posted_at', 'collected_at', 'score', 'status', 'boolean', 'text']
  test.each(sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s: every lead once, in the order of the list',
    async (sort, sort_order) => {
      const sort_by = sort in columns ? `column:${columns[sort as 'text']}` : sort
      const exported = (await json(site, { sort_by, sort_order })).map(({ id }) => id)
      expect(exported).toHaveLength(1_100)
      expect(exported).toEqual(await listed({ sort_by, sort_order }))
    },
  )

  test('the newest first unless asked otherwise, and narrowed by its filters', async () => {
    const exported = (await json(site, { data_source_filters: ['feed'] })).map(({ id }) => id)
    expect(exported).toEqual(await listed({ data_source_filters: 'feed' }))
    expect(exported).toHaveLength(275)
  })

  test('is kept in the audit log with its format and how many leads it was', async () => {
    await download(site, { format: 'csv', data_source_filters: ['feed'] })
    const { rows } = await inOrganization(app, site, (tx) =>
      sql<{ actor_id: string; target: Record<string, string> }>`
        select actor_id, target from audit_entry
        where organization_id = ${site.organizationId} and action = 'exportLeads' order by id desc limit 1`.execute(tx),
    )
    expect(rows).toEqual([
      {
        actor_id: site.organization.userId,
        target: { project_id: site.projectId, format: 'csv', leads: '275' },
      },
    ])
  })

  test.each(EXPORT_FORMATS)('%s: who stops reading stops the reading of leads', async (format) => {
    let reads = 0
    const counting: Db = {
      read: (scope, statement) => app.db.read(scope, statement),
      transaction: (scope, workInIt) => {
        reads += 1
        return app.db.transaction(scope, workInIt)
      },
    }
    const actor: Actor = {
      userId: site.organization.userId,
      organizationId: site.organizationId,
      role: 'ADMIN',
      projectIds: 'all',
    }
    const request = { projectId: site.projectId, filter: {}, format, sortBy: 'score', sortOrder: 'asc' } as const
    const started = await startLeadExport({ db: counting, clock: app.clock }, actor, request)
    let isOver = false
    const watched = (async function* () {
      try {
        yield* started.leads
      } finally {
        isOver = true
      }
    })()
    const reader = exportResponse({ ...started, leads: watched }, format).body!.getReader()
    while (reads < 2) await reader.read()
    await reader.cancel()
    await expect.poll(() => isOver).toBe(true)
    const readsThen = reads
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reads).toBe(readsThen)
    expect(reads).toBeLessThan(4)
    expect(app.database.pool.waitingCount).toBe(0)
    // Jobs look for work by the same pool now and then.
    await expect.poll(() => app.database.pool.totalCount - app.database.pool.idleCount).toBe(0)
  })

  test('a lead that goes while others are read is left out, and the rest told once', async () => {
    const own = await mintLeadSite(app)
    const ids = await buildLeads(
      app,
      own,
      Array.from({ length: 600 }, () => ({})),
    )
    const actor: Actor = {
      userId: own.organization.userId,
      organizationId: own.organizationId,
      role: 'ADMIN',
      projectIds: 'all',
    }
    const request = { projectId: own.projectId, filter: {}, format: 'json', sortBy: 'score', sortOrder: 'asc' } as const
    const { leads } = await startLeadExport({ db: app.db, clock: app.clock }, actor, request)
    const first = (await leads.next()).value as { id: string }[]
    const seen = new Set(first.map(({ id }) => id))
    const gone = ids.find((id) => !seen.has(id))!
    await inOrganization(app, own, async (tx) => {
      await sql`update lead set score = 99 where id = ${first[0]!.id}`.execute(tx)
      await sql`delete from lead where id = ${gone}`.execute(tx)
    })
    const rest: string[] = []
    for await (const batch of leads) rest.push(...batch.map(({ id }) => id))
    expect([...seen, ...rest].toSorted()).toEqual(ids.filter((id) => id !== gone).toSorted())
  })
})

describe('an export is refused', () => {
  test('to guests, and where project or column are not the caller’s', async () => {
    const [site, other] = [await mintLeadSite(app), await mintLeadSite(app)]
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const ask = (by: Pick<typeof guest, 'ask'>, projectId: string, sort_by?: `column:${string}`) =>
      by.ask(work.exportLeads, { params: { projectId }, body: { format: 'csv', ...(sort_by && { sort_by }) } })
    expect((await ask(guest, site.projectId)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    expect((await ask(site.organization, other.projectId)).problem()).toMatchObject({ code: 'project_not_found' })
    expect((await ask(site.organization, crypto.randomUUID())).problem()).toMatchObject({ code: 'project_not_found' })
    const foreign = await buildColumn(app, other, 'Foreign', 'text')
    expect((await ask(site.organization, site.projectId, `column:${foreign}`)).problem()).toMatchObject({
      status: 404,
      code: 'column_not_found',
    })
  })

  test.each([{}, { format: 'pdf' }, { format: 'csv', serch_text: 'x' }, { format: 'csv', sort_by: 'name' }])(
    'where it asks for what there is not: %j',
    async (body) => {
      const site = await mintLeadSite(app)
      expect((await download(site, body)).status).toBe(422)
    },
  )
})
