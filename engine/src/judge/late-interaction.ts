import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import type { PlanVectors, Rows, Voice } from '../plan/plan-vectors.ts'
import { nearestTokens } from './near-tokens.ts'
import type { Reading, Sentence } from './reading.ts'
import type { Span } from '../language/sentences.ts'

/**
 * For each sentence, how near its nearest token comes to each token of the plan's voices. Kept by sentence, so that a
 * post can be scored without one of them at no further cost.
 */
export type Nearness = Float32Array[]

export function measureNearness(plan: PlanVectors, reading: Reading): Nearness {
  return nearestTokens(
    plan.tokens,
    reading.sentences.map(({ tokens }) => tokens),
  )
}

/**
 * Mean over a voice's tokens of the nearest token among the sentences given; 0 where there are none. Of a list of
 * alternatives the nearest one counts, and the others not at all.
 */
export function voiceNearness(voice: Voice, nearness: Nearness, kept: readonly number[]): number {
  if (kept.length === 0 || voice.to === voice.from) return 0
  const sumOf = ({ from, to }: Rows): number => {
    let sum = 0
    for (let token = from; token < to; token++) {
      let best = -1
      for (const index of kept) best = Math.max(best, nearness[index]?.[token] ?? -1)
      sum += best
    }
    return sum
  }
  let sum = sumOf(voice)
  let count = voice.to - voice.from
  for (const list of voice.lists) {
    const items = list
      .map((rows) => ({ sum: sumOf(rows), count: rows.to - rows.from }))
      .sort((left, right) => right.sum / right.count - left.sum / left.count)
    for (const other of items.slice(1)) {
      sum -= other.sum
      count -= other.count
    }
  }
  return sum / count
}

/** Four sums at a time let the processor overlap them. */
function dotAt(a: Float32Array, aStart: number, b: Float32Array, bStart: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let at = 0; at < VECTOR_LENGTH; at += 4) {
    s0 += (a[aStart + at] as number) * (b[bStart + at] as number)
    s1 += (a[aStart + at + 1] as number) * (b[bStart + at + 1] as number)
    s2 += (a[aStart + at + 2] as number) * (b[bStart + at + 2] as number)
    s3 += (a[aStart + at + 3] as number) * (b[bStart + at + 3] as number)
  }
  return s0 + s1 + s2 + s3
}

/** Like `voiceNearness` of the author's voice, over the tokens of one sentence that begin within `span`. */
export function sentenceNearness(plan: PlanVectors, sentence: Sentence, span: Span): number {
  const { author, width, tokens } = plan
  let sum = 0
  for (let query = author.from; query < author.to; query++) {
    let best = 0
    sentence.starts.forEach((start, token) => {
      if (start < span.start || start >= span.end) return
      best = Math.max(best, dotAt(sentence.tokens, token * width, tokens, query * width))
    })
    sum += best
  }
  return sum
}
