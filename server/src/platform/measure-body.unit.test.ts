import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFields, measureJson } from './measure-body.ts'

const UNLIMITED = { values: Infinity, levels: Infinity }
const measure = (json: string, limits = UNLIMITED) => measureJson(Buffer.from(json), limits)

/** The extent found by parsing. An empty list or object counts as two, as in `JsonExtent`. */
function extentOf(value: unknown): { values: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, levels: 0 }
  const inner = Object.values(value).map(extentOf)
  return {
    values: 1 + (inner.length === 0 ? 1 : inner.reduce((sum, { values }) => sum + values, 0)),
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
  }
}

describe('JSON is measured as it is parsed', () => {
  test('whatever it holds, with or without white space', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'a', 'é', '\u{1F511}', '\n') })
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true, false),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        expect(measure(JSON.stringify(value, null, indent))).toEqual(extentOf(value))
      }),
    )
  })

  test.each([
    ['', { values: 1, levels: 0 }],
    ['[[[', { values: 4, levels: 3 }],
    ['[1,2', { values: 3, levels: 1 }],
    ['"a\\"[[[", [', { values: 3, levels: 1 }],
    ['"left open [[[', { values: 1, levels: 0 }],
  ])('malformed %j is measured as far as a parser would read it', (json, extent) => {
    expect(measure(json)).toEqual(extent)
  })
})

test('JSON beyond a limit is measured no further', () => {
  expect(measure('['.repeat(1_000), { values: 5, levels: 1_000 })).toEqual({ values: 6, levels: 5 })
  expect(measure('['.repeat(1_000), { values: 1_000, levels: 5 })).toEqual({ values: 7, levels: 6 })
  expect(measure(`[${'1,'.repeat(1_000)}1]`, { values: 5, levels: 5 })).toEqual({ values: 6, levels: 1 })
  expect(countFields(Buffer.from('a=1&'.repeat(1_000)), 5)).toBe(6)
})

test('form fields are counted by their ampersands', () => {
  expect(countFields(Buffer.from('a=1&b=2%26&c'), 100)).toBe(3)
})
