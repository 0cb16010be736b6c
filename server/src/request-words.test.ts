import type { Endpoint } from '@leadlight/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, presentIssues } from './platform/describe-issue.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

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

/** What only a validator says, and nobody who was asked for help. */
const VALIDATOR_WORDS = /invalid|expected|received|too (big|small)|unrecognized|undefined|pattern|\binput\b|\bkeys?\b/i

const validatorSays = z.locales.en().localeError

function partsOf(endpoint: Endpoint): [part: string, schema: z.ZodType][] {
  return [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ]
}

/** Odd values in the place of the part and, where it is an object, in the place of each of its fields. */
function oddInputs(schema: z.ZodType): unknown[] {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['lead_ids', 'filter']
  return [...ODD_VALUES, ...names.flatMap((name) => ODD_VALUES.map((value) => ({ [name]: value })))]
}

test('whatever is wrong with a request of any endpoint, its caller is told in words of ours', () => {
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

test('a caller is told in a sentence', async () => {
  const organization = await app.organization()
  const { id } = await organization.project()
  const list = (query: string) => organization.request('GET', `/api/v1/leads/${id}?${query}`)

  const details = await Promise.all(
    ['limit=ten', 'sort_order=up', 'intent_signals=x', 'date_from=today', 'read=perhaps'].map(async (query) => {
      const problem = (await list(query)).problem()
      expect(problem).toMatchObject({ status: 422, code: 'invalid_request' })
      return problem.detail
    }),
  )
  expect(details).toEqual([
    'query.limit: Must be a number.',
    'query.sort_order: Must be asc or desc.',
    'query.intent_signals: Must be an id, such as 01890a5d-ac96-774b-bcce-b302099a8057.',
    'query.date_from: Must be a day, such as 2026-11-02, or an instant in UTC, such as 2026-11-02T09:00:00Z.',
    'query.read: Must be true or false.',
  ])
  const empty = await organization.request('POST', `/api/v1/intent_signals/${id}`, { body: {} })
  expect(empty.problem().detail).toBe('body.intent_signal: Must be given.')
})

test('a query parameter that a call does not know is refused by its name, wherever none is passed through', async () => {
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
