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

/** Like `voiceNearness` of the author's voice, over the tokens of one sentence that begin within `span`. */
export function sentenceNearness(plan: PlanVectors, sentence: Sentence, span: Span): number {
  const before = (offset: number): number => sentence.starts.filter((start) => start < offset).length
  const [from, to] = [before(span.start), before(span.end)]
  const { author, width, tokens } = plan
  const [nearest] = nearestTokens(tokens.subarray(author.from * width, author.to * width), [
    sentence.tokens.subarray(from * width, to * width),
  ])
  return nearest?.reduce((sum, near) => sum + Math.max(0, near), 0) ?? 0
}
