import { VECTOR_LENGTH } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { createReverseIndex } from '@leadlight/engine/index/reverse-index'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { createChance, createDraw, type Chance } from './chance.ts'
import { median, perSecond, rounded } from './engine.ts'
import type { Corpus } from './posts.ts'

const SIGNALS = [100_000, 1_000_000]
const ROUNDS = 5
const POSTS_A_ROUND = 200
const VECTORS = 5_000
/** The graded signals' subjects have three or four words, half of which occur in one post of a hundred. */
const SUBJECT_WORDS = 4

/**
 * Measures the product's index as a worker uses it for each post, by words and meaning. Vectors are made up, evenly
 * spread.
 */
export function measureProduct({ texts }: Corpus): Record<string, unknown> {
  const chance = createChance(5)
  const vectors = Array.from({ length: VECTORS }, () => madeUpVector(chance))
  const words = Object.keys(wordStatistics.counts)
  const draw = createDraw(Object.values(wordStatistics.counts).map(Math.sqrt), chance)
  const posts = texts.slice(0, POSTS_A_ROUND).map((text) => ({ text, vector: packVector(madeUpVector(chance)) }))
  const figures: Record<string, unknown> = {}
  for (const signals of SIGNALS) {
    const index = createReverseIndex()
    for (let at = 0; at < signals; at++) {
      const subject = Array.from({ length: SUBJECT_WORDS }, () => words[draw()] ?? '')
      index.put({ id: `${at}`, subject, voices: [vectors[chance.below(VECTORS)] ?? new Float32Array(VECTOR_LENGTH)] })
    }
    let matches = 0
    const rounds = Array.from({ length: ROUNDS + 1 }, () => {
      matches = 0
      return perSecond(posts, ({ text, vector }) => (matches += index.match(text, vector).length))
    }).slice(1)
    figures[signals] = { msPerPost: rounded(1_000 / median(rounds)), matchesPerPost: matches / posts.length }
  }
  return figures
}

function madeUpVector(chance: Chance): Float32Array {
  const numbers = Float32Array.from({ length: VECTOR_LENGTH }, () => chance.share() + chance.share() - 1)
  const length = Math.hypot(...numbers)
  return numbers.map((value) => value / length)
}
