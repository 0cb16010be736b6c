import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { cosine, packVector, unpackVector } from '../embedding/vector-bytes.ts'
import { createNearVectors, NEAR_VECTORS_MODULE } from './near-vectors.ts'

const SOURCE = new URL('near-vectors.wat', import.meta.url)

test('the module is what its source assembles to', async () => {
  const toolkit = await wabt()
  const parsed = toolkit.parseWat('near-vectors.wat', readFileSync(SOURCE, 'utf8'), { simd: true })
  expect(Buffer.from(parsed.toBinary({}).buffer).toString('base64')).toBe(NEAR_VECTORS_MODULE)
})

const vectors = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 384, maxLength: 384 }).map((numbers) => {
  const length = Math.hypot(...numbers) || 1
  return Float32Array.from(numbers, (number) => number / length)
})

test('products are the cosines with the packed vectors', () => {
  const property = fc.property(fc.array(vectors, { minLength: 1, maxLength: 20 }), vectors, (rows, voice) => {
    const near = createNearVectors()
    near.makeRoom(rows.length)
    const scales = rows.map((vector, row) => near.set(row, packVector(vector)))
    const products = near.multiply(voice, 0, rows.length)
    rows.forEach((vector, row) => {
      expect((products[row] ?? 0) * (scales[row] ?? 0)).toBeCloseTo(cosine(voice, unpackVector(packVector(vector))), 3)
    })
  })
  fc.assert(property, { numRuns: 50 })
})

test('a row keeps its vector as room is made, and loses it when it is cleared', () => {
  const near = createNearVectors()
  near.makeRoom(1)
  const vector = Float32Array.from({ length: 384 }, (_, at) => (at === 7 ? 1 : 0))
  near.set(0, packVector(vector))
  near.makeRoom(50_000)
  const [before] = near.multiply(vector, 0, 1)
  near.clear(0)
  expect([before, near.multiply(vector, 0, 1)[0]]).toEqual([127 * 32_767, 0])
})
