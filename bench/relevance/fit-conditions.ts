import { CONDITION_KINDS, type ConditionKind } from '@leadlight/domain/conditions'
import type { ConditionWeights } from '@leadlight/engine/judge/condition-heads'
import type { Line } from '@leadlight/engine/judge/relevance-model'
import type { Head } from '@leadlight/engine/judge/speech-act'
import type { Tagger } from '@leadlight/engine/judge/tagged-words'
import { fitLine, shorten, shortenLine } from './fit-models.ts'
import { fitLogistic } from './fit-logistic.ts'

/** Chosen by the signals to learn from, out of fold by business. */
const TAG_PENALTY = 30
const HEAD_PENALTY = 100
/** What somebody left unsaid teaches half as much as what they said. */
const UNSAID_SHARE = 0.5
/** Two sentences with less in common than this do not differ in one condition alone. */
const ALIKE_MIN = 0.35
/** The readers' letters for each kind: those of the limit are limit and time. */
const LETTERS: Readonly<Record<ConditionKind, readonly number[]>> = { who: [0], act: [1], topic: [2], limit: [3, 4] }

export type Kinds<T> = Record<ConditionKind, T>

/** A signal's words beside those of the same signal with one condition changed: by which words they differ. */
export interface Wording {
  kind: ConditionKind
  /** What the tagger reads of each token. */
  tokens: readonly Float32Array[]
  differs: readonly boolean[]
}

/** A post under a signal or a counterfactual, and which of its conditions it meets. */
export interface MetRow {
  /** What is asked: a signal, or one with a condition changed. */
  asked: string
  /** What each head reads. */
  inputs: readonly Float64Array[]
  /** For each kind 1 where it is met, 0 where not, one half where nothing is said, undefined where nobody knows. */
  met: readonly (number | undefined)[]
}

export function byKind<T>(of: (kind: ConditionKind, index: number) => T): Kinds<T> {
  return Object.fromEntries(CONDITION_KINDS.map((kind, index) => [kind, of(kind, index)])) as Kinds<T>
}

/** Fits for each condition which of a signal's words are its own: those by which it differs from its counterfactuals. */
export function fitTagger(wordings: readonly Wording[]): Tagger {
  return byKind((kind): Head => {
    const samples = wordings
      .filter((own) => own.kind === kind)
      .flatMap(({ tokens, differs }) =>
        tokens.map((inputs, index) => ({ inputs, target: differs[index] === true ? 1 : 0 })),
      )
    const { bias, weights } = fitLogistic(samples, TAG_PENALTY)
    return { bias: shorten(bias), weights: weights.map((weight) => Number(weight.toFixed(4))) }
  })
}

/** Fits for each condition how likely a post meets it. */
export function fitHeads(rows: readonly MetRow[]): ConditionWeights['heads'] {
  return byKind((_, index): Line => {
    const known = rows.flatMap(({ asked, inputs, met }) => {
      const target = met[index]
      const own = inputs[index]
      if (target === undefined || own === undefined) return []
      return [{ inputs: own, target, share: target === 0.5 ? UNSAID_SHARE : 1, group: asked }]
    })
    return shortenLine(fitLine(known, { penalty: HEAD_PENALTY, spread: 1 }))
  })
}

/** What a reader's five letters say of each condition. */
export function readNotes(letters: string): (number | undefined)[] {
  return CONDITION_KINDS.map((kind) => {
    const own = LETTERS[kind].map((at) => letters[at])
    if (own.includes('n')) return 0
    if (own.includes('m')) return 1
    return own.includes('u') ? 0.5 : undefined
  })
}

/**
 * What a counterfactual's grade says of the condition changed: who fits meets it, and who fits no longer, and met all the
 * others, does not. Of the others it says nothing.
 */
export function readChanged(
  changed: ConditionKind,
  grade: number,
  first: { grade: number; letters: string } | undefined,
): (number | undefined)[] {
  const others = Array.from(first?.letters ?? '').filter((_, at) => !LETTERS[changed].includes(at))
  const metOthers = first?.grade === 2 || (others.length > 0 && !others.includes('n'))
  const fails = metOthers ? 0 : undefined
  return CONDITION_KINDS.map((kind) => (kind === changed ? (grade === 2 ? 1 : fails) : undefined))
}

/** Which words of each sentence the other one lacks, in order; undefined where they have too little in common. */
export function compareWords(left: readonly string[], right: readonly string[]): [boolean[], boolean[]] | undefined {
  const common = left.map(() => new Uint16Array(right.length + 1))
  for (let row = left.length - 1; row >= 0; row--) {
    for (let at = right.length - 1; at >= 0; at--) {
      const own = common[row] as Uint16Array
      const below = common[row + 1]
      own[at] = left[row] === right[at] ? 1 + (below?.[at + 1] ?? 0) : Math.max(below?.[at] ?? 0, own[at + 1] ?? 0)
    }
  }
  if ((2 * (common[0]?.[0] ?? 0)) / (left.length + right.length) < ALIKE_MIN) return undefined
  const differs: [boolean[], boolean[]] = [left.map(() => true), right.map(() => true)]
  for (let row = 0, at = 0; row < left.length && at < right.length;) {
    if (left[row] === right[at]) {
      differs[0][row++] = false
      differs[1][at++] = false
    } else if ((common[row + 1]?.[at] ?? 0) >= (common[row]?.[at + 1] ?? 0)) row++
    else at++
  }
  return differs
}
