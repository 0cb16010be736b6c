import { describe, expect, it } from 'vitest'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { planSignal } from '../plan/plan.ts'
import { describeTokens, nearSignal, tagSignal, TAG_INPUTS, wordNearness, type Tagger } from './tagged-words.ts'

const SIGNAL = 'Bakery owners asking which oven to buy under $500'
const plan = planSignal(SIGNAL)
const starts = Int32Array.from(SIGNAL.matchAll(/\S+/g), ({ index }) => index)
const words = { starts, tokens: new Float32Array(starts.length * VECTOR_LENGTH).fill(1) }
const at = (word: string) => SIGNAL.split(' ').indexOf(word)

/** A head that goes by one flag of where a token stands. */
const byPlace = (place: number) => {
  const weights = Array.from({ length: TAG_INPUTS }, () => 0)
  weights[VECTOR_LENGTH + place] = 4
  return { bias: -4, weights }
}

describe('what the tagger reads of a token', () => {
  const described = describeTokens({ plan, words })

  it('is its vector in one length, and where it stands in the plan', () => {
    expect(described).toHaveLength(starts.length)
    const place = (word: string) => [...(described[at(word)] ?? [])].slice(VECTOR_LENGTH).map((flag) => flag / 2)
    expect(Math.hypot(...(described[0]?.subarray(0, VECTOR_LENGTH) ?? []))).toBeCloseTo(3)
    const [people, turn, topic, limit, name, who, , first] = place('Bakery')
    expect([people, turn, topic, limit, name, who, first]).toEqual([1, 0, 0, 0, 0, 1, 1])
    expect(place('asking').slice(0, 3)).toEqual([0, 1, 0])
    expect(place('oven')[2]).toBe(1)
    expect(place('$500')[3]).toBe(1)
  })

  it('makes one tag for each token and condition', () => {
    const tagger: Tagger = { who: byPlace(0), act: byPlace(1), topic: byPlace(2), limit: byPlace(3) }
    const tags = tagSignal({ plan, words }, tagger)
    expect(tags.who[at('owners')]).toBeGreaterThan(0.9)
    expect(tags.who[at('oven')]).toBeLessThan(0.1)
    expect(tags.topic[at('oven')]).toBeGreaterThan(0.9)
    expect(tags.limit[at('$500')]).toBeGreaterThan(0.9)
  })
})

describe('how near a post comes to the words of a condition', () => {
  const sentence = (inTitle: boolean, cue: number) => ({
    inTitle,
    cues: { counts: Uint8Array.from({ length: 7 }, (_, index) => (index === cue ? 1 : 0)) },
  })
  // A voice before the signal's own tokens, then two tokens of the signal.
  const nearness = [Float32Array.of(1, 0.2, 0.8), Float32Array.of(1, 0.6, 0.1)]
  const sentences = [sentence(true, 0), sentence(false, 2)] as never

  it('is told anywhere, by sentence, in the title, where the author speaks, where they ask, and by the telling words', () => {
    const near = nearSignal({ from: 1, to: 3 }, nearness, sentences)
    const told = wordNearness(Float32Array.of(1, 0), near)
    ;[0.6, 0.6, 0.2, 0.6, 0.2, 0.6, 0.6].forEach((value, index) => expect(told[index]).toBeCloseTo(value, 4))
    const both = wordNearness(Float32Array.of(1, 1), near)
    ;[0.7, 0.5, 0.5, 0.35, 0.5, 0.6, 0.7].forEach((value, index) => expect(both[index]).toBeCloseTo(value, 4))
  })

  it('is nothing in a group that the post lacks, and in its first sentence where it has no title', () => {
    const near = nearSignal({ from: 1, to: 3 }, nearness, [sentence(false, 4), sentence(false, 4)] as never)
    const [, , title, author, asking] = wordNearness(Float32Array.of(1, 0), near)
    expect(title).toBeCloseTo(0.2, 4)
    expect([author, asking]).toEqual([0, 0])
  })
})
