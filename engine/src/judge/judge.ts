import { leadLevel } from '@leadlight/domain/scoring'
import type { Embedder } from '../embedding/embedder.ts'
import { composeEvidence, pickSentences, weighSentences } from '../evidence/evidence.ts'
import { findConditions, findFailed, locateConditions } from '../conditions/conditions.ts'
import { joinScores, readHeadInputs, scoreConditions, type ConditionWeights } from './condition-heads.ts'
import { computeFeatures, FEATURE_NAMES, type Match } from './features.ts'
import type { Evidence, JudgedPostInput, Judgement } from './judgement.ts'
import { measureNearness } from './late-interaction.ts'
import { createNameJudge } from '../names/judge-names.ts'
import { embedPlan, type PlanVectors } from '../plan/plan-vectors.ts'
import type { Plan } from '../plan/plan.ts'
import { createPostReader } from './read-posts.ts'
import type { Reading } from './reading.ts'
import { composeReason } from '../evidence/reason.ts'
import { calibrate, scoreFeatures, type RelevanceWeights } from './relevance-model.ts'
import type { SpeechActWeights } from './speech-act.ts'
import { tagSignal, type Tags } from './tagged-words.ts'
import { findUnwanted } from './unwanted.ts'
import { conditionWeights, relevanceWeights, speechActWeights } from './weights.ts'

const POSTS_PER_ROUND = 16
/** A third of a megabyte each; a new post may be judged for a hundred signals. */
const PLANS_REMEMBERED = 128
/** Below this probability there is nothing to prove, and weighing every sentence would be most of the work. */
const EVIDENCE_FROM = 0.06
const FOREIGN_FACTOR = 0.5

/**
 * Judges posts against a plan. The same plan and post always give the same judgement, in any batch. Evidence and
 * conditions are left out where a post is far from the plan, unless they are asked for `inFull`; the score is the same.
 */
export interface Judge {
  judge(plan: Plan, posts: readonly JudgedPostInput[], wish?: JudgingWish): Promise<Judgement[]>
}

export interface JudgingWish {
  inFull?: boolean
}

export interface JudgeWeights {
  speech: SpeechActWeights
  conditions: ConditionWeights
  relevance: RelevanceWeights
}

/** A plan made ready for judging by some weights. */
export interface TaggedPlan extends PlanVectors {
  tags: Tags
}

export const SHIPPED_WEIGHTS: JudgeWeights = {
  speech: speechActWeights,
  conditions: conditionWeights,
  relevance: relevanceWeights,
}

/** The local judge: no key and no network. Weights other than those shipped are for measuring. */
export function createJudge(dependencies: { embedder: Embedder; weights?: JudgeWeights }): Judge {
  const { embedder, weights = SHIPPED_WEIGHTS } = dependencies
  const plans = new Map<string, TaggedPlan>()
  const read = createPostReader(embedder)

  async function vectorsOf(plan: Plan): Promise<TaggedPlan> {
    const key = JSON.stringify(plan)
    const vectors = plans.get(key) ?? (await readyPlan(embedder, plan, weights))
    plans.delete(key)
    plans.set(key, vectors)
    for (const oldest of [...plans.keys()].slice(0, -PLANS_REMEMBERED)) plans.delete(oldest)
    return vectors
  }

  async function judge(
    plan: Plan,
    posts: readonly JudgedPostInput[],
    { inFull = false }: JudgingWish = {},
  ): Promise<Judgement[]> {
    const { watched } = plan
    if (watched !== undefined) return judgeByNames(watched, posts)
    const vectors = await vectorsOf(plan)
    const judgements: Judgement[] = []
    for (let at = 0; at < posts.length; at += POSTS_PER_ROUND) {
      const readings = await read(posts.slice(at, at + POSTS_PER_ROUND))
      for (const reading of readings)
        judgements.push(judgeReading(vectors, reading, { weights, model: embedder.model, inFull }))
    }
    return judgements
  }

  return { judge }
}

