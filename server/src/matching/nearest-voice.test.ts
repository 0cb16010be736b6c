import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { cosine, packVector, unpackVector } from '../ai/vector-bytes.ts'
import { createSeededRandom } from '../testing/seeded-random.ts'
import { createNearestVoices, NEAREST_VOICE_MODULE } from './nearest-voice.ts'

const SOURCE = new URL('nearest-voice.wat', import.meta.url)

test('the module is what its source assembles to', async () => {
  const toolkit = await wabt()
  const parsed = toolkit.parseWat('nearest-voice.wat', readFileSync(SOURCE, 'utf8'), { simd: true })
  expect(Buffer.from(parsed.toBinary({}).buffer).toString('base64')).toBe(NEAREST_VOICE_MODULE)
})

const random = createSeededRandom('nearest voices')

function vector(): Uint8Array {
  const bytes = random.bytes(384)
  const numbers = Float32Array.from(bytes, (byte) => byte - 128)
  const length = Math.hypot(...numbers)
  return packVector(numbers.map((number) => number / length))
}

test('every slot answers as comparing voice by voice does, however slots were filled, freed and filled again', () => {
  const voices = createNearestVoices()
  const slots: Uint8Array[][] = []
  for (let round = 0; round < 600; round++) {
    const taken = (random.bytes(2)[0] ?? 0) % 5
    if (taken === 0 && slots.length > 0) {
      const slot = (random.bytes(1)[0] ?? 0) % slots.length
      voices.removeBySwap(slot)
      const last = slots.pop()
      if (last && slot < slots.length) slots[slot] = last
      continue
    }
    const slot = taken === 1 && slots.length > 0 ? slots.length - 1 : slots.length
    slots[slot] = [vector(), vector(), vector()]
    voices.set(slot, slots[slot])
  }
  expect(slots.length).toBeGreaterThan(200)
  for (let round = 0; round < 10; round++) {
    const asked = vector()
    const nearness = voices.nearest(asked)
    for (const [slot, own] of slots.entries()) {
      const expected = Math.max(...own.map((voice) => cosine(unpackVector(voice), unpackVector(asked))))
      expect(nearness(slot)).toBeCloseTo(expected, 5)
    }
  }
})

test('a vector of zeros is near to nothing', () => {
  const voices = createNearestVoices()
  voices.set(0, [vector(), vector(), vector()])
  expect(voices.nearest(new Uint8Array(384))(0)).toBe(0)
})
