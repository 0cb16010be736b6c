import { expect, test } from 'vitest'
import { tellingWords, wordsOfPost } from './telling-words.ts'

const posts = (...texts: string[]) => texts.map((text) => ({ words: wordsOfPost(text) }))

test('the words of a post are those that it could be found by', () => {
  const words = wordsOfPost('Hi guys, thanks! I need **sourdough** starter for 2 loaves, see https://example.com/a')
  expect([...words]).toEqual(expect.arrayContaining(['sourdough', 'starter', 'loaves']))
  for (const left of ['hi', 'guys', 'thanks', 'need', '2', 'for', 'i']) expect(words).not.toContain(left)
})

test('words that fewer than three of the best posts share say nothing of all', () => {
  expect(tellingWords(posts('sourdough flour', 'sourdough flour', 'sourdough salt')).map(({ word }) => word)).toEqual([
    'sourdough',
  ])
  expect(tellingWords([])).toEqual([])
})

test('of words that as many posts share, the rarer is first; of equally rare ones, the more frequent', () => {
  const shared = posts('sourdough software', 'sourdough software', 'sourdough software')
  expect(tellingWords(shared).map(({ word }) => word)).toEqual(['sourdough', 'software'])
  const made = posts('grelf wibble', 'grelf wibble', 'grelf wibble', 'wibble')
  expect(tellingWords(made).map(({ word }) => word)).toEqual(['wibble', 'grelf'])
})

test('gives at most twelve words, in one order however the posts came', () => {
  const text = Array.from({ length: 20 }, (_, index) => `word${'abcdefghijklmnopqrst'[index]}`).join(' ')
  const best = [...posts(text, text, text), ...posts('wordt', 'words')]
  expect(tellingWords(best)).toHaveLength(12)
  expect(tellingWords(best.toReversed())).toEqual(tellingWords(best))
})
