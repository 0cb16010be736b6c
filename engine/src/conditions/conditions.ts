import type { Condition, ConditionKind } from '@leadlight/domain/conditions'
import { findAskedAct, MAYBE, readSubject, SURE } from '../evidence/asked.ts'
import type { Reading, Sentence } from '../judge/reading.ts'
import { composeSpeech, predictSpeech, type SpeechActWeights } from '../judge/speech-act.ts'
import { readTerms } from '../language/words.ts'
import { ACT_WORDING, ACTS } from '../plan/acts.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Plan } from '../plan/plan.ts'
import { splitSignal } from '../plan/signal-grammar.ts'
import { checkAddressee, readAddresseeLimit } from './addressed.ts'
import { checkAmount, readAmountLimits } from './amounts.ts'
import { NOT_SAID, passagesOf, type Finding, type Passage } from './passage.ts'
import { checkLocation, readLocationLimit } from './locations.ts'
import { checkWho } from './who.ts'
import { checkWorkplace, readWorkplaceLimit } from './workplace.ts'

/** What is left of the score of a post that fails a limit: decision 37. */
const FAILED_FACTOR = 0.4
const TOPICS_NAMED_MAX = 3
const LIMITS_MAX = 5
/** Qualifiers that hold by their words alone: `without a degree`, `near Hamburg`. */
const WORDED = /^(?:without|only|near|before|within|based in|located in)\b/i
/** Where a qualifier ends, and what they do goes on. */
const GOES_ON = / (?:who|that|which|and|whose|asking|looking)\b/i
/** A limit is no subject. */
const A_SUM = /^[\d.,]*\s?(?:dollars?|pounds?|euros?)$/i
const LACKS = /\b(?:without|no|not|never|none|lack\w*|\w+n't|zero)\b/i

/**
 * Whether the post meets the conditions that the plan has, each with the sentence that says so. People and limits fail
 * only by what authors say of themselves in so many words. Pure; `speech` is that of the whole post.
 */
export function readConditions(
  { plan, reading }: { plan: PlanVectors; reading: Reading },
  heads: SpeechActWeights,
  speech: Float32Array,
): Condition[] {
  const passages = passagesOf(reading)
  return [
    ...readWho(plan.plan, passages),
    ...readAct(plan, { reading, passages, heads, speech }),
    ...readTopic(plan.plan, reading, passages),
    ...readLimits(plan.plan, passages),
  ]
}

/** The first limit that the post fails, and what that leaves of its score. Who fails is told, and lowers nothing. */
export function findFailed(conditions: readonly Condition[]): { failed: string | undefined; factor: number } {
  const failed = conditions.find(({ kind, state }) => state === 'not_met' && kind === 'limit')
  return { failed: failed?.text, factor: failed === undefined ? 1 : FAILED_FACTOR }
}

function readWho(plan: Plan, passages: readonly Passage[]): Condition[] {
  return plan.who === '' ? [] : [conditionOf('who', plan.who, checkWho(plan, passages))]
}

/** The limits of a plan, in the order of their kinds. */
export function readLimits(plan: Plan, passages: readonly Passage[]): Condition[] {
  const amounts = readAmountLimits(plan.signal).map((limit) => ({ limit, found: checkAmount(limit, passages) }))
  const place = readLocationLimit(plan.signal)
  const workplace = readWorkplaceLimit(plan.signal)
  const addressee = readAddresseeLimit(splitSignal(plan.signal, plan.names).who, plan.names)
  const known = [
    ...amounts,
    ...(place ? [{ limit: place, found: checkLocation(place, passages) }] : []),
    ...(workplace ? [{ limit: workplace, found: checkWorkplace(workplace, passages) }] : []),
    ...(addressee ? [{ limit: addressee, found: checkAddressee(addressee, passages) }] : []),
  ]
  const worded = plan.qualifiers
    .map((text) => text.split(GOES_ON)[0] ?? text)
    .filter(
      (text) => WORDED.test(text) && !known.some(({ limit }) => text.includes(limit.text) || limit.text.includes(text)),
    )
    .map((text) => ({ limit: { text }, found: checkWords(text, passages) }))
  return [...known, ...worded].slice(0, LIMITS_MAX).map(({ limit, found }) => conditionOf('limit', limit.text, found))
}

function checkWords(qualifier: string, passages: readonly Passage[]): Finding {
  const terms = readTerms(qualifier)
  const isLack = /^without\b/i.test(qualifier)
  const at = passages.find(({ words }) => {
    const own = new Set(readTerms(words))
    return terms.length > 0 && terms.every((term) => own.has(term)) && (!isLack || LACKS.test(words))
  })
  return at === undefined ? NOT_SAID : { state: 'met', at }
}

interface Said {
  reading: Reading
  passages: readonly Passage[]
  heads: SpeechActWeights
  speech: Float32Array
}

function readAct({ plan, acts }: PlanVectors, said: Said): Condition[] {
  const wanted = ACTS.flatMap((_, index) => ((acts[index] ?? 0) > 0 ? [index] : []))
  const [first] = wanted.toSorted((left, right) => (acts[right] ?? 0) - (acts[left] ?? 0))
  if (first === undefined || Object.keys(plan.acts).length === 0) return []
  const { index, wording, probability } = findAskedAct({ acts }, said.speech)
  if (probability >= SURE) return [conditionOf('act', wording, { state: 'met', at: loudest(said, index) })]
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
function readTopic(plan: Plan, { sentences }: Reading, passages: readonly Passage[]): Condition[] {
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

function conditionOf(kind: ConditionKind, text: string, { state, at }: Finding): Condition {
  return { kind, text, state, at: at === undefined ? null : { start: at.start, end: at.end } }
}
