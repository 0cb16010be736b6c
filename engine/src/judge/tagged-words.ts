import type { ConditionKind } from '@leadlight/domain/conditions'
import { CONDITION_KINDS } from '@leadlight/domain/conditions'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import { splitSignal } from '../plan/signal-grammar.ts'
import { CUE_NAMES } from './cues.ts'
import type { Nearness } from './late-interaction.ts'
import { unitRows, type Sentence } from './reading.ts'
import { logistic, type Head } from './speech-act.ts'

/** Brings a token's vector, of length 1, and the flags of its place to one scale. */
const VECTOR_SCALE = 3
const PLACE_SCALE = 2
const PLACES = 8
/** As long as what leads over from the people to what they do: `who ask about`. */
const TURN_CHARACTERS = 12
/** Words that tell nearly as much of a condition as the most telling one: all of them should be found. */
const TELLING = 0.6
const TOP_WORDS = 3

export const TAG_INPUTS = VECTOR_LENGTH + PLACES

/** How likely each token of a signal belongs to each condition. */
export type Tags = Readonly<Record<ConditionKind, Float32Array>>
export type Tagger = Readonly<Record<ConditionKind, Head>>

export const NEAR_WORDS = ['any', 'sentence', 'title', 'author', 'asking', 'least', 'top'].map((of) => `words_${of}`)

/** What the tagger reads of each token of the signal: its vector, and where it stands in the plan. */
export function describeTokens({ plan, words }: Pick<PlanVectors, 'plan' | 'words'>): Float32Array[] {
  const { signal, names, topics, qualifiers, who } = plan
  const { tokens, starts } = words
  const units = unitRows(tokens, VECTOR_LENGTH)
  const folded = signal.toLowerCase()
  const { rest } = splitSignal(signal, names)
  const turn = Math.max(0, rest === '' ? 0 : signal.length - rest.length)
  const spansOf = (phrases: readonly string[]): { start: number; end: number }[] =>
    phrases.flatMap((phrase) => {
      const start = phrase === '' ? -1 : folded.indexOf(phrase.toLowerCase())
      return start < 0 ? [] : [{ start, end: start + phrase.length }]
    })
  const parts = [topics.map(({ anyOf }) => anyOf[0] ?? ''), qualifiers, names, [who]].map(spansOf)
  return Array.from(starts, (at, token) => {
    const flags = [
      at < turn,
      at >= turn && at < turn + TURN_CHARACTERS,
      ...parts.map((spans) => spans.some(({ start, end }) => at >= start && at < end)),
      at / Math.max(1, signal.length),
      at === 0,
    ]
    const inputs = new Float32Array(TAG_INPUTS)
    for (let index = 0; index < VECTOR_LENGTH; index++)
      inputs[index] = VECTOR_SCALE * (units[token * VECTOR_LENGTH + index] ?? 0)
    inputs.set(
      flags.map((flag) => PLACE_SCALE * Number(flag)),
      VECTOR_LENGTH,
    )
    return inputs
  })
}

/** Which of the signal's words belong to which condition. Do it once per plan. */
export function tagSignal(plan: Pick<PlanVectors, 'plan' | 'words'>, tagger: Tagger): Tags {
  const described = describeTokens(plan)
  const tag = ({ bias, weights }: Head): Float32Array =>
    Float32Array.from(described, (inputs) =>
      logistic(inputs.reduce((sum, input, index) => sum + input * (weights[index] ?? 0), bias)),
    )
  return Object.fromEntries(CONDITION_KINDS.map((kind) => [kind, tag(tagger[kind])])) as Record<
    ConditionKind,
    Float32Array
  >
}

/** Of the cues, those by which an author speaks of themselves, and asks for something. */
const AUTHOR = ['firstPerson', 'firstPlural'].map((name) => CUE_NAMES.indexOf(name))
const ASKING = ['questionMark', 'looking', 'need'].map((name) => CUE_NAMES.indexOf(name))

/** How near a post comes to each token of the signal: anywhere, in each sentence, and in some groups of sentences. */
export interface SignalNearness {
  best: Float32Array
  sentences: Float32Array[]
  /** Of the title, where the author speaks, where something is asked; empty where there are no such sentences. */
  groups: Float32Array[]
}

/** The same for all conditions. */
export function nearSignal(
  { from, to }: { from: number; to: number },
  nearness: Nearness,
  sentences: readonly Sentence[],
): SignalNearness {
  const own = nearness.map((row) => row.subarray(from, to))
  const having = (cues: readonly number[]): number[] =>
    sentences.flatMap(({ cues: { counts } }, index) => (cues.some((cue) => (counts[cue] ?? 0) > 0) ? [index] : []))
  const titled = sentences.flatMap(({ inTitle }, index) => (inTitle ? [index] : []))
  const nearest = (kept: readonly number[]): Float32Array => {
    const best = new Float32Array(kept.length === 0 ? 0 : to - from).fill(-1)
    for (const index of kept) own[index]?.forEach((near, token) => (best[token] = Math.max(best[token] ?? -1, near)))
    return best
  }
  return {
    best: nearest([...own.keys()]),
    sentences: own,
    groups: [titled.length > 0 ? titled : [0], having(AUTHOR), having(ASKING)].map(nearest),
  }
}

/**
 * How near a post comes to the words of one condition, in the order of `NEAR_WORDS`: anywhere, in one sentence, in each
 * group of sentences, to the farthest of the telling words, and to the three most telling.
 */
export function wordNearness(weights: Float32Array, { best, sentences, groups }: SignalNearness): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 1e-6)
  const weigh = (near: Float32Array): number =>
    near.reduce((sum, one, token) => sum + one * (weights[token] ?? 0), 0) / total
  const most = weights.reduce((high, weight) => Math.max(high, weight), 0)
  const top = [...weights.keys()]
    .sort((left, right) => (weights[right] ?? 0) - (weights[left] ?? 0))
    .slice(0, TOP_WORDS)
  const sumOf = (of: (token: number) => number): number => top.reduce((sum, token) => sum + of(token), 0)
  return [
    weigh(best),
    sentences.reduce((high, near) => Math.max(high, weigh(near)), -1),
    ...groups.map(weigh),
    best.reduce((least, near, token) => ((weights[token] ?? 0) >= TELLING * most ? Math.min(least, near) : least), 1),
    sumOf((token) => (best[token] ?? 0) * (weights[token] ?? 0)) / (sumOf((token) => weights[token] ?? 0) + 1e-6),
  ]
}