/** In turns, as there may be thousands of posts and others wait meanwhile. */
async function judgeByNames(watched: string, posts: readonly JudgedPostInput[]): Promise<Judgement[]> {
  const judgeByName = createNameJudge(watched)
  const judgements: Judgement[] = []
  for (let at = 0; at < posts.length; at += POSTS_PER_ROUND) {
    if (at > 0) await new Promise((resolve) => void setImmediate(resolve))
    for (const post of posts.slice(at, at + POSTS_PER_ROUND)) judgements.push(judgeByName(post))
  }
  return judgements
}

/** Do it once per plan, as `embedPlan`. */
export async function readyPlan(embedder: Embedder, plan: Plan, weights: JudgeWeights): Promise<TaggedPlan> {
  const vectors = await embedPlan(embedder, plan)
  return { ...vectors, tags: tagSignal(vectors, weights.conditions.tagger) }
}

/** Judges one reading under one plan: pure, deterministic, about a tenth of the cost of reading. */
export function judgeReading(
  plan: TaggedPlan,
  reading: Reading,
  by: { weights: JudgeWeights; model: string; inFull?: boolean },
): Judgement {
  const { speech, relevance } = by.weights
  const modelVersion = `${relevance.version}+${by.model}`
  if (reading.sentences.length === 0) return emptyJudgement(modelVersion)
  const match: Match = { plan, reading, nearness: measureNearness(plan, reading) }
  const all = reading.sentences.map((_, index) => index)
  const features = computeFeatures(match, speech, all)
  const { language } = reading
  const unwanted = findUnwanted(plan, reading)
  const readable = language === 'other' ? FOREIGN_FACTOR : 1
  const found = findConditions(match, speech, features.speech)
  const reads = readHeadInputs({ match, features: features.values }, plan.tags, found)
  const met = scoreConditions(by.weights.conditions.heads, reads)
  const first = scoreFeatures(relevance, features.values)
  const fit = calibrate(relevance, scoreFeatures(relevance.second, joinScores(first, met)))
  const isFar = fit < EVIDENCE_FROM
  const isProven = !isFar || by.inFull === true
  const conditions = isProven ? locateConditions(found) : []
  const { failed, factor } = findFailed(isFar ? [] : conditions)
  const score = fit * readable * unwanted.factor * factor
  // A post lowered only for being unwanted, or for failing a condition, counts as fitting: its reason says what it is, and then that.
  const fits = fit * readable >= relevance.threshold
  const keep = score >= relevance.threshold
  const sentences = reading.sentences.map((sentence) => new Set(sentence.terms.counts.keys()))
  return {
    score,
    keep,
    level: leadLevel(Math.round(score * 100)),
    reason: composeReason({ plan, sentences, speech: features.speech, language, ...unwanted, failed, keep: fits }),
    isUnwanted: unwanted.sentence !== undefined || failed !== undefined,
    evidence: isProven ? findEvidence(match, by.weights, unwanted.sentence) : [],
    conditions,
    features: Object.fromEntries(FEATURE_NAMES.map((name, index) => [name, round(features.values[index] ?? 0)])),
    modelVersion,
  }
}

function findEvidence(match: Match, { speech, relevance }: JudgeWeights, unwanted: number | undefined): Evidence[] {
  const weights = weighSentences(match.reading.sentences.length, (kept) => {
    const { values } = computeFeatures(match, speech, kept)
    return { values, score: scoreFeatures(relevance, values) }
  })
  return composeEvidence(match, pickSentences(relevance.quotes, weights, unwanted), unwanted)
}

function emptyJudgement(modelVersion: string): Judgement {
  return {
    score: 0,
    keep: false,
    level: 'unsure',
    reason: 'The post has no words to judge.',
    evidence: [],
    conditions: [],
    features: {},
    modelVersion,
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
