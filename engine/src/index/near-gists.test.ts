import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { gistOf, gistOfAll, GIST_LENGTH, nearnessOf, productFor, productOf } from './gist.ts'
import { createNearGists, NEAR_GISTS_MODULE } from './near-gists.ts'

const SOURCE = new URL('near-gists.wat', import.meta.url)

test('the module is what its source assembles to', async () => {
  const toolkit = await wabt()
  const parsed = toolkit.parseWat('near-gists.wat', readFileSync(SOURCE, 'utf8'), { simd: true })
  expect(Buffer.from(parsed.toBinary({}).buffer).toString('base64')).toBe(NEAR_GISTS_MODULE)
})

const gists = fc
  .array(fc.integer({ min: -127, max: 127 }), { minLength: GIST_LENGTH, maxLength: GIST_LENGTH })
  .map((bytes) => Int8Array.from(bytes))
const edits = fc.array(
  fc.record({ slot: fc.nat({ max: 40 }), gist: fc.option(gists), least: fc.integer({ min: -60_000, max: 60_000 }) }),
  { minLength: 10, maxLength: 80, size: 'max' },
)

test('a scan finds what a comparison gist by gist does, however slots were filled, freed and refilled', () => {
  let counted = 0
  const property = fc.property(edits, gists, (steps, asked) => {
    const near = createNearGists()
    const slots = new Map<number, { gist: Int8Array; least: number }>()
    for (const { slot, gist, least } of steps) {
      if (gist) {
        near.set(slot, gist, least)
        slots.set(slot, { gist, least })
      } else if (slots.delete(slot)) near.clear(slot)
    }
    const found = new Map<number, number>()
    near.scan(asked, (slot, product) => void found.set(slot, product))
    const expected = [...slots]
      .map(([slot, { gist, least }]) => ({ slot, least, product: productOf(gist, asked) }))
      .filter(({ product, least }) => product >= least)
    expect([...found].toSorted(([a], [b]) => a - b)).toEqual(
      expected.map(({ slot, product }) => [slot, product]).toSorted(([a = 0], [b = 0]) => a - b),
    )
    counted += expected.length
  })
  fc.assert(property, { numRuns: 200 })
  expect(counted).toBeGreaterThan(500)
})

test('a scan covers more gists than fit one pass', () => {
  const near = createNearGists()
  const one = new Int8Array(GIST_LENGTH).fill(3)
  for (let slot = 0; slot < 20_001; slot++) near.set(slot, one, slot % 1_000 === 0 ? 0 : 1_000_000)
  const found: number[] = []
  near.scan(one, (slot) => void found.push(slot))
  expect(found).toEqual(Array.from({ length: 21 }, (_, index) => 1_000 * index))
})

test('a vector is nearest to itself, and a zero vector is near nothing', () => {
  const vector = (seed: number) => {
    const numbers = Float32Array.from({ length: 384 }, (_, at) => Math.sin(seed * 100 + at * at))
    const length = Math.hypot(...numbers)
    return numbers.map((value) => value / length)
  }
  const one = vector(1)
  expect(nearnessOf(productOf(gistOf(one), gistOf(one)))).toBeCloseTo(1, 1)
  expect(gistOfAll([one])).toEqual(gistOf(one))
  expect(gistOf(new Float32Array(384))).toEqual(new Int8Array(GIST_LENGTH))
  expect(nearnessOf(productFor(0.35))).toBeGreaterThanOrEqual(0.35)
})
