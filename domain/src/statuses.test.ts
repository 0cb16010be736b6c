import { expect, test } from 'vitest'
import {
  DEFAULT_LEAD_STATUSES,
  DEFAULT_PROSPECT_STATUSES,
  STATUS_COLORS,
  isSameName,
  movedTo,
  nextColor,
  type StatusColor,
} from './statuses.ts'

test.each([
  ['a', 0, 'abc'],
  ['a', 1, 'bac'],
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 99, 'acb'],
  ['x', 0, 'abc'],
])('%s moved to %d makes %s', (id, position, order) => {
  expect(movedTo(['a', 'b', 'c'], id, position).join('')).toBe(order)
})

test('two names are the same whatever their case, accents included', () => {
  expect(isSameName('Déjà vu', 'DÉJÀ VU')).toBe(true)
  expect(isSameName('Deja vu', 'Déjà vu')).toBe(false)
})

test.each([[DEFAULT_LEAD_STATUSES], [DEFAULT_PROSPECT_STATUSES]])('the names of a default set differ', (statuses) => {
  expect(new Set(statuses.map(({ name }) => name)).size).toBe(statuses.length)
})

test('each colour is used once before one is used twice', () => {
  const taken: StatusColor[] = []
  for (let n = 0; n < 2 * STATUS_COLORS.length; n += 1) taken.push(nextColor(taken))
  expect(taken).toEqual([...STATUS_COLORS, ...STATUS_COLORS])
})

test('an unused colour comes before a used one', () => {
  expect(nextColor(['grey', 'blue', 'green'])).toBe('teal')
})
