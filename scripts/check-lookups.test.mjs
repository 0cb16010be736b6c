import { expect, test } from 'vitest'
import { checkLookups } from './check-lookups.mjs'

test('a table is found that is an object and looked up by any text; a Map and a key that is written there are allowed', () => {
  const text = [
    'const WORDS: Readonly<Record<string, number>> = { one: 1 }',
    'const NAMES: Record<string, string> = { one: "1" }',
    'const KNOWN: ReadonlyMap<string, number> = new Map(Object.entries({ one: 1 }))',
    "export const found = (word: string) => [WORDS[word], NAMES['one'], KNOWN.get(word)]",
  ].join('\n')
  expect(checkLookups([{ path: 'a.ts', text }])).toEqual([
    'a.ts: WORDS is looked up by any text. Write new Map(Object.entries({ … })).',
  ])
})
