import { expect, test } from 'vitest'
import { compareWords, fitHeads, fitTagger, readChanged, readNotes } from './fit-conditions.ts'

test('notes say of each condition whether it is met; a limit fails by time as well', () => {
  expect(readNotes('mnu--')).toEqual([1, 0, 0.5, undefined])
  expect(readNotes('mmmmn')).toEqual([1, 1, 1, 0])
  expect(readNotes('')).toEqual([undefined, undefined, undefined, undefined])
})

test('a counterfactual says of the condition changed alone, and that it fails only where all the others are met', () => {
  const met = { grade: 2, letters: 'mmm--' }
  expect(readChanged('who', 2, undefined)).toEqual([1, undefined, undefined, undefined])
  expect(readChanged('act', 0, met)).toEqual([undefined, 0, undefined, undefined])
  expect(readChanged('topic', 1, { grade: 1, letters: 'nmm--' })).toEqual(Array(4).fill(undefined))
  expect(readChanged('topic', 1, { grade: 1, letters: 'mmn--' })).toEqual([undefined, undefined, 0, undefined])
  expect(readChanged('limit', 0, { grade: 1, letters: '' })).toEqual(Array(4).fill(undefined))
})

test('two sentences differ in the words that are not common to both, unless little is', () => {
  const words = (text: string) => text.split(' ')
  const differs = compareWords(words('owners who ask for an oven'), words('students who ask for an oven'))
  expect(differs?.map((side) => side.indexOf(true))).toEqual([0, 0])
  expect(differs?.map((side) => side.filter(Boolean).length)).toEqual([1, 1])
  expect(compareWords(words('a b c d'), words('a e f g'))).toBeUndefined()
})

test('the tagger learns the words that differ, and a head what meets its condition', () => {
  const [own, other] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  const wordings = Array.from({ length: 200 }, () => ({ kind: 'who' as const, tokens: [own, other], differs: [true, false] })) // oxfmt-ignore
  const { who, act } = fitTagger(wordings)
  expect(who.weights[0]).toBeGreaterThan(0.5)
  expect(who.weights[1]).toBeLessThan(0)
  expect(act.weights).toEqual([])
  const rows = Array.from({ length: 400 }, (_, index) => {
    const inputs = Float64Array.of(index % 2)
    return { asked: `signal ${index % 7}`, inputs: [inputs, inputs, inputs, inputs], met: [index % 2, undefined] }
  })
  const heads = fitHeads(rows)
  expect(heads.who.weights[0]).toBeGreaterThan(0.5)
  expect(heads.act.weights).toEqual([])
})
