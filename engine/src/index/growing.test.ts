import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockOf, createNumberBlocks, offsetOf } from './number-blocks.ts'
import { createPairNumbers } from './pair-numbers.ts'
import { createVocabulary } from './vocabulary.ts'

const MANY = 6_000

/** The first item, the newest, and two in between: moved last, just added, and any time. */
function someOf(count: number): number[] {
  return [0, count - 1, (count * 7_919) % count, Math.floor(count / 2)]
}

test('pairs are found at every moment of growing', () => {
  const numbers = createPairNumbers()
  const pairOf = (index: number): [number, number] => [index % 97, Math.floor(index / 97)]
  for (let count = 1; count <= MANY; count++) {
    numbers.add(...pairOf(count - 1), count - 1)
    for (const index of someOf(count)) expect(numbers.find(...pairOf(index))).toBe(index)
    expect(numbers.find(...pairOf(count))).toBe(-1)
  }
  const all = Array.from({ length: MANY }, (_, index) => index)
  expect(all.map((index) => numbers.find(...pairOf(index)))).toEqual(all)
})

test('words keep their numbers at every moment of growing, and nameless numbers are never found', () => {
  const vocabulary = createVocabulary()
  const ids: number[] = []
  for (let count = 1; count <= MANY; count++) {
    ids.push(vocabulary.add(`word${count - 1}`))
    if (count % 3 === 0) vocabulary.addNameless()
    for (const index of someOf(count)) expect(vocabulary.add(`word${index}`)).toBe(ids[index])
  }
  expect(new Set(ids).size).toBe(MANY)
  expect(vocabulary.size).toBe(MANY + Math.floor(MANY / 3))
  expect(vocabulary.find(new Uint16Array(0), 0, 0)).toBe(-1)
})

test('numbers keep their places while more come, also beyond a block, and freed room is used again', () => {
  const lengths = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 9_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 300_000 }) },
  )
  const steps = fc.array(fc.record({ length: lengths.map((length) => 4 * length), leaves: fc.boolean() }), {
    maxLength: 60,
    size: 'max',
  })
  const property = fc.property(steps, (taken) => {
    const numbers = createNumberBlocks()
    const there = new Map<number, { length: number; mark: number }>()
    const viewOf = (position: number, length: number) =>
      numbers.blocks[blockOf(position)]!.subarray(offsetOf(position), offsetOf(position) + length)
    for (const [index, { length, leaves }] of taken.entries()) {
      const position = numbers.take(length)
      expect(there.has(position)).toBe(false)
      expect(viewOf(position, length)).toHaveLength(length)
      viewOf(position, length).fill(index + 1)
      there.set(position, { length, mark: index + 1 })
      if (!leaves) continue
      const [first, { length: room }] = [...there][0]!
      numbers.leave(first, room)
      there.delete(first)
      expect(numbers.take(room)).toBe(first)
      numbers.leave(first, room)
    }
    for (const [place, { length, mark }] of there)
      expect(viewOf(place, length).every((number) => number === mark)).toBe(true)
  })
  fc.assert(property, { numRuns: 25 })
})
