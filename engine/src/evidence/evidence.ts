import type { Evidence } from '../judge/judgement.ts'
import { sentenceNearness } from '../judge/late-interaction.ts'
import { FEATURE_NAMES, type Match } from '../judge/features.ts'
import type { Sentence } from '../judge/reading.ts'
import { trimSpan, type Span } from '../language/sentences.ts'
import { readSubject } from './asked.ts'

/** A fourth finds 35 more of 1,000 readers' quotes where a post is long, and is seldom worth showing where it is short. */
const FOR_MAX = 4
const AGAINST_MAX = 3
/** Further sentences are shown where readers would quote them at least a seventh as likely as the best one. */
const WORTH_MARGIN = 2
const AGAINST_MIN = 0.3
const UNWANTED = 'what you are not interested in'
/** A shorter sentence is shown whole, since the clause that is chosen may be another than the reader's. */
const CLAUSE_FROM_CHARACTERS = 220
const CLAUSE_CHARACTERS_MIN = 30
const CLAUSE_BREAK =
  /[,;:()\u2013\u2014]\s|\s-+\s|\s(?=(?:but|because|although|while|however|and i|and we|so i|so we)\s)/gi

/** How much a sentence carries: the fall of the score without it, its score alone, and the signs a reader goes by. */
export interface Weight {
  index: number
  fall: number
  alone: number
  signs: readonly number[]
}

/** Features of a single sentence by which a reader would quote it, apart from its effect on the score. */
const SIGNS = ['near_author', 'near_saying_best', 'covers_subject', 'act_any', 'need'].map((name) =>
  FEATURE_NAMES.indexOf(name),
)

/** Predicts which sentence a reader would quote: weights of the standardised fall, score alone, and signs. */
export interface QuoteModel {
  means: number[]
  scales: number[]
  weights: number[]
}

/** Some sentences of a post, scored as if they were all of it; `score` is in log-odds. */
export interface Scored {
  score: number
  values: Float64Array
}

/** Weighs every sentence of a post, once by leaving it out and once by leaving out all others. */
export function weighSentences(count: number, score: (kept: readonly number[]) => Scored): Weight[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const whole = score(all)
  return all.map((index) => {
    const without = count === 1 ? undefined : score(all.filter((other) => other !== index))
    return weighSentence({ index, count, whole: whole.score, without: without?.score, alone: score([index]) })
  })
}

export function weighSentence(of: {
  index: number
  count: number
  whole: number
  without: number | undefined
  alone: Scored
}): Weight {
  const { index, count, whole, without, alone } = of
  return {
    index,
    fall: without === undefined ? whole : whole - without,
    alone: alone.score,
    signs: [index / count, ...SIGNS.map((feature) => alone.values[feature] ?? 0)],
  }
}

/** The inputs of the quote model, in the order of its weights. */
export function quoteInputs({ fall, alone, signs }: Weight): number[] {
  return [fall, alone, ...signs]
}

/**
 * The sentences a reader would quote for the match, at most four, and at most three against it, by index. `excluded` is the
 * sentence with words the user does not want; it always counts against.
 */
export function pickSentences(
  model: QuoteModel,
  weights: readonly Weight[],
  excluded?: number,
): { for: number[]; against: number[] } {
  const carrying = weights
    .filter(({ index }) => index !== excluded)
    .map((weight) => ({ weight, worth: worthOf(model, weight) }))
    .sort((left, right) => right.worth - left.worth)
  const best = carrying[0]?.worth ?? 0
  const chosen = carrying
    .slice(0, FOR_MAX)
    .filter(({ worth }) => worth > best - WORTH_MARGIN || worth === best)
    .map(({ weight }) => weight)
  const against = [...weights]
    .sort((left, right) => left.fall - right.fall)
    .filter((weight) => weight.index === excluded || (weight.fall < -AGAINST_MIN && !chosen.includes(weight)))
    .slice(0, AGAINST_MAX)
  return { for: chosen.map(({ index }) => index), against: against.map(({ index }) => index) }
}

/**
 * The picked sentences as spans of the post's text, in text order, never empty or overlapping. `unwanted` works like
 * `excluded` above.
 */
export function composeEvidence(
  match: Match,
  picked: { for: number[]; against: number[] },
  unwanted?: number,
): Evidence[] {
  const { sentences } = match.reading
  const spans = (['for', 'against'] as const).flatMap((kind) =>
    picked[kind].flatMap((index) => {
      const sentence = sentences[index]
      if (sentence === undefined) return []
      const span = kind === 'for' ? trimToClause(match, sentence) : sentence
      return [
        {
          start: span.start,
          end: span.end,
          kind,
          label: index === unwanted ? UNWANTED : labelOf(match, sentence, kind),
        },
      ]
    }),
  )
  return spans.sort((left, right) => left.start - right.start)
}

function worthOf(model: QuoteModel, weight: Weight): number {
  const standard = quoteInputs(weight).map((value, at) => (value - (model.means[at] ?? 0)) / (model.scales[at] ?? 1))
  return standard.reduce((sum, value, at) => sum + value * (model.weights[at] ?? 0), 0)
}

function labelOf(match: Match, sentence: Sentence, kind: Evidence['kind']): string {
  if (kind === 'against') return 'speaks against it'
  const { plan, terms } = match.plan
  const touches = terms.subjects[0].some((term) => sentence.terms.counts.has(term))
  const asks = sentence.cues.endsAsQuestion || sentence.cues.startsAsQuestion
  if (touches && asks) return 'asks about the subject'
  if (touches) {
    const { named } = readSubject(plan, [sentence.terms.counts])
    return named.length > 0 ? 'names the subject' : 'uses words of the subject'
  }
  return asks ? 'asks' : 'shows the intent'
}

/** The clause of a long sentence whose words come nearest to what a matching author would say. */
export function trimToClause(match: Match, sentence: Sentence): Span {
  const { text } = match.reading
  if (sentence.end - sentence.start <= CLAUSE_FROM_CHARACTERS) return sentence
  const clauses = splitClauses(text, sentence)
  const scored = clauses.map((clause) => ({ clause, near: sentenceNearness(match.plan, sentence, clause) }))
  scored.sort((left, right) => right.near - left.near)
  return scored[0]?.clause ?? sentence
}

function splitClauses(text: string, sentence: Span): Span[] {
  const words = text.slice(sentence.start, sentence.end)
  const clauses: Span[] = []
  let start = sentence.start
  for (const match of words.matchAll(CLAUSE_BREAK)) {
    const end = sentence.start + match.index
    const next = end + match[0].length
    if (end - start < CLAUSE_CHARACTERS_MIN || sentence.end - next < CLAUSE_CHARACTERS_MIN) continue
    clauses.push(trimSpan(text, { start, end }))
    start = next
  }
  clauses.push(trimSpan(text, { start, end: sentence.end }))
  return clauses.filter((clause) => clause.end > clause.start)
}
