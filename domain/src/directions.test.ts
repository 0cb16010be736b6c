import { expect, test } from 'vitest'
import { withoutReordering } from './directions.ts'

test('a text reads in the order it is written in, and reaches over into nothing beside it', () => {
  expect(withoutReordering('photo_\u202Egpj.exe\u202C \u202Ab\u202B')).toBe('photo_gpj.exe b')
  expect(withoutReordering('\u2069open \u2067\u2066\u2068')).toBe('open ')
  const hebrew = 'שלום\u200F, 100\u200E %'
  expect(withoutReordering(hebrew)).toBe(hebrew)
})
