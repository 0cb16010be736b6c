import { expect, test } from 'vitest'
import { applyMutant, makeMutants } from './make-mutants.mjs'

const mutated = (text) => makeMutants(text).map((mutant) => applyMutant(text, mutant))

test.each([
  ['if (a) b = c', ['if (true) b = c', 'if (false) b = c', 'if (a) ;']],
  ['const x = a && (b || c)', ['const x = (a || (b || c))', 'const x = a && ((b && c))']],
  ['const x = a || b || c', ['const x = (a && b) || c', 'const x = ((a || b) && c)']],
  ['const x = a ?? b', ['const x = a', 'const x = (b)']],
  ['const x = a < b', ['const x = a <= b']],
  ['const x = a === b', ['const x = a !== b']],
  ['const x = !a', ['const x = a']],
  ['const x = a + 9', ['const x = a - 9', 'const x = a + 10']],
  ['await send(a)', [';']],
  ['const x = list.filter(isOpen).length', ['const x = list.length']],
  ['const x = Math.max(a, b)', ['const x = Math.min(a, b)']],
  ['const x = Math.log(a + b)', ['const x = Math.log(a - b)']],
  ['const x = [a, b]', ['const x = []']],
  ['const x = () => true', ['const x = () => false']],
  [
    "const x = () => (a ? 'on' : b)",
    ["const x = () => (true ? 'on' : b)", "const x = () => (false ? 'on' : b)", "const x = () => (a ? '' : b)"],
  ],
  ['while (a) step()', ['while (false) step()', 'while (a) ;']],
])('each mistake in `%s` is made by itself', (text, expected) => {
  expect(mutated(text).toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['a type', 'type X = { a: true; b: 1 }'],
  ['an import', "import { a } from './a.ts'"],
  ['a log line', "deps.log.info('sent', { tries: 3 })"],
  ['words for people', "const x = () => 'Nothing was found.'"],
  ['words put together', "const x = 'of ' + name + '.'"],
  ['what an error says', "throw new AppError('missing', `No more than ${1 + 2}.`)"],
  ['a loop that would never end', 'for (;; i++) break'],
  ['a number so large that one more is not seen', 'const x = 20_000'],
])('%s is left alone', (_, text) => {
  expect(mutated(text)).toEqual([])
})

test('a guard against our own mistakes is never removed', () => {
  expect(mutated("if (!webhook) throw new Error('never made')")).toEqual(["if (webhook) throw new Error('never made')"])
})

test('a mutant names its line', () => {
  expect(makeMutants('const a = b\nconst c = !d')).toMatchObject([{ line: 2, from: '!d', to: 'd', kind: 'negation' }])
})
