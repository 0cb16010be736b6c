import type { Evidence } from './judgement.ts'
import { sentenceNearness } from './late-interaction.ts'
import type { Match } from './features.ts'
import type { Sentence } from './reading.ts'
import { trimSpan, type Span } from './sentences.ts'

const SPANS_MAX = 3
/** The second span need only help; the third must carry this share of what the first one does. */
const THIRD_SHARE = 0.5
const AGAINST_MIN = 0.3
const UNWANTED = 'what you are not interested in'
const CLAUSE_FROM_CHARACTERS = 140
const CLAUSE_CHARACTERS_MIN = 30
const CLAUSE_BREAK =
  /[,;:()\u2013\u2014]\s|\s-+\s|\s(?=(?:but|because|although|while|however|and i|and we|so i|so we)\s)/gi

/** How much a sentence carries: the fall of the score without it, and what it scores alone. */
export interface Weight {
  index: number
  fall: number
  alone: number
}

/** Weighs every sentence of a post by leaving it out and by leaving all others out. `score` gives log-odds. */
export function weighSentences(count: number, score: (kept: readonly number[]) => number): Weight[] {
  const all = Array.from({ length: count }, (_, index) => index)
  const whole = score(all)
  return all.map((index) => ({
    index,
    fall: count === 1 ? whole : whole - score(all.filter((other) => other !== index)),
    alone: score([index]),
  }))
}

/**
 * The fewest sentences that carry the match, and those that speak against it, by index. `excluded` is the sentence
 * with words the user does not want; it always speaks against.
 */
export function pickSentences(weights: readonly Weight[], excluded?: number): { for: number[]; against: number[] } {
  const carrying = weights.filter(({ index }) => index !== excluded).sort((left, right) => worth(right) - worth(left))
  const best = carrying[0]
  const chosen = carrying
    .slice(0, SPANS_MAX)
    .filter((weight, rank) => rank === 0 || weight.fall > (rank === 1 ? 0 : (best?.fall ?? 0) * THIRD_SHARE))
  const against = [...weights]
    .sort((left, right) => left.fall - right.fall)
    .filter((weight) => weight.index === excluded || (weight.fall < -AGAINST_MIN && !chosen.includes(weight)))
    .slice(0, SPANS_MAX)
  return { for: chosen.map(({ index }) => index), against: against.map(({ index }) => index) }
}

/** The picked sentences as spans of the post's text, in text order: never empty, never overlapping. `unwanted` as there. */
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

function worth(weight: Weight): number {
  return weight.fall + weight.alone / 2
}

function labelOf(match: Match, sentence: Sentence, kind: Evidence['kind']): string {
  if (kind === 'against') return 'speaks against it'
  const names = match.plan.terms.subject.some((term) => sentence.terms.counts.has(term))
  const asks = sentence.cues.endsAsQuestion || sentence.cues.startsAsQuestion
  if (names && asks) return 'asks about the subject'
  if (names) return 'names the subject'
  return asks ? 'asks' : 'shows the intent'
}

/** Of a long sentence, the clause whose words come nearest to what a matching author would say. */
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
