import { expect, test } from 'vitest'
import type { Schema } from '@leadlight/testing/fuzz/arbitrary-of'
import { enlarge, FILLS } from './largest.ts'

const schema: Schema = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: 20 },
    note: { anyOf: [{ type: 'string', maxLength: 6 }, { type: 'null' }] },
    format: { enum: ['csv', 'json'] },
    ids: { type: 'array', maxItems: 3, items: { type: 'string', format: 'uuid' } },
    words: { type: 'array', maxItems: 4, items: { type: 'string', maxLength: 10 } },
    limit: { type: 'integer', maximum: 200 },
  },
  required: ['title'],
}

test('a value is made as large as its schema allows, and keeps what it chose', () => {
  const value = enlarge(schema, { title: 'short', format: 'json' }, { fill: FILLS['one word'], share: 1 })
  expect(value).toEqual({
    title: 'a'.repeat(20),
    note: 'aaaaaa',
    format: 'json',
    ids: [expect.any(String), expect.any(String), expect.any(String)],
    words: ['0aaaaaaaaa', '1aaaaaaaaa', '2aaaaaaaaa', '3aaaaaaaaa'],
    limit: 200,
  })
})

test('a share makes texts and lists shorter', () => {
  const value = enlarge(schema, {}, { fill: FILLS['one word'], share: 0.5 })
  expect(value).toMatchObject({ title: 'a'.repeat(10), words: ['0aaaa', '1aaaa'] })
})

test.each(Object.entries(FILLS))('%s are as long as asked for', (_, fill) => {
  for (const length of [1, 2, 3, 80, 20_000]) expect(fill(length)).toHaveLength(length)
})
