import { expect, test } from 'vitest'
import { tabulate } from './tabulate.ts'

test('precision counts by what the engine says, recall by what readers said', () => {
  const { rows, notMet, met } = tabulate([
    { read: 'not_met', said: 'not_met' },
    { read: 'not_met', said: 'not_said' },
    { read: 'met', said: 'met' },
    { read: 'met', said: 'not_met' },
    { read: 'not_said', said: 'met' },
  ])
  expect(notMet).toEqual({ precision: 0.5, recall: 0.5 })
  expect(met).toEqual({ precision: 0.5, recall: 0.5 })
  expect(rows).toEqual([
    { read: 'met', counts: [1, 1, 0] },
    { read: 'not_met', counts: [0, 1, 1] },
    { read: 'not_said', counts: [1, 0, 0] },
  ])
})

test('nothing graded is no share', () => {
  expect(tabulate([]).notMet).toEqual({ precision: 0, recall: 0 })
})
