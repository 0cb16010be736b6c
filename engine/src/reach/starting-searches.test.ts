import { expect, test } from 'vitest'
import { planSignal } from '../plan/plan.ts'
import { asksForWords } from './search-text.ts'
import { startingSearches, tellingWeight } from './starting-searches.ts'

const searchesOf = (signal: string): string[] => planSignal(signal).searchQueries

test.each([
  ['Teams moving their dashboards from New Relic to Grafana', ['"New Relic"', 'grafana', 'dashboards']],
  ['Teams using Notion, Linear or Monday.com', ['notion', 'linear', 'monday.com']],
  ['Stripe or PayPal', ['stripe', 'paypal']],
  ['Developers asking about C++ or .NET hosting', ['c++', '.net', 'hosting']],
  ['People looking for a co-founder', ['co-founder']],
  ['Dental clinics asking which booking or reminder software to use', ['reminder', 'booking', 'software']],
])('begins with names whole, then single words, the most telling first: %s', (signal, searches) => {
  expect(searchesOf(signal)).toEqual(searches)
})

test.each([
  ['Developers asking which C compiler to use', ['compiler']],
  ['Users of X or R asking for help', []],
])('never begins with a name of one letter, which every post holds: %s', (signal, searches) => {
  expect(searchesOf(signal)).toEqual(searches)
})

test.each([
  'which one should they use and why',
  'People',
  "I'm looking for someone who can do it",
  '🎉🎉🎉',
  '2026 15',
])('finds nothing to begin with in stop words: %s', (signal) => {
  expect(searchesOf(signal)).toEqual([])
})

test('takes the words of the sentence where there is neither topic nor name', () => {
  expect(startingSearches({ topics: [], names: [], signal: 'People asking for sourdough' })).toEqual(['sourdough'])
})

test.each([
  `Bakers asking ${'which flour to buy '.repeat(105)}`,
  `Bakers asking for ${Array.from({ length: 200 }, (_, index) => `flour${'abcdefghij'[index % 10]}${index}`).join(', ')}`,
  'Pequeñas empresas que preguntan qué software de contabilidad usar',
  '小企業の経営者が会計ソフトを探している',
])('gives few searches, each once and each to be asked for, whatever is said: %s', (signal) => {
  const searches = searchesOf(signal)
  expect(searches.length).toBeGreaterThan(0)
  expect(searches.length).toBeLessThanOrEqual(8)
  expect(new Set(searches).size).toBe(searches.length)
  expect(searches.every(asksForWords)).toBe(true)
})

test('a rare word tells more than a common one', () => {
  expect(tellingWeight('sourdough')).toBeGreaterThan(tellingWeight('software'))
  expect(tellingWeight('software')).toBeGreaterThan(tellingWeight('work'))
})
