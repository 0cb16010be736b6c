import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { NEAR_TOKENS_MODULE, nearestTokens, tokenRows } from './near-tokens.ts'
import { unitRows } from './reading.ts'

const SOURCE = new URL('near-tokens.wat', import.meta.url)

test('the module is what its source assembles to', async () => {
  const toolkit = await wabt()
  const parsed = toolkit.parseWat('near-tokens.wat', readFileSync(SOURCE, 'utf8'), { simd: true })
  expect(Buffer.from(parsed.toBinary({}).buffer).toString('base64')).toBe(NEAR_TOKENS_MODULE)
})

/** Tokens whose numbers follow from a seed, so that a failing case stays readable. */
const tokens = (least: number) =>
  fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: least, maxLength: 40 }).map((seeds) => {
    const rows = seeds.flatMap((seed) => Array.from({ length: VECTOR_LENGTH }, (_, at) => Math.sin(seed * (at + 1))))
    return unitRows(Float32Array.from(rows), VECTOR_LENGTH)
  })

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
}

function rowsOf(all: Float32Array): Float32Array[] {
  const count = all.length / VECTOR_LENGTH
  return Array.from({ length: count }, (_, row) => all.subarray(row * VECTOR_LENGTH, (row + 1) * VECTOR_LENGTH))
}

test('each wanted token gets its greatest product with a token of the group', () => {
  const property = fc.property(tokens(1), fc.array(tokens(0), { maxLength: 6 }), (wanted, groups) => {
    const found = nearestTokens(tokenRows(wanted), groups.map(tokenRows))
    expect(found).toHaveLength(groups.length)
    groups.forEach((group, index) => {
      const expected = rowsOf(wanted).map((row) => Math.max(-1, ...rowsOf(group).map((other) => dot(row, other))))
      expect(found[index]).toHaveLength(expected.length)
      expected.forEach((product, at) => expect(found[index]?.[at]).toBeCloseTo(product, 3))
    })
  })
  fc.assert(property, { numRuns: 100 })
})

test('what was found before stands when more is compared', () => {
  const unitAt = (place: number) =>
    tokenRows(Float32Array.from({ length: VECTOR_LENGTH }, (_, at) => (at === place ? 1 : 0)))
  const [one, other] = [unitAt(3), unitAt(5)]
  const [before] = nearestTokens(one, [one])
  const [after] = nearestTokens(one, [other])
  expect([before?.[0], after?.[0]]).toEqual([1, 0])
})
