import { updateDraftDm, updateDraftReply } from '@leadlight/contract/drafts'
import type { EXPORT_FORMATS } from '@leadlight/domain/leads'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses, setStatuses, setValues } from '@leadlight/testing/lead-workspace'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { Cell } from '../../platform/csv.ts'
import { CELL_MAX } from '../../platform/write-xlsx.ts'

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

/** The file's table as an independent reader parses it, heading first, without the formula guards. */
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

/** As the guide says: one leading apostrophe before such a sign is the guard. */
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

describe('every format shows each lead as it is', () => {
  let site: LeadSite
  let ids: string[]
  const expected = new Map<string, Record<string, Cell>>()

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
    const params = (index: number) => ({ projectId: site.projectId, id: ids[index]! })
    await site.organization.call(updateDraftReply, { params: params(0), body: { draft: '=A reply\non two lines' } })
    await site.organization.call(updateDraftDm, { params: params(1), body: { draft: 'A message' } })
    for (const [index, title] of HOSTILE.entries()) {
      const isFirst = index === 0
      expected.set(ids[index]!, {
        id: ids[index]!,
        platform: 'hackernews',
        community: title,
        author: 'ada',
        author_url: null,
        title,
        text: wishes[index]!.body,
        score: 40 + index,
        level: 40 + index < 45 ? 'possible' : 'likely',
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
        reply_draft: isFirst ? '=A reply\non two lines' : null,
        message_draft: index === 1 ? 'A message' : null,
      })
    }
  })

  const HEADING = [
    'id',
    'url',
    'platform',
    'community',
    'author',
    'author_url',
    'title',
    'text',
    'score',
    'level',
    'status',
    'intent_signals',
    'reasons',
    'evidence',
    '+Is a firm?',
    'score',
    'read',
    'starred',
    'deleted',
    'feedback',
    'assignee',
    'notes',
    'posted_at',
    'collected_at',
    'reply_draft',
    'message_draft',
  ]
  const VALUES = [true, false, null]

  test.each(['csv', 'xlsx'] as const)('%s', async (format) => {
    const [heading, ...rows] = await table(site, { format })
    expect(heading).toEqual(HEADING)
    expect(rows).toHaveLength(HOSTILE.length)
    const plain = (value: Cell) => {
      if (format === 'xlsx') return value === '' ? null : value
      return value instanceof Date ? value.toISOString() : String(value ?? '')
    }
    for (const row of rows) {
      const { id, platform, community, author, author_url, title, text, score, level, status, ...more } = expected.get(
        String(row[0]),
      )!
      const { intent_signals, reasons, evidence, ...rest } = more
      const index = ids.indexOf(String(id))
      const answers = [VALUES[index] ?? null, HOSTILE[index] ?? null]
      const told = [intent_signals, reasons, evidence, ...answers].map((cell) => cell ?? null)
      const before = [id, String(row[1]), platform, community, author, author_url, title, text, score, level, status]
      const wanted: Cell[] = [...before.map((cell) => cell ?? null), ...told, ...Object.values(rest)]
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

  test('csv has nothing that a spreadsheet would take for a formula, and is RFC 4180 with a byte order mark', async () => {
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

  test('without leads there is a table without rows, or an empty list', async () => {
    const nothing = { search_text: 'nowhere' }
    expect(await table(site, { format: 'csv', ...nothing })).toEqual([HEADING])
    expect(await table(site, { format: 'xlsx', ...nothing })).toEqual([HEADING])
    expect(await json(site, nothing)).toEqual([])
  })
})

test('a text longer than a cell continues in the rows below, no character cut in two', async () => {
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
