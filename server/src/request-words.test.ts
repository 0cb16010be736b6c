import type { Endpoint } from '@leadlight/contract/endpoint'
import { COMPANY_FILTERS, LEAD_FILTERS, PERSON_FILTERS, type Filters } from '@leadlight/domain/filters'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, presentIssues } from './platform/describe-issue.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  0.0001,
  1e12,
  '',
  ' ',
  'x',
  '-1',
  '1.5',
  '1e12',
  'x'.repeat(20_000),
  'a\u0001b',
  [],
  ['x'],
  [7],
  Array.from({ length: 5_000 }, () => 'x'),
  {},
  { x: 1 },
]

/** Words of the validator's own messages, which our sentences never use. */
const VALIDATOR_WORDS = /invalid|expected|received|too (big|small)|unrecognized|undefined|pattern|\binput\b|\bkeys?\b/i

const validatorSays = z.locales.en().localeError

function partsOf(endpoint: Endpoint): [part: string, schema: z.ZodType][] {
  return [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ]
}

/** Odd values in place of the part and, where it is an object, in place of each of its fields. */
function oddInputs(schema: z.ZodType): unknown[] {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['lead_ids', 'filter']
  return [...ODD_VALUES, ...names.flatMap((name) => ODD_VALUES.map((value) => ({ [name]: value })))]
}

test('every endpoint describes a bad request in our own words', () => {
  const codes = new Set<string>()
  const messages = new Set<string>()
  for (const endpoint of app.app.endpoints) {
    for (const [part, schema] of partsOf(endpoint)) {
      for (const input of oddInputs(schema)) {
        const parsed = schema.safeParse(input, { error: describeIssue })
        for (const issue of parsed.error?.issues ?? []) {
          codes.add(issue.code)
          expect(issue.message, `${endpoint.name} ${part}`).not.toBe(validatorSays(issue as never))
        }
        for (const { message } of presentIssues(part, parsed.error?.issues ?? [])) messages.add(message)
      }
    }
  }
  expect([...messages].filter((message) => VALIDATOR_WORDS.test(message) || !/^[A-Z].*[^.]$/.test(message))).toEqual([])
  const common = ['invalid_type', 'invalid_value', 'invalid_format', 'invalid_union', 'too_small', 'too_big']
  expect([...codes]).toEqual(expect.arrayContaining([...common, 'not_multiple_of', 'unrecognized_keys']))
})

const QUERIES = [
  'limit=ten',
  'limit=0x10',
  'skip=',
  'sort_order=up',
  'sort_by=title',
  'status_config_id=x',
  'intent_signals=x',
  'date_from=today',
  'read=perhaps',
]

test('a bad query parameter is described in a sentence', async () => {
  const organization = await app.organization()
  const { id } = await organization.project()
  const list = (query: string) => organization.request('GET', `/api/v1/leads/${id}?${query}`)

  const details = await Promise.all(
    QUERIES.map(async (query) => {
      const problem = (await list(query)).problem()
      expect(problem).toMatchObject({ status: 422, code: 'invalid_request' })
      return problem.detail
    }),
  )
  expect(details).toEqual([
    'query.limit: Must be a whole number from 1 to 200.',
    'query.limit: Must be a whole number from 1 to 200.',
    'query.skip: Must be a whole number from 0 to 1,000,000.',
    'query.sort_order: Must be asc or desc.',
    'query.sort_by: Must be posted_at, collected_at, score or status, or column:{id}.',
    'query.status_config_id: Must be the id of a status, or none.',
    'query.intent_signals: Must be an id, such as 01890a5d-ac96-774b-bcce-b302099a8057.',
    'query.date_from: Must be a day, such as 2026-11-02, or an instant in UTC, such as 2026-11-02T09:00:00Z.',
    'query.read: Must be true or false.',
  ])
  const empty = await organization.request('POST', `/api/v1/intent_signals/${id}`, { body: {} })
  expect(empty.problem().detail).toBe('body.intent_signal: Must be given.')
})

/** Values that a loose parser takes for a number, a flag or an instant, beside proper ones. */
const LOOSE_VALUES = [
  '',
  ' ',
  '0',
  '1',
  '1e0',
  '0x1',
  '0b1',
  '+1',
  '-0',
  '1.0',
  ' 1',
  '1 ',
  '1_0',
  'true',
  'TRUE',
  'yes',
]

test('only digits in an address are read as a number, and no other word as a flag', () => {
  const converted = new Set<string>()
  for (const endpoint of app.app.endpoints) {
    for (const [part, schema] of partsOf(endpoint).filter(([where]) => where !== 'body')) {
      if (!(schema instanceof z.ZodObject)) throw new Error(`The ${part} of ${endpoint.name} has no fields.`)
      for (const [name, field] of Object.entries(schema.shape)) {
        for (const typed of LOOSE_VALUES) {
          const { success, data } = (field as z.ZodType).safeParse(typed)
          if (!success || typeof data === 'string' || Array.isArray(data)) continue
          expect({ call: endpoint.name, name, typed, data }).toMatchObject({ typed: String(data) })
          converted.add(name)
        }
      }
    }
  }
  const flags = [LEAD_FILTERS, PERSON_FILTERS, COMPANY_FILTERS]
    .flatMap((filters: Filters) => Object.values(filters))
    .filter(({ kind }) => kind === 'flag' || kind === 'only')
    .map(({ parameter }) => parameter)
  expect(flags).toEqual(expect.arrayContaining(['deleted', 'read', 'starred']))
  expect(converted).toEqual(new Set(['days', 'limit', 'new_position', 'skip', ...flags]))
})

test('a query parameter that a call does not know is refused by its name, except where all are passed through', async () => {
  const refuses = (schema: z.ZodType) =>
    presentIssues('query', schema.safeParse({ staus_config_id: 'x' }).error?.issues ?? []).some(
      ({ path }) => path === 'query.staus_config_id',
    )
  const loose = app.app.endpoints.filter(({ query }) => !refuses(query)).map(({ name }) => name)
  expect(['googleCallback']).toEqual(expect.arrayContaining(loose))

  const organization = await app.organization()
  const { id } = await organization.project()
  const refused = await organization.request('GET', `/api/v1/leads/${id}?staus_config_id=x&limit=1&sort=score`)
  expect(refused.problem()).toMatchObject({
    status: 422,
    code: 'invalid_request',
    detail: 'query.staus_config_id: Is not known here.',
    errors: [{ path: 'query.staus_config_id' }, { path: 'query.sort' }],
  })
  const unasked = await organization.request('GET', `/api/v1/project?limit=1`)
  expect(unasked.problem().detail).toBe('query.limit: Is not known here.')
})
