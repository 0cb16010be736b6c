import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { ACTS } from '../plan/acts.ts'
import { CUE_NAMES, weighCues } from './cues.ts'
import type { Sentence } from './reading.ts'

/** Cues are small counts and vectors have length 1; this brings both to one scale for the heads. */
const VECTOR_SCALE = 3

/** The heads in order: one for each act, then whether there is a present need at all. */
export const HEADS = [...ACTS, 'need'] as const

export const SPEECH_INPUTS = 2 * VECTOR_LENGTH + 2 * CUE_NAMES.length

/** One logistic head: probability = logistic(bias + weights · inputs). */
export interface Head {
  bias: number
  weights: number[]
}

export interface SpeechActWeights {
  version: string
  about: Record<string, unknown>
  heads: Record<string, Head>
}

/** What a passage shows of its author: the inputs of the heads, and the vectors they came from. */
export interface Speech {
  inputs: Float32Array
  whole: Float32Array
  title: Float32Array
  wholeCues: Float32Array
  titleCues: Float32Array
}

/** Composes the inputs of the heads from sentences: vector and cues of the whole, then of its title. */
export function composeSpeech(sentences: readonly Sentence[]): Speech {
  const titled = sentences.filter((sentence) => sentence.inTitle)
  const whole = poolSentences(sentences)
  const title = titled.length > 0 ? poolSentences(titled) : whole
  const wholeCues = weighCues(sentences.map(({ cues }) => cues))
  const titleCues = weighCues(titled.map(({ cues }) => cues))
  const inputs = new Float32Array(SPEECH_INPUTS)
  inputs.set(
    whole.map((value) => value * VECTOR_SCALE),
    0,
  )
  inputs.set(
    title.map((value) => value * VECTOR_SCALE),
    VECTOR_LENGTH,
  )
  inputs.set(wholeCues, 2 * VECTOR_LENGTH)
  inputs.set(titleCues, 2 * VECTOR_LENGTH + CUE_NAMES.length)
  return { inputs, whole, title, wholeCues, titleCues }
}

/** Probability of each of `HEADS`, independent of one another: an author may do two things at once. */
export function predictSpeech(weights: SpeechActWeights, inputs: Float32Array): Float32Array {
  return Float32Array.from(HEADS, (name) => {
    const head = weights.heads[name]
    return head === undefined ? 0 : logistic(head.bias + weigh(head.weights, inputs))
  })
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The unit vector of the mean token of some sentences; zeros where there are none. */
export function poolSentences(sentences: readonly Sentence[]): Float32Array {
  const pooled = new Float32Array(VECTOR_LENGTH)
  for (const { sum } of sentences) sum.forEach((value, index) => (pooled[index] = (pooled[index] ?? 0) + value))
  const length = Math.sqrt(pooled.reduce((square, value) => square + value * value, 0))
  return length === 0 ? pooled : pooled.map((value) => value / length)
}

function weigh(weights: readonly number[], inputs: Float32Array): number {
  let sum = 0
  for (let index = 0; index < inputs.length; index++) sum += (weights[index] ?? 0) * (inputs[index] ?? 0)
  return sum
}
