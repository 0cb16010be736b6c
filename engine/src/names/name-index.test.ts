import { findNameSpans, matchesNames } from '@leadlight/domain/watched-names/match-names'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { expect, test } from 'vitest'
import { createDice } from '../testing/dice.ts'
import { makeUpNames } from '../testing/made-up-names.ts'
import { saysNames } from '../testing/names-oracle.ts'
import { createNameIndex } from './name-index.ts'

const TEXTS = [
  'We are leaving Acme Corp after the price rise.\nWhat do you use instead?',
  'ACME’s support is great. See https://www.acme.com/pricing?ref=x, or app.acme.com!',
  'notacme.com is not acme.com.au, and my-acme.com is neither.',
  'C++ or C#? We moved from .NET to Node.js, and from C to Rust.',
  'asp.net, nodejs, c+++, F#',
  'Ask @acme_help or @Acme; me@acme.com works too. #acme #AcmeCorp',
  'Ça va? Le café ACMÉ à Zürich, Straße 5, naïve façade',
  'Cafe\u0301 Zu\u0308rich STRASSE',
  'ＡＣＭＥ ﬁlm ac\u00adme zero\u200bwidth',
  '私はトヨタが好き。Sonyの車とacmeの車、アクメ',
  'ไทยแลนด์ acme ไทย',
  'Привет, Акме! ΟΔΥΣΣΕΥΣ Ὀδυσσεύς',
  'acme-corp acme_corp acme/corp acme+corp acme++ acme# acme#one',
  'The quick brown fox. 2026-11-28 3.5 v1.2.3 1,000',
  'Acme™, Acme® Corp and ©Acme; see Acme² and E²E, not E2E or AcmeTM. ℠',
  '🙂acme🙂 👩‍💻 devs 𝒜cme',
  '',
]

test('an index finds exactly what the oracle does, for 1,000 expressions from a seed', () => {
  const dice = createDice('names-1')
  const index = createNameIndex()
  const made = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), ...makeUpNames(dice, TEXTS) }))
  for (const { id, written } of made) index.put(id, written)
  const matches = TEXTS.flatMap((text) => {
    const found = index.match(text)
    const wanted = made.filter(({ names }) => saysNames(names, text)).map(({ id }) => id)
    expect(new Set(found)).toEqual(new Set(wanted))
    return found
  })
  expect(matches.length).toBeGreaterThan(1_000)
})

test('each match has a place, and each place has words', () => {
  const dice = createDice('names-2')
  const roots = Array.from({ length: 500 }, () => parseNames(makeUpNames(dice, TEXTS).written).root)
  const matches = roots.flatMap((root) =>
    root ? TEXTS.filter((text) => matchesNames(root, text)).map((text) => ({ root, text })) : [],
  )
  const places = matches.map(({ root, text }) =>
    findNameSpans(root, text).map(({ start, end }) => text.slice(start, end)),
  )
  expect(matches.length).toBeGreaterThan(500)
  expect(places.filter((one) => one.length === 0 || one.some((words) => words.trim() === ''))).toEqual([])
})

test('a removed expression is found no more, and a replaced one as it is now', () => {
  const index = createNameIndex()
  index.put('a', 'acme')
  index.put('b', 'acme OR globex')
  index.put('a', 'initech')
  expect(index.match('Acme')).toEqual(['b'])
  expect(index.touches('Initech')).toBe(true)
  index.remove('a')
  index.remove('b')
  expect(index.match('acme globex initech')).toEqual([])
  expect(index.touches('acme globex initech')).toBe(false)
  expect(index.size).toBe(0)
})

test('an expression hangs under the rarest of what it needs', () => {
  const index = createNameIndex()
  index.put('a', 'company AND zyxwv')
  expect(index.touches('a company')).toBe(false)
  expect(index.touches('zyxwv')).toBe(true)
})

test('an expression that no longer parses is found nowhere and hides no other', () => {
  const index = createNameIndex()
  index.put('a', 'acme')
  index.put('b', 'acme')
  index.put('b', '"acme')
  expect(index.match('Acme')).toEqual(['a'])
  expect(index.size).toBe(1)
})
