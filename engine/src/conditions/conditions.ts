import type { Condition, ConditionKind } from '@leadlight/domain/conditions'
import { findAskedAct, MAYBE, readSubject, SURE } from '../evidence/asked.ts'
import type { Reading, Sentence } from '../judge/reading.ts'
import { composeSpeech, predictSpeech, type SpeechActWeights } from '../judge/speech-act.ts'
import { ACT_WORDING, ACTS } from '../plan/acts.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Plan } from '../plan/plan.ts'
import { NOT_SAID, passagesOf, type Finding, type Passage } from './passage.ts'
import { checkWho } from './who.ts'

/** What is left of the score of a post that fails a limit: decision 37. */
const FAILED_FACTOR = 0.4
const TOPICS_NAMED_MAX = 3
/** A limit is no subject. */
const A_SUM = /^[\d.,]*\s?(?:dollars?|pounds?|euros?)$/i

/** What a post says of a condition; where it says so is looked for only when asked. */
export interface FoundCondition extends Pick<Condition, 'kind' | 'text' | 'state'> {
  find: () => Passage | undefined
}

/**
 * Whether the post meets the conditions that the plan has, each with the sentence that says so. People and limits fail
 * only by what authors say of themselves in so many words. Pure; `speech` is that of the whole post.
 */
export function readConditions(
  match: { plan: PlanVectors; reading: Reading },
  heads: SpeechActWeights,
  speech: Float32Array,
): Condition[] {
  return locateConditions(findConditions(match, heads, speech))
}

/** Like `readConditions`, without the sentences: what every pair of a post and a signal is asked, since it costs little. */
export function findConditions(
  { plan, reading }: { plan: PlanVectors; reading: Reading },
  heads: SpeechActWeights,
  speech: Float32Array,
): FoundCondition[] {
  const passages = passagesOf(reading)
  return [
    ...readWho(plan.plan, passages),
    ...readAct(plan, { reading, passages, heads, speech }),
    ...readTopic(plan.plan, reading, passages),
    ...plan.limits.map(({ text, check }) => conditionOf('limit', text, check(passages))),
  ]
}

export function locateConditions(found: readonly FoundCondition[]): Condition[] {
  return found.map(({ find, ...own }) => {
    const at = find()
    return { ...own, at: at === undefined ? null : { start: at.start, end: at.end } }
  })
}

/** The first limit that the post fails, and what that leaves of its score. Who fails is told, and lowers nothing. */
export function findFailed(conditions: readonly Condition[]): { failed: string | undefined; factor: number } {
  const failed = conditions.find(({ kind, state }) => state === 'not_met' && kind === 'limit')
  return { failed: failed?.text, factor: failed === undefined ? 1 : FAILED_FACTOR }
}

function readWho(plan: Plan, passages: readonly Passage[]): FoundCondition[] {
  return plan.who === '' ? [] : [conditionOf('who', plan.who, checkWho(plan, passages))]
}

interface Said {
  reading: Reading
  passages: readonly Passage[]
  heads: SpeechActWeights
  speech: Float32Array
}

function readAct({ plan, acts }: PlanVectors, said: Said): FoundCondition[] {
  const wanted = ACTS.flatMap((_, index) => ((acts[index] ?? 0) > 0 ? [index] : []))
  const [first] = wanted.toSorted((left, right) => (acts[right] ?? 0) - (acts[left] ?? 0))
  if (first === undefined || Object.keys(plan.acts).length === 0) return []
  const { index, wording, probability } = findAskedAct({ acts }, said.speech)
  if (probability >= SURE) return [{ kind: 'act', text: wording, state: 'met', find: () => loudest(said, index) }]
  const text = probability >= MAYBE ? wording : ACT_WORDING[ACTS[first] ?? 'other']
  return [conditionOf('act', text, NOT_SAID)]
}

/** The sentence that alone shows this act most. */
function loudest({ reading, passages, heads }: Said, act: number): Passage | undefined {
  const scores = reading.sentences.map(
    (sentence: Sentence) => predictSpeech(heads, composeSpeech([sentence]).inputs)[act] ?? 0,
  )
  return passages[scores.indexOf(Math.max(...scores))]
}

/** The phrases that the post names, or else those it does not. */
function readTopic(plan: Plan, { sentences }: Reading, passages: readonly Passage[]): FoundCondition[] {
  const words = sentences.map(({ terms }) => terms.counts)
  const telling = plan.topics.map(({ anyOf }) => ({ anyOf: anyOf.filter((phrase) => !A_SUM.test(phrase)) }))
  const { named, all } = readSubject({ topics: telling }, words)
  if (all.length === 0) return []
  const text = (named.length > 0 ? named : all)
    .slice(0, TOPICS_NAMED_MAX)
    .map(({ phrase }) => phrase)
    .join(', ')
  if (named.length === 0) return [conditionOf('topic', text, NOT_SAID)]
  const counts = words.map((own) => named.filter(({ terms }) => terms.every((term) => own.has(term))).length)
  return [conditionOf('topic', text, { state: 'met', at: passages[counts.indexOf(Math.max(...counts))] })]
}

function conditionOf(kind: ConditionKind, text: string, { state, at }: Finding): FoundCondition {
  return { kind, text, state, find: () => at }
}
