import { expect, test } from 'vitest'
import { checkNames } from './check-names.mjs'

const rules = {
  words: { heard: 'received', place: 'position', news: 'events' },
  names: { within: 'intersectGrants' },
  phrases: { 'hacker news': 'a source' },
  exempt: { placeTooltip: 'It places a tooltip.' },
}

test('a banned word is found in exported names and file names, wherever it stands in them', () => {
  const files = [
    {
      path: 'server/src/heard-by.ts',
      text: 'export interface ListPlace {}\nexport async function within() {}\nconst place = 1',
    },
    {
      path: 'web/src/rows.tsx',
      text: 'export const PLACE_MAX = 1\nexport type HeardHTMLNews = string\nexport { kept as placeOf }',
    },
  ]
  expect(checkNames(files, rules)).toEqual([
    'server/src/heard-by.ts: heard-by.ts has "heard". Write received.',
    'server/src/heard-by.ts: ListPlace has "place". Write position.',
    'server/src/heard-by.ts: within has "within". Write intersectGrants.',
    'web/src/rows.tsx: PLACE_MAX has "place". Write position.',
    'web/src/rows.tsx: HeardHTMLNews has "heard". Write received.',
    'web/src/rows.tsx: HeardHTMLNews has "news". Write events.',
    'web/src/rows.tsx: placeOf has "place". Write position.',
  ])
})

test('a longer word, a usual phrase and an exempt name are allowed', () => {
  const text =
    'export function replaceAll() {}\nexport const HACKER_NEWS = 1\nexport function placeTooltip() {}\nexport const withinGrants = 1'
  expect(checkNames([{ path: 'web/src/placement.ts', text }], rules)).toEqual([])
})
