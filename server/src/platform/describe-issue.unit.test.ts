import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, presentIssues } from './describe-issue.ts'

/** `path: message` of each problem with `value`, as a 422's sentence begins. */
function problemsWith(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { error: describeIssue })
  return presentIssues('body', parsed.error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`)
}

const wholeWord = z.coerce.number<string>().int().min(1).max(200)
const oneOrMore = z.union([z.array(z.uuid()).max(2), z.uuid().transform((one) => [one])])
const place = z.templateLiteral(['place:', z.int()], 'Must be place:{n}')
const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('circle'), radius: z.number() }),
  z.object({ type: z.literal('square'), side: z.number() }),
])
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Every issue code, so that one added by a new version does not compile until it has its words. */
const CASES: Record<z.core.$ZodIssueCode, [schema: z.ZodType, value: unknown, problem: string][]> = {
  invalid_type: [
    [z.object({ name: z.string() }), {}, 'body.name: Must be given'],
    [z.object({ name: z.string() }), { name: 7 }, 'body.name: Must be text'],
    [z.object({ name: z.string().nullable() }), { name: 7 }, 'body.name: Must be text'],
    [z.object({}), [], 'body: Must be an object'],
    [z.object({}), null, 'body: Must be an object'],
    [z.record(z.string(), z.string()), 1, 'body: Must be an object'],
    [z.array(z.string()), 'a', 'body: Must be a list'],
    [z.tuple([z.string()]), 'a', 'body: Must be a list'],
    [z.number(), '7', 'body: Must be a number'],
    [z.number().int(), 1.5, 'body: Must be a whole number'],
    [wholeWord, 'many', 'body: Must be a number'],
    [wholeWord, '1.5', 'body: Must be a whole number'],
    [z.bigint(), 1, 'body: Must be a whole number'],
    [z.boolean(), 'true', 'body: Must be true or false'],
    [z.null(), 1, 'body: Must be null'],
    [z.undefined(), 1, 'body: Must be left out'],
    [z.never(), 1, 'body: Must be left out'],
    [z.string().optional().nonoptional(), undefined, 'body: Must be given'],
    [z.symbol(), 1, 'body: Cannot be used as it is'],
  ],
  invalid_value: [
    [z.enum(['asc', 'desc']), 'up', 'body: Must be asc or desc'],
    [z.enum(['a', 'b', 'c']), 'd', 'body: Must be a, b or c'],
    [z.literal('bearer'), 'basic', 'body: Must be bearer'],
    [z.object({ sort: z.enum(['asc', 'desc']) }), {}, 'body.sort: Must be given'],
  ],
  too_small: [
    [z.string().min(1), '', 'body: Must not be empty'],
    [z.string().min(3), 'ab', 'body: Must have at least 3 characters'],
    [z.string().length(1), '', 'body: Must have exactly 1 character'],
    [z.array(z.string()).min(1), [], 'body: Must not be empty'],
    [z.array(z.string()).min(2), ['a'], 'body: Must have at least 2 items'],
    [z.set(z.string()).min(2), new Set(), 'body: Must have at least 2 items'],
    [z.map(z.string(), z.string()).min(2), new Map(), 'body: Must have at least 2 entries'],
    [z.number().min(0), -1, 'body: Must be at least 0'],
    [z.number().gt(0), 0, 'body: Must be more than 0'],
    [wholeWord, '0', 'body: Must be at least 1'],
  ],
  too_big: [
    [z.string().max(1000), 'a'.repeat(1001), 'body: Must have at most 1,000 characters'],
    [z.string().max(1), 'ab', 'body: Must have at most 1 character'],
    [z.array(z.string()).max(1), ['a', 'b'], 'body: Must have at most 1 item'],
    [z.array(z.string()).length(2), ['a', 'b', 'c'], 'body: Must have exactly 2 items'],
    [z.number().max(1_000_000), 1_000_001, 'body: Must be at most 1,000,000'],
    [z.number().lt(10), 10, 'body: Must be less than 10'],
    [wholeWord, '201', 'body: Must be at most 200'],
  ],
  invalid_format: [
    [z.uuid(), 'x', `body: Must be an id, such as ${ID}`],
    [oneOrMore, [ID, 'x'], `body.1: Must be an id, such as ${ID}`],
    [z.iso.datetime(), 'yesterday', 'body: Must be an instant in UTC, such as 2026-11-02T09:00:00Z'],
    [z.iso.date(), 'yesterday', 'body: Must be a date, such as 2026-11-02'],
    [z.email(), 'x', 'body: Must be an email address'],
    [z.url(), 'x', 'body: Must be a web address'],
    [z.string().regex(/^a$/), 'x', 'body: Is not of the form that is asked for'],
    [z.string().startsWith('a'), 'x', 'body: Is not of the form that is asked for'],
  ],
  not_multiple_of: [
    [z.number().multipleOf(0.001), 0.0001, 'body: Must have at most 3 decimals'],
    [z.number().multipleOf(0.1), 0.01, 'body: Must have at most 1 decimal'],
    [z.number().multipleOf(1), 0.5, 'body: Must be a whole number'],
    [z.number().multipleOf(5), 7, 'body: Must be a multiple of 5'],
  ],
  unrecognized_keys: [[z.strictObject({}), { staus: 1 }, 'body.staus: Is not known here']],
  invalid_union: [
    [oneOrMore, 'x', `body: Must be an id, such as ${ID}`],
    [oneOrMore, [ID, ID, ID], 'body: Must have at most 2 items'],
    [oneOrMore, 7, 'body: Must be a list or text'],
    [oneOrMore, undefined, 'body: Must be given'],
    [z.object({ ids: oneOrMore }), { ids: [7] }, 'body.ids.0: Must be text'],
    [z.union([z.enum(['name', 'age']), place]), 'x', 'body: Must be name or age, or place:{n}'],
    [z.union([z.literal('a', 'Must be a'), z.literal('b', 'Must be a')]), 'x', 'body: Must be a'],
    [shape, { type: 'oval' }, 'body.type: Must be circle or square'],
    [shape, {}, 'body.type: Must be circle or square'],
    [z.union([z.symbol(), z.undefined()]), 1, 'body: Has none of the forms that are possible here'],
    [z.union([z.string(), z.number()], { error: 'Send a word or a number' }), {}, 'body: Send a word or a number'],
  ],
  invalid_key: [[z.record(z.uuid(), z.string()), { x: 'y' }, 'body.x: Has a name that cannot be used']],
  invalid_element: [[z.map(z.object({}), z.string()), new Map([[{}, 7]]), 'body: Holds something that cannot be used']],
  custom: [
    [z.string().refine(() => false), 'x', 'body: Cannot be used as it is'],
    [z.string().refine(() => false, 'Must rhyme'), 'x', 'body: Must rhyme'],
  ],
}

describe.each(Object.entries(CASES))('%s is described in plain words:', (code, cases) => {
  test.each(cases.map(([schema, value, problem]) => ({ schema, value, problem })))('$problem', (given) => {
    const { schema, value, problem } = given
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.code)).toContain(code)
    expect(problemsWith(schema, value)).toEqual([problem])
  })
})

test('problems are listed one by one, up to a useful number', () => {
  expect(problemsWith(z.strictObject({ name: z.string() }), { nam: 'a', nane: 'b' })).toEqual([
    'body.name: Must be given',
    'body.nam: Is not known here',
    'body.nane: Is not known here',
  ])
  expect(
    problemsWith(
      z.array(z.uuid()),
      Array.from({ length: 10_000 }, () => 'x'),
    ),
  ).toHaveLength(20)
})
