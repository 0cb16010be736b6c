import { afterEach, expect, test } from 'vitest'
import { packVector } from '../embedding/vector-bytes.ts'
import { createDice } from '../testing/dice.ts'
import { createReverseIndex, type IndexedSignal, type ReverseMatch } from './reverse-index.ts'
import { createSharedIndex, type SharedIndex } from './shared-index.ts'

const WORDS = ['oven', 'invoice', 'tomato', 'tracker', 'tea', 'ladder', 'bicycle', 'lawyer', 'sewing', 'printer']
const NUMBERS = 384

let shared: SharedIndex
afterEach(() => shared.close())

/** Vectors of a few kinds, so that some posts are near to some signals by their meaning alone. */
function vectorOf(kind: number, seed: string): Float32Array {
  const dice = createDice(seed)
  const values = Float32Array.from({ length: NUMBERS }, (_, at) => (at % 10 === kind ? 1 : 0) + dice.below(100) / 200)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

function signalOf(number: number): IndexedSignal {
  const subject = [WORDS[number % 10] ?? '', WORDS[(number * 7 + 3) % 10] ?? '', `rare${number}`]
  return {
    id: `signal ${number}`,
    subject,
    voices: [0, 1, 2].map((voice) => vectorOf(number % 10, `${number} ${voice}`)),
  }
}

const POSTS = Array.from({ length: 40 }, (_, number) => ({
  text: `About the ${WORDS[number % 10]} and a ${WORDS[(number * 3) % 10]} with rare${number} things`,
  vector: number % 4 === 0 ? undefined : packVector(vectorOf(number % 10, `post ${number}`)),
}))

function sorted(matches: readonly ReverseMatch[][]): ReverseMatch[][] {
  return matches.map((found) => found.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
}

/** The answers of a single index in this thread with the same signals. */
function expected(signals: readonly IndexedSignal[]): ReverseMatch[][] {
  const index = createReverseIndex()
  for (const signal of signals) index.put(signal)
  return sorted(POSTS.map(({ text, vector }) => index.match(text, vector)))
}

test('an index on several threads answers as one', async () => {
  shared = createSharedIndex({ ownMax: 10, perThread: 12, threads: 3 })
  const signals = Array.from({ length: 60 }, (_, number) => signalOf(number))
  shared.put(signals.slice(0, 25))
  shared.put(signals.slice(25))
  const wanted = expected(signals)
  expect(wanted.flat().length).toBeGreaterThan(100)
  expect(sorted(await shared.match(POSTS))).toEqual(wanted)
  const texts = ['rare3', 'rare41 and nothing else', 'nothing at all', 'the oven']
  expect(await shared.sharesWords(texts)).toEqual([true, true, false, true])
})

test('what is put or removed counts for the next match, on whichever thread it is', async () => {
  shared = createSharedIndex({ ownMax: 2, perThread: 2, threads: 2 })
  const signals = Array.from({ length: 8 }, (_, number) => signalOf(number))
  shared.put(signals)
  const asked = shared.match(POSTS)
  for (const number of [0, 3, 7]) shared.remove(`signal ${number}`)
  const anew = { ...signalOf(20), id: 'signal 5' }
  shared.put([anew])
  expect(sorted(await asked)).toEqual(expected(signals))
  const left = [1, 2, 4, 6].flatMap((number) => signals[number] ?? [])
  expect(sorted(await shared.match(POSTS))).toEqual(expected([...left, anew]))
})

test('after a part of the index has died, matching fails and the index counts as lost', async () => {
  shared = createSharedIndex({ ownMax: 0, perThread: 1, threads: 2 })
  shared.put([signalOf(1), signalOf(2)])
  expect(shared.isLost()).toBe(false)
  const broken = { ...signalOf(3), voices: null as unknown as Float32Array[] }
  shared.put([broken])
  await expect(shared.match(POSTS)).rejects.toThrow()
  expect(shared.isLost()).toBe(true)
  await expect(shared.match(POSTS)).rejects.toThrow()
})
