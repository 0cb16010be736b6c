import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedWeight } from './carried-weight.ts'
import { createPairNumbers } from './pair-numbers.ts'
import { createPositionReader } from './position-reader.ts'
import { CHARACTERS_READ_MAX, readPositions } from './word-positions.ts'
import { MARK_BITS } from './post-words.ts'
import { createStemmer } from './stem-codes.ts'
import { createVocabulary } from './vocabulary.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import type { WordPlan } from './word-plan.ts'
import { stem } from '../language/words.ts'

/** Few words, so that plans and posts meet, with everything that makes reading hard. */
const WORDS = (
  "invoice Invoicing invoices tool tools follow-up follow up followup e-mail email client's client\u2019s Café cafe ＡＢＣ abc " +
  'c++ c# node.js a-b-c abc-d x 2nd Straße 東京 \u{1d400}b 🙂 e\u0301te ete İstanbul ss process studies study of'
).split(' ')
const GAPS = [' ', '  ', ', ', '. ', '-', "'", '\u2019', '+', '#', '/', '_', '', '\n', '\u00a0', '\u0301']

/** Enough words for some of them to share marks. */
const MARKED = 2 ** MARK_BITS + 200

const word = fc.constantFrom(...WORDS)
const posts = fc
  .array(fc.tuple(word, fc.constantFrom(...GAPS)), { maxLength: 14, size: 'max' })
  .map((parts) => parts.map(([one, gap]) => one + gap).join(''))
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const group = fc.record(
  { anyOf: fc.array(phrase, { minLength: 0, maxLength: 8 }), weight: fc.integer({ min: 1, max: 5 }) },
  { requiredKeys: ['anyOf'] },
)
const plans: fc.Arbitrary<WordPlan> = fc
  .record({
    groups: fc.array(group, { maxLength: 4 }),
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    noneOf: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(phrase, { maxLength: 3 })),
  })
  .map(({ groups, share, noneOf }) => {
    const total = groups.reduce((sum, { weight = 1 }) => sum + weight, 0)
    const needed = share === undefined || total === 0 ? {} : { needed: Math.max(1, Math.round(share * total)) }
    return { groups, noneOf, ...needed }
  })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ put: plans }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ post: posts }) },
)

test('the index answers as the oracle does plan by plan, while plans come and go', () => {
  let matches = 0
  const property = fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
    const { found, expected } = liveThrough(steps)
    expect(found).toEqual(expected)
    matches += expected.flat().length
  })
  fc.assert(property, { numRuns: 200 })
  expect(matches).toBeGreaterThan(500)
})

interface Step {
  put?: WordPlan
  remove?: number
  post?: string
}

type Answer = (readonly [slot: number, carried: number])[]

/** What the index and the oracle say of each post. */
function liveThrough(steps: readonly Step[]): { found: Answer[]; expected: Answer[] } {
  const index = createWordIndex({ frequencyOf: (term) => (term.length * 7_919) % 13 })
  const plans = new Map<number, WordPlan>()
  const found: Answer[] = []
  const expected: Answer[] = []
  for (const { put, remove, post: text } of steps) {
    if (put) plans.set(index.put(put), put)
    if (remove !== undefined) removeOne(index, plans, remove)
    if (text === undefined) continue
    found.push(bySlot(matchesOf(index, text)))
    expected.push(bySlot([...plans].map(([slot, plan]) => [slot, carriedWeight(plan, text)] as const)))
  }
  return { found, expected }
}

function matchesOf(index: WordIndex, text: string): Answer {
  const found: Answer = []
  index.match(text, (slot, carried) => void found.push([slot, carried]))
  return found
}

function removeOne(index: WordIndex, plans: Map<number, WordPlan>, at: number): void {
  const slot = [...plans.keys()][at % Math.max(1, plans.size)]
  if (slot === undefined) return
  index.remove(slot)
  plans.delete(slot)
}

function bySlot(found: Answer): Answer {
  return found.filter(([, carried]) => carried > 0).toSorted(([a], [b]) => a - b)
}

