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

test('a banned word is found in the members of an exported type, but not in a column, a text or an unexported type', () => {
  const text = [
    'export interface Feed {',
    '  /** Its place: (unknown) */',
    '  readonly heard?: number',
    '  within: string',
    '  list(): { place: number; place_id: string }',
    '',
    "  kind: 'news: all'",
    '}',
    'interface Hidden {',
    '  newsOf(): void',
    '}',
    'export class Reader {',
    '  async readNews(): Promise<void> {}',
    '}',
  ].join('\n')
  expect(checkNames([{ path: 'server/src/feed.ts', text }], rules)).toEqual([
    'server/src/feed.ts: heard has "heard". Write received.',
    'server/src/feed.ts: place has "place". Write position.',
    'server/src/feed.ts: readNews has "news". Write events.',
  ])
})
