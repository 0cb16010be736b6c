import { exportLedger, listLedger, type LedgerEntry } from '@leadlight/contract/billing'
import type { QueryOf } from '@leadlight/contract/endpoint'
import { createIntentSignal } from '@leadlight/contract/signals'
import { WORK_KINDS } from '@leadlight/domain/ledger'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { MONITORED } from '@leadlight/testing/monitoring-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { reserveCredits, settleReservation } from './ledger.ts'

const SPENT = 70
const FORMULA = '=cmd|A1, "quoted"'

let app: TestApp
let org: TestOrganization
let all: LedgerEntry[]

beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '1000' } })
  org = await app.organization()
  const projects = await Promise.all([org.project(), org.project({ name: FORMULA })])
  const signals = await Promise.all(
    projects.map(({ id }) =>
      org.call(createIntentSignal, { params: { projectId: id }, body: { intent_signal: MONITORED } }),
    ),
  )
  const ledger = { clock: app.clock, newId: app.dependencies.newId, monthlyMillicredits: 1_000_000 }
  for (let number = 0; number < SPENT; number++) {
    const at = number % projects.length
    const isOfSignal = number % 3 > 0
    const occasion = {
      what: `Work ${number}`,
      work: WORK_KINDS[number % WORK_KINDS.length] ?? 'search',
      projectId: number % 5 === 0 ? null : (projects[at]?.id ?? null),
      signalId: isOfSignal && number % 5 > 0 ? (signals[at]?.id ?? null) : null,
      accountId: number % 4 === 0 ? null : org.userId,
      role: null,
    }
    await app.db.transaction(organizationScope(org.organizationId), async (tx) => {
      await reserveCredits(tx, ledger, org.organizationId, { key: `k${number}`, amount: 3_000 + number, occasion })
      await settleReservation(tx, ledger, org.organizationId, { key: `k${number}`, used: 1_000 + number })
    })
    // Several entries of one moment, so that a page has to end between them.
    if (number % 7 === 6) await app.clock.advance(60_000)
  }
  all = await readAll({ limit: '200' })
})
afterAll(() => app.close())

type Query = QueryOf<typeof listLedger>

/** Every page, one after another. */
async function readAll(filter: Query): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let cursor: string | undefined
  do {
    const page = await org.call(listLedger, { query: { ...filter, ...(cursor !== undefined && { cursor }) } })
    entries.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return entries
}

test('every movement is listed once, newest first, with the balance after it', () => {
  expect(all).toHaveLength(1 + SPENT * 3)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const oldestFirst = all.toReversed()
  expect(oldestFirst.map(({ at }) => at)).toEqual(oldestFirst.map(({ at }) => at).toSorted())
  let balance = 0
  for (const entry of oldestFirst) {
    balance += entry.credits
    expect(entry.balance).toBeCloseTo(balance, 3)
  }
})

test('a page that ends with the last movement has no next page', async () => {
  const charges = (limit: number) => org.call(listLedger, { query: { kind: ['charge'], limit: String(limit) } })
  expect((await charges(SPENT)).next_cursor).toBeNull()
  expect((await charges(SPENT - 1)).next_cursor).not.toBeNull()
})

test.each([1, 7, 50])('pages of %d give the same list', async (limit) => {
  expect(await readAll({ limit: String(limit) })).toEqual(all)
})

test('each filter, and all together, leave exactly what they name', async () => {
  const [of] = all.filter(({ project, signal, who, kind }) => project && signal && who && kind === 'charge').slice(20)
  if (!of?.project || !of.signal || !of.who || !of.work) throw new Error('Nothing was charged for a signal.')
  const cases: { filter: Query; isLeft: (entry: LedgerEntry) => boolean }[] = [
    { filter: { kind: ['charge'] }, isLeft: ({ kind }) => kind === 'charge' },
    { filter: { kind: ['grant', 'hold'] }, isLeft: ({ kind }) => kind === 'grant' || kind === 'hold' },
    { filter: { work: ['draft', 'column'] }, isLeft: ({ work }) => work === 'draft' || work === 'column' },
    { filter: { project_id: of.project.id }, isLeft: ({ project }) => project?.id === of.project?.id },
    { filter: { signal_id: of.signal.id }, isLeft: ({ signal }) => signal?.id === of.signal?.id },
    { filter: { account_id: of.who.id }, isLeft: ({ who }) => who?.id === of.who?.id },
    { filter: { date_from: of.at }, isLeft: ({ at }) => at >= of.at },
    { filter: { date_to: of.at }, isLeft: ({ at }) => at <= of.at },
    {
      filter: { kind: ['charge'], work: [of.work], project_id: of.project.id, date_from: of.at },
      isLeft: ({ kind, work, project, at }) =>
        kind === 'charge' && work === of.work && project?.id === of.project?.id && at >= of.at,
    },
  ]
  for (const { filter, isLeft } of cases) {
    const left = all.filter(isLeft)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(all.length)
    expect({ filter, left: await readAll({ ...filter, limit: '13' }) }).toEqual({ filter, left })
  }
})

test('an empty file has only its heading', async () => {
  const { text } = await org.ask(exportLedger, { query: { kind: ['refund'], work: ['column'] } })
  expect(parse(text, { bom: true })).toHaveLength(1)
})

test('the file has the same lines, and no cell that a spreadsheet would run', async () => {
  const { text, headers } = await org.ask(exportLedger, { query: { kind: ['charge'] } })
  expect(headers.get('content-type')).toContain('text/csv')
  const today = app.clock.now().toISOString().split('T')[0]
  expect(headers.get('content-disposition')).toBe(`attachment; filename="Credits ${today}.csv"`)
  const [heading, ...lines] = parse(text, { bom: true })
  const charges = all.filter(({ kind }) => kind === 'charge')
  expect(lines.map((line) => line[heading?.indexOf('id') ?? -1])).toEqual(charges.map(({ id }) => id))
  expect(lines.map((line) => Number(line[heading?.indexOf('credits') ?? -1]))).toEqual(
    charges.map(({ credits }) => credits),
  )
  expect(lines.flat().filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([])
  expect(lines.flat().some((cell) => cell.endsWith(FORMULA))).toBe(true)
})

test('a cursor of another list or organization is refused', async () => {
  const { next_cursor: cursor } = await org.call(listLedger, { query: { limit: '5' } })
  const asked = { limit: '5', cursor: cursor ?? '' }
  const foreign = await app.organization()
  expect((await foreign.ask(listLedger, { query: asked })).problem()).toMatchObject({ code: 'cursor_invalid' })
  const narrower: Query = { ...asked, kind: ['charge'] }
  expect((await org.ask(listLedger, { query: narrower })).problem()).toMatchObject({ code: 'cursor_invalid' })
  expect((await foreign.call(listLedger, {})).items.filter(({ id }) => all.some((entry) => entry.id === id))).toEqual(
    [],
  )
})
