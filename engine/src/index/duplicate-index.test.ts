import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDuplicateIndex } from './duplicate-index.ts'
import { isNearDuplicate } from '../language/near-duplicate.ts'

const fingerprint = fc.uint8Array({ minLength: 8, maxLength: 8 })
/** The bits to flip; near misses and near hits are equally frequent. */
const flips = fc.uniqueArray(fc.nat(63), { maxLength: 6 })

function flipped(bytes: Uint8Array, bits: readonly number[]): Uint8Array {
  const copy = Uint8Array.from(bytes)
  for (const bit of bits) copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

test('an index finds exactly what a comparison with each fingerprint would', () => {
  const answers = new Set<boolean>()
  fc.assert(
    fc.property(fc.array(fingerprint, { maxLength: 20 }), fc.nat(), flips, (known, which, bits) => {
      const index = createDuplicateIndex()
      for (const [at, one] of known.entries()) index.add(one, String(at))
      const asked = flipped(known[which % Math.max(1, known.length)] ?? new Uint8Array(8), bits)
      const found = index.find(asked)
      answers.add(found !== undefined)
      expect(found !== undefined).toBe(known.some((other) => isNearDuplicate(other, asked)))
      expect(found === undefined || isNearDuplicate(known[Number(found)]!, asked)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(answers).toEqual(new Set([true, false]))
})

test('an empty index finds nothing, not even for the fingerprint of an empty text', () => {
  expect(createDuplicateIndex().find(new Uint8Array(8))).toBeUndefined()
})
