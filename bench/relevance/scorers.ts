import { pickSentences, weighSentence, type Weight } from '@leadlight/engine/evidence/evidence'
import { joinScores } from '@leadlight/engine/judge/condition-heads'
import { calibrate, scoreFeatures, type RelevanceModel } from '@leadlight/engine/judge/relevance-model'
import { logistic } from '@leadlight/engine/judge/speech-act'
import { chooseThreshold, fitCalibration, fitRelevance } from './fit-models.ts'
import { fitQuotes } from './fit-quotes.ts'
import type { Verdict } from './measures.ts'
import type { Pair } from './prepare.ts'

/** A peer's calibration: its probability for a score, and its threshold. */
export interface PeerModel {
  slope: number
  offset: number
  threshold: number
}

/** The peers, by the name of their row. Each ranks posts by one number and shows its best sentence as evidence. */
const PEERS: Readonly<Record<string, (pair: { bm25: number; cosine: number }) => number>> = {
  BM25: (pair) => pair.bm25,
  MiniLM: (pair) => pair.cosine,
  'BM25+MiniLM': (pair) => pair.bm25 / BM25_SPREAD + pair.cosine / COSINE_SPREAD,
}
/** Typical spreads of the two scores among candidates, so that neither dominates the sum. */
const BM25_SPREAD = 6
const COSINE_SPREAD = 0.13

const ROWS: readonly string[] = [...Object.keys(PEERS), 'Leadlight']

export interface Models {
  relevance: RelevanceModel
  peers: Record<string, PeerModel>
}

/** Fits the model and every peer's calibration on the same pairs. */
export function fitModels(pairs: readonly Pair[]): Models {
  const peers = Object.fromEntries(
    Object.entries(PEERS).map(([name, score]) => {
      const scored = pairs.map((pair) => ({ score: score(pair), grade: pair.grade, share: pair.share }))
      const line = fitCalibration(scored)
      const likely = scored.map((own) => ({ ...own, probability: logistic(line.slope * own.score + line.offset) }))
      return [name, { ...line, threshold: chooseThreshold(likely) }]
    }),
  )
  const relevance = fitRelevance(pairs)
  const quoted = pairs.flatMap((pair) => {
    const { quote, grade } = pair
    if (!quote || grade !== 2) return []
    return [{ weights: weighPair(pair, relevance), quoted: pair.sentences.map((span) => overlap(span, quote)) }]
  })
  return { relevance: { ...relevance, quotes: fitQuotes(quoted) }, peers }
}

/** Every row's verdicts on some pairs. The models must not have seen those. */
export function applyModels(models: Models, pairs: readonly Pair[]): Record<string, Verdict[]> {
  const rows: Record<string, Verdict[]> = {}
  for (const [name, score] of Object.entries(PEERS)) {
    const model = models.peers[name]
    if (model) rows[name] = pairs.map((pair) => judgeByPeer(pair, score, model))
  }
  rows['Leadlight'] = pairs.map((pair) => judgeByModel(pair, models.relevance))
  return rows
}

/**
 * Leaves one business out at a time: no model, calibration or threshold has seen a post graded for it. `further` pairs,
 * of other businesses, are learned from every time and not measured.
 */
export function crossValidate(pairs: readonly Pair[], further: readonly Pair[]): Record<string, Verdict[]> {
  const rows: Record<string, Verdict[]> = Object.fromEntries(ROWS.map((name) => [name, []]))
  for (const [business, held] of Map.groupBy(pairs, (pair) => pair.business)) {
    const models = fitModels([...pairs.filter((pair) => pair.business !== business), ...further])
    for (const [name, verdicts] of Object.entries(applyModels(models, held))) rows[name]?.push(...verdicts)
  }
  return rows
}

function judgeByPeer(pair: Pair, scoreOf: (of: { bm25: number; cosine: number }) => number, model: PeerModel): Verdict {
  const score = scoreOf(pair)
  const probability = logistic(model.slope * score + model.offset)
  const best = pair.sentences.toSorted((left, right) => scoreOf(right) - scoreOf(left)).slice(0, 1)
  return { ...verdictOf(pair, best), score, probability, keep: probability >= model.threshold }
}

function judgeByModel(pair: Pair, model: RelevanceModel): Verdict {
  const score = scoreFeatures(model.second, joinScores(scoreFeatures(model, pair.features), pair.met))
  const probability = calibrate(model, score)
  if (!pair.quote) return { ...verdictOf(pair, []), score, probability, keep: probability >= model.threshold }
  const picked = pickSentences(model.quotes, weighPair(pair, model)).for.flatMap((index) => pair.sentences[index] ?? [])
  return { ...verdictOf(pair, picked), score, probability, keep: probability >= model.threshold }
}

function weighPair(pair: Pair, model: Omit<RelevanceModel, 'quotes'>): Weight[] {
  const whole = scoreFeatures(model, pair.features)
  const count = pair.sentences.length
  return pair.sentences.map((sentence, index) =>
    weighSentence({
      index,
      count,
      whole,
      without: count === 1 ? undefined : scoreFeatures(model, sentence.without),
      alone: { score: scoreFeatures(model, sentence.alone), values: sentence.alone },
    }),
  )
}

function overlap(span: { start: number; end: number }, quote: { start: number; end: number }): boolean {
  return span.start < quote.end && span.end > quote.start
}

function verdictOf(pair: Pair, spans: readonly { start: number; end: number }[]) {
  const { signal, grade, post, quote } = pair
  if (!quote) return { signal, grade, post }
  return { signal, grade, post, spans: spans.length, overlaps: spans.some((span) => overlap(span, quote)) }
}
