import { cosine } from '../embedding/vector-bytes.ts'
import { ACTS, NEED } from '../plan/acts.ts'
import { bm25, coverage, mergeTerms, type TermCounts } from '../language/bm25.ts'
import { CUE_NAMES } from './cues.ts'
import { voiceNearness, type Nearness } from './late-interaction.ts'
import type { PlanVectors, Voice } from '../plan/plan-vectors.ts'
import type { Reading, Sentence } from './reading.ts'
import { composeSpeech, predictSpeech, type Speech, type SpeechActWeights } from './speech-act.ts'
import { inFirstNames } from '../plan/word-rules.ts'
import { wordStatistics } from '../language/word-statistics.ts'

const act = (name: (typeof ACTS)[number]): number => ACTS.indexOf(name)
const cue = (name: string): number => CUE_NAMES.indexOf(name)

/**
 * Names of the features, in the order of the numbers that `computeFeatures` gives. None depends on a particular signal
 * or platform.
 */
export const FEATURE_NAMES: readonly string[] = [
  ...['author', 'signal', 'subject'].map((voice) => `near_${voice}`),
  ...['best', 'mean', 'weighted'].map((kind) => `near_saying_${kind}`),
  ...['author', 'signal', 'subject'].flatMap((voice) =>
    ['whole', 'title', 'sentence'].map((part) => `${voice}_${part}`),
  ),
  'bm25_signal',
  'bm25_subject',
  'covers_subject',
  'title_covers_subject',
  'bm25_who',
  'act_sum',
  'act_best',
  'act_any',
  'act_any_log',
  'act_else',
  'act_seller',
  'act_discuss',
  'need',
  'length',
  'title_question',
  'first_person',
  'question_marks',
  'title_first_person',
  ...ACTS.map((name) => `unwanted_${name}`),
  ...ACTS.map((name) => `wanted_${name}`),
]

/** All that is computed of one post under one plan, before any of its sentences is left out. */
export interface Match {
  plan: PlanVectors
  reading: Reading
  nearness: Nearness
}

export interface Features {
  values: Float64Array
  /** Probability of each speech act in the post, then of a present need. */
  speech: Float32Array
}

/** The features of a post as if it had only the sentences of `kept`. */
export function computeFeatures(match: Match, heads: SpeechActWeights, kept: readonly number[]): Features {
  const sentences = kept.flatMap((index) => match.reading.sentences[index] ?? [])
  const isWhole = kept.length === match.reading.sentences.length
  const speech = isWhole ? match.reading.speech : composeSpeech(sentences)
  const probabilities = predictSpeech(heads, speech.inputs)
  const values = Float64Array.from([
    ...voiceFeatures(match, kept),
    ...vectorFeatures(match.plan, sentences, speech),
    ...wordFeatures(match.plan, sentences),
    ...actFeatures(match.plan.acts, probabilities),
    ...formFeatures(speech),
    ...ACTS.map((_, index) => (probabilities[index] ?? 0) * Math.max(0, 1 - 2 * (match.plan.acts[index] ?? 0))),
    ...ACTS.map((_, index) => (probabilities[index] ?? 0) * (match.plan.acts[index] ?? 0)),
  ])
  return { values, speech: probabilities }
}

function voiceFeatures({ plan, nearness }: Match, kept: readonly number[]): number[] {
  const near = (voice: Voice): number => voiceNearness(voice, nearness, kept)
  const sayings = plan.sayings.map((voice) => ({ near: near(voice), weight: voice.weight }))
  const total = sayings.reduce((sum, { weight }) => sum + weight, 0)
  return [
    near(plan.author),
    near(plan.signal),
    near(plan.subject),
    Math.max(...sayings.map((saying) => saying.near)),
    sayings.reduce((sum, saying) => sum + saying.near, 0) / sayings.length,
    sayings.reduce((sum, saying) => sum + saying.near * saying.weight, 0) / total,
  ]
}

function vectorFeatures(plan: PlanVectors, sentences: readonly Sentence[], speech: Speech): number[] {
  return [plan.author, plan.signal, plan.subject].flatMap(({ vectors }) => {
    const near = (other: Float32Array): number => Math.max(...vectors.map((vector) => cosine(vector, other)))
    return [
      near(speech.whole),
      near(speech.title),
      sentences.reduce((best, sentence) => Math.max(best, near(sentence.vector)), 0),
    ]
  })
}

function wordFeatures({ terms }: PlanVectors, sentences: readonly Sentence[]): number[] {
  const all = inFirstNames(mergeTerms(sentences.map((sentence) => sentence.terms)), terms.secondNames)
  const titled = mergeTerms(sentences.flatMap((sentence) => (sentence.inTitle ? [sentence.terms] : [])))
  const title = inFirstNames(titled, terms.secondNames)
  const covers = (post: TermCounts): number =>
    Math.max(...terms.subjects.map((subject) => coverage(wordStatistics, subject, post)))
  return [
    bm25(wordStatistics, terms.signal, all),
    bm25(wordStatistics, terms.subjects[0], all),
    covers(all),
    covers(title),
    terms.who.length === 0 ? 0 : bm25(wordStatistics, terms.who, all),
  ]
}

function actFeatures(wanted: Float32Array, speech: Float32Array): number[] {
  const weighed = ACTS.map((_, index) => (speech[index] ?? 0) * (wanted[index] ?? 0))
  const sum = weighed.reduce((total, value) => total + value, 0)
  const any = 1 - weighed.reduce((none, value) => none * (1 - value), 1)
  const other = ACTS.reduce((total, _, index) => total + (speech[index] ?? 0) * (1 - (wanted[index] ?? 0)), 0)
  const wantedTotal = wanted.reduce((total, value) => total + value, 0)
  const seller = Math.max(speech[act('announce')] ?? 0, speech[act('inform')] ?? 0)
  const wantsSeller = Math.max(wanted[act('announce')] ?? 0, wanted[act('inform')] ?? 0)
  return [
    wantedTotal === 0 ? 0 : sum / Math.sqrt(wantedTotal),
    Math.max(...weighed),
    any,
    Math.log(any + 0.01),
    other,
    seller * (1 - wantsSeller),
    (speech[act('discuss')] ?? 0) * (1 - (wanted[act('discuss')] ?? 0)),
    speech[NEED] ?? 0,
  ]
}

function formFeatures({ wholeCues, titleCues }: Speech): number[] {
  return [
    wholeCues[cue('logCharacters')] ?? 0,
    titleCues[cue('endsAsQuestion')] ?? 0,
    wholeCues[cue('firstPerson')] ?? 0,
    wholeCues[cue('questionMark')] ?? 0,
    titleCues[cue('firstPerson')] ?? 0,
  ]
}
