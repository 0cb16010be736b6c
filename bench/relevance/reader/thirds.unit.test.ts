import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readGraded } from '../read-data.ts'

const held = JSON.parse(readFileSync(new URL('thirds/held.json', import.meta.url), 'utf8')) as string[][]
const idsOf = (set: string) =>
  readGraded(new URL(`../labels/${set}`, import.meta.url).pathname).signals.map(({ id }) => id)

test('each signal that the layers learned from was unseen by one of the three, and none is set apart', () => {
  const ids = held.flat()
  expect(held).toHaveLength(3)
  expect(new Set(ids).size).toBe(ids.length)
  expect(idsOf('learn')).toEqual(expect.arrayContaining(ids))
  // All but the eight that are near a signal that is measured.
  expect(ids).toHaveLength(idsOf('learn').length - 8)
  expect(idsOf('apart').filter((id) => ids.includes(id))).toEqual([])
})