test('an index after many edits answers like a new one', () => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  const slots = new Map<number, WordPlan>()
  for (let round = 0; round < 6_000; round++) {
    const taken = [...slots.keys()][round % 97]
    if (round % 3 === 2 && taken !== undefined) {
      index.remove(taken)
      slots.delete(taken)
    }
    const own = {
      groups: [{ anyOf: [`word${round % 50}`, `two words${round % 7}`] }, { anyOf: [`more${round % 11}`] }],
    }
    slots.set(index.put(own), own)
  }
  for (const text of ['word3 more3', 'two words5 and more1 and word44', 'words5 two more1', 'nothing']) {
    const expected = [...slots].map(([slot, own]) => [slot, carriedWeight(own, text)] as const)
    expect(bySlot(matchesOf(index, text))).toEqual(bySlot(expected))
  }
})

test.each([
  ['follow up', 'We follow-up on it', true],
  ['follow-up', 'We follow up on it', true],
  ['follow-up', 'A followup on it', true],
  ['e-mail list', 'My email list', true],
  ['email list', 'My e-mail list', true],
  ['my email list', 'My e-mail list', true],
  ['list email', 'My e-mail list', false],
  ['invoicing tools', 'invoice tool', true],
  ['invoicing tools', 'invoice a tool', false],
  ['tool', 'toolbox', false],
])('the phrase %j and the post %j: %j', (asked, text, isThere) => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  index.put({ groups: [{ anyOf: [asked] }] })
  expect(matchesOf(index, text)).toEqual(isThere ? [[0, 1]] : [])
  expect(carriedWeight({ groups: [{ anyOf: [asked] }] }, text) > 0).toBe(isThere)
})

test('a plan with more words than an entry holds is found by any of them, and kept out by any', () => {
  const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)
  const index = createWordIndex({ frequencyOf: (term) => (term === 'seldom' ? 1 : 9) })
  const plan = {
    groups: [{ anyOf: ['seldom'] }, { anyOf: many('asked', 40) }, { anyOf: [...many('wanted', 20), 'two words'] }],
    noneOf: many('barred', 30),
  }
  const slot = index.put(plan)
  for (const [text, carried] of [
    ['seldom asked39 wanted19', 3],
    ['seldom asked0 two words', 3],
    ['seldom asked0 words two', 0],
    ['seldom asked39', 0],
    ['seldom asked39 wanted19 barred29', 0],
  ] as const) {
    expect(matchesOf(index, text)).toEqual(carried ? [[slot, carried]] : [])
    expect(carriedWeight(plan, text)).toBe(carried)
  }
})

test.each([
  ['a c-d e', ['a c d e', 'a cd e', 'x a c-d e'], ['a c e', 'a d e', 'a cd', 'a c d x e']],
  ['b c d', ['b c d', 'b b c d', 'a b c d', 'b c b c d'], ['b c', 'c d', 'b c x d', 'd c b']],
  ['b b b', ['b b b', 'b b b b'], ['b b', 'b b x b']],
])('the phrase %j is found among others that share words with it', (asked, carrying, others) => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  for (const beside of ['a', 'a c', 'a c-d', 'b b', 'b c', 'c d e', 'x e']) {
    index.put({ groups: [{ anyOf: [beside] }, { anyOf: ['never'] }] })
  }
  const slot = index.put({ groups: [{ anyOf: [asked] }] })
  for (const text of carrying) expect([text, matchesOf(index, text)]).toEqual([text, [[slot, 1]]])
  for (const text of others) expect([text, matchesOf(index, text)]).toEqual([text, []])
})

test('a phrase may be as long as the part of a post that is read', () => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  const phrase = 'x ' + 'a b '.repeat(CHARACTERS_READ_MAX / 4 - 1)
  const slot = index.put({ groups: [{ anyOf: [phrase] }] })
  expect(matchesOf(index, phrase)).toEqual([[slot, 1]])
  expect(matchesOf(index, phrase.slice(2))).toEqual([])
})

