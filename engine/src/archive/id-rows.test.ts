import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdRows } from './id-rows.ts'

const IDS = fc.sample(fc.uuid(), { numRuns: 1_500, seed: 7 })

test('ids have the rows that a map says, however they came and went', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: IDS.length - 1 }), fc.boolean()), {
    minLength: 1_000,
    maxLength: 4_000,
    size: 'max',
  })
  const property = fc.property(steps, (edits) => {
    const rows = new IdRows()
    const plain = new Map<string, number>()
    const free: number[] = []
    for (const [number, isAdded] of edits) {
      const id = IDS[number] ?? ''
      const row = plain.get(id)
      if (isAdded && row === undefined) {
        const next = free.pop() ?? plain.size
        rows.set(id, next)
        plain.set(id, next)
      } else if (!isAdded) {
        rows.delete(id)
        plain.delete(id)
        if (row !== undefined) free.push(row)
      }
    }
    expect(rows.count).toBe(plain.size)
    for (const id of IDS) expect(rows.find(id)).toBe(plain.get(id))
    for (const [id, row] of plain) expect(rows.idOf(row)).toBe(id)
  })
  fc.assert(property, { numRuns: 20 })
})

test('rows compare as their ids do', () => {
  const rows = new IdRows()
  const some = IDS.slice(0, 50)
  some.forEach((id, row) => rows.set(id, row))
  const inOrder = some.map((_, row) => row).toSorted((one, other) => rows.compare(one, other))
  expect(inOrder.map((row) => rows.idOf(row))).toEqual(some.toSorted())
})
