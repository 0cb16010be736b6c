import { ACTS, ACT_WORDING } from '../plan/acts.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Plan } from '../plan/plan.ts'
import { readTerms } from '../language/words.ts'

/** From this probability on a speech act is said to be done, and from the second on to be probably done. */
export const SURE = 0.6
export const MAYBE = 0.3

/** What a post shows of what a signal asks for: the reason and the conditions both say it from here, so they agree. */
export interface AskedAct {
  /** Among `ACTS`; -1 where the signal asks for no act. */
  index: number
  wording: string
  probability: number
}

/** The act that the author most likely does, among those the signal asks for. */
export function findAskedAct({ acts }: Pick<PlanVectors, 'acts'>, speech: Float32Array): AskedAct {
  return findStrongest(speech, (index) => isAsked(acts, index))
}

/** The act that the author most likely does, among those the signal does not ask for. */
export function findOtherAct({ acts }: Pick<PlanVectors, 'acts'>, speech: Float32Array): AskedAct {
  return findStrongest(speech, (index) => !isAsked(acts, index) && ACTS[index] !== 'other')
}

function isAsked(acts: Float32Array, index: number): boolean {
  return (acts[index] ?? 0) > 0
}

function findStrongest(speech: Float32Array, counts: (index: number) => boolean): AskedAct {
  let best = { index: -1, probability: 0, wording: ACT_WORDING.other }
  ACTS.forEach((act, index) => {
    const probability = speech[index] ?? 0
    if (counts(index) && probability > best.probability) best = { index, probability, wording: ACT_WORDING[act] }
  })
  return best
}

export interface AskedPhrase {
  phrase: string
  terms: readonly string[]
}

/** The signal's phrases: those found whole in one sentence, those of which the post has some words, and all. */
export function readSubject(
  { topics }: Pick<Plan, 'topics'>,
  sentences: readonly Pick<ReadonlySet<string>, 'has'>[],
): Record<'named' | 'touched' | 'all', AskedPhrase[]> {
  const all = topics
    .flatMap(({ anyOf }) => anyOf)
    .map((phrase) => ({ phrase, terms: readTerms(phrase) }))
    .filter(({ terms }) => terms.length > 0)
  return {
    named: all.filter(({ terms }) => sentences.some((own) => terms.every((term) => own.has(term)))),
    touched: all.filter(({ terms }) => sentences.some((own) => terms.some((term) => own.has(term)))),
    all,
  }
}