test('with more terms than marks, a shared mark alone matches no plan', () => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  const word = (number: number) => `word${number}`
  for (let number = 0; number < MARKED; number++) index.put({ groups: [{ anyOf: [word(number)] }] })
  const plans = [...Array(50).keys()].map((number) => ({
    groups: [{ anyOf: ['seldom'] }, { anyOf: [word(number)] }],
    noneOf: [word(number + 100)],
  }))
  const slots = plans.map((plan) => index.put(plan))
  const same = (number: number) => word(number + 2 ** MARK_BITS)
  for (let number = 0; number < plans.length; number++) {
    const found = (text: string) => matchesOf(index, text).filter(([slot]) => slots.includes(slot))
    expect(found(`seldom ${word(number)} ${same(number + 100)}`)).toEqual([[slots[number], 2]])
    expect(found(`seldom ${word(number)} ${word(number + 100)}`)).toEqual([])
    expect(found(`seldom ${same(number)}`)).toEqual([])
  }
})

test('a post touches the index by a word or a whole phrase that a plan is listed under', () => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  const slot = index.put({ groups: [{ anyOf: ['invoice', 'love apples'] }], needed: 1 })
  expect(['Invoices', 'My love apples', 'Apples, love', 'Nothing'].map((text) => index.touches(text))).toEqual([
    true,
    true,
    false,
    false,
  ])
  index.remove(slot)
  expect(index.touches('Invoices')).toBe(false)
  expect(() => index.remove(slot)).toThrow(RangeError)
})

test('pairs have the numbers they were given, and others none', () => {
  const pair = fc.tuple(fc.nat(200_000), fc.nat(300))
  const property = fc.property(fc.uniqueArray(pair, { maxLength: 3_000, size: 'max', selector: String }), (pairs) => {
    const half = Math.floor(pairs.length / 2)
    const numbers = createPairNumbers()
    pairs.slice(0, half).forEach(([first, second], index) => numbers.add(first, second, index))
    expect(pairs.map(([first, second]) => numbers.find(first, second))).toEqual(
      pairs.map((_, index) => (index < half ? index : -1)),
    )
  })
  fc.assert(property, { numRuns: 30 })
})

test('a plan without groups, or needing more than its groups weigh, matches nothing', () => {
  const index = createWordIndex({ frequencyOf: () => 1 })
  index.put({ groups: [] })
  index.put({ groups: [{ anyOf: ['tool'] }], needed: 2 })
  index.put({ groups: [{ anyOf: [] }, { anyOf: ['tool'] }] })
  expect(matchesOf(index, 'A tool')).toEqual([])
  expect(() => index.put({ groups: [{ anyOf: ['tool'], weight: 0.5 }] })).toThrow(RangeError)
})

test('reading by codes finds the places that plain reading finds', () => {
  const property = fc.property(
    fc.oneof(posts, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
    (text) => {
      const vocabulary = createVocabulary()
      const places = readPositions(text)
      const known = places.filter((_, index) => index % 4 !== 3)
      const termOf = new Map(known.map(({ term }) => [vocabulary.add(term), term]))
      const expected = places.flatMap(({ term, at, length }) =>
        known.some((one) => one.term === term) ? [`${term} ${at} ${length}`] : [],
      )
      const reader = createPositionReader(vocabulary)
      const found = Array.from({ length: reader.read(text) }, (_, index) =>
        [termOf.get(reader.ids[index] ?? -1), reader.ats[index], reader.lengths[index]].join(' '),
      )
      expect(found).toEqual(expected)
    },
  )
  fc.assert(property, { numRuns: 1_000 })
})

test('stems by codes are the stems of strings', () => {
  const stemCodes = createStemmer()
  const piece = fc.constantFrom(
    ...'a e i o u s y n g d b t x z h c r'.split(' '),
    'ing',
    'ed',
    'ies',
    'es',
    'ss',
    'us',
    "'s",
    "'",
    'bb',
    '9',
  )
  const property = fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
    const text = pieces.join('')
    const codes = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    const end = stemCodes(codes, 0, codes.length)
    expect(String.fromCharCode(...codes.subarray(0, end))).toBe(stem(text))
  })
  fc.assert(property, { numRuns: 3_000 })
})
