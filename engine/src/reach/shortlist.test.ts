import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VECTOR_LENGTH, type Embedder } from '../embedding/embedder.ts'
import { readTerms } from '../language/words.ts'
import { planSignal } from '../plan/plan.ts'
import { createShortlist, middleOf } from './shortlist.ts'

const SIGNAL = 'Bakers asking which flour to buy'

function unit(index: number): Float32Array {
  const vector = new Float32Array(VECTOR_LENGTH)
  vector[index] = 1
  return vector
}

/** Each word points in a direction of its own, so texts are as near as their words are alike. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(VECTOR_LENGTH)
  for (const term of readTerms(text)) {
    const hash = new TextEncoder().encode(term).reduce((sum, byte) => (sum * 31 + byte) % VECTOR_LENGTH, 7)
    vector[hash] = (vector[hash] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

const embedder: Embedder = {
  model: 'of words',
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
  embedTokens: () => Promise.reject(new Error('A shortlist reads no tokens.')),
  close: () => Promise.resolve(),
}

async function ranksOf(texts: readonly string[], options: { notInterested?: string } = {}): Promise<number[]> {
  const shortlist = await createShortlist(embedder, planSignal(SIGNAL, options))
  return texts.map((text) => shortlist(text, vectorOf(text)))
}

describe('a shortlist', () => {
  test('ranks a post about the subject before one near it, and that before one about something else', async () => {
    const [on = 0, near = 0, off = 0] = await ranksOf([
      'Which flour should a baker buy?',
      'Which oven should a baker use?',
      'My car makes a noise in winter',
    ])
    expect(on).toBeGreaterThan(near)
    expect(near).toBeGreaterThan(off)
  })

  test('ranks what is not wanted lower', async () => {
    const post = 'Which gluten free flour should a baker buy?'
    const [rank = 0] = await ranksOf([post])
    const [unwanted = 0] = await ranksOf([post], { notInterested: 'gluten free flour' })
    expect(unwanted).toBeLessThan(rank)
  })

  test('ranks a post without a vector by its words', async () => {
    const shortlist = await createShortlist(embedder, planSignal(SIGNAL))
    expect(shortlist('flour, flour', undefined)).toBeGreaterThan(shortlist('noise', undefined))
    expect(shortlist('', undefined)).toBe(0)
  })

  test('gives any text a number', async () => {
    const shortlist = await createShortlist(embedder, planSignal(SIGNAL))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shortlist(text, vectorOf(text))).not.toBeNaN()
      }),
    )
  })
})

test('the middle weighs the three ways and all sayings together as four equals', () => {
  const middle = middleOf([unit(0), unit(1), unit(2), unit(3), unit(4)])
  expect(Array.from(middle.slice(0, 6))).toEqual([0.25, 0.25, 0.25, 0.125, 0.125, 0])
})
