import { COMMON_WORDS } from '@leadlight/domain/watched-names/common-names'
import { expect, test } from 'vitest'
import { isStopTerm, stem } from '../language/words.ts'
import { postsHolding, wordStatistics } from '../language/word-statistics.ts'

const [COMMON_FROM, RARE_BELOW] = [0.04, 0.02]
/** Common in the counted posts alone, which are of few kinds. */
const OF_THESE_POSTS = new Set(['unit', 'flight', 'hn'])
const OF_ADDRESSES = new Set('com www http https org net html s t d m ll re ve'.split(' '))

test('the words that are too common to be watched are those that one post in twenty-five has', () => {
  const stems = new Set([...COMMON_WORDS].map(stem))
  const missing = Object.keys(wordStatistics.counts).filter(
    (term) => postsHolding(term) / wordStatistics.posts >= COMMON_FROM && !stems.has(term) && !OF_THESE_POSTS.has(term),
  )
  expect(missing).toEqual([])
  const rare = [...COMMON_WORDS].filter(
    (word) =>
      !OF_ADDRESSES.has(word) &&
      !isStopTerm(stem(word)) &&
      postsHolding(stem(word)) / wordStatistics.posts < RARE_BELOW,
  )
  expect(rare).toEqual([])
})
