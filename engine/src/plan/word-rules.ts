import { cosine, packVector, unpackVector } from '../embedding/vector-bytes.ts'
import type { TermCounts } from '../language/bm25.ts'
import type { Plan } from './plan.ts'
import { blankMarkup } from '../language/post-text.ts'
import { draftReading } from '../judge/reading.ts'
import { readTerms } from '../language/words.ts'

/** Words that keep a post out where one sentence has them all. */
export interface Excluded {
  phrase: string
  terms: readonly string[]
}

/** A second name of a part of the subject: a post with its terms counts as having those of the first name. */
export interface SecondName {
  phrase: string
  terms: readonly string[]
  means: readonly string[]
}

/** What a plan says beyond its subject and voices, ready for the prefilter. */
export interface WordRules {
  secondNames: readonly SecondName[]
  excluded: readonly Excluded[]
  /** What is not wanted, at the precision at which posts' vectors are stored. */
  avoids: readonly Float32Array[]
}

/** A post nearer than this to what is not wanted is judged after others, in case budget or balance run out. */
const AVOIDED_FROM = 0.35

/** `vectors` are those of the plan's `avoids`, in their order. */
export function readWordRules(plan: Plan, vectors: readonly Float32Array[]): WordRules {
  return {
    secondNames: readSecondNames(plan),
    excluded: readExcluded(plan),
    avoids: vectors.map((vector) => unpackVector(packVector(vector))),
  }
}

export function readSecondNames(plan: Plan): SecondName[] {
  return plan.topics.flatMap(({ anyOf: [first = '', ...others] }) =>
    others
      .map((phrase) => ({ phrase, terms: readTerms(phrase), means: readTerms(first) }))
      .filter(({ terms }) => terms.length > 0),
  )
}

export function readExcluded(plan: Plan): Excluded[] {
  return plan.exclusions.map((phrase) => ({ phrase, terms: readTerms(phrase) })).filter(({ terms }) => terms.length > 0)
}

/** The terms of a post, plus those of the first name wherever it uses a second one. */
export function inFirstNames(terms: TermCounts, secondNames: readonly SecondName[]): TermCounts {
  const said = secondNames.filter((name) => name.terms.every((term) => terms.counts.has(term)))
  const missing = said.flatMap(({ means }) => means.filter((term) => !terms.counts.has(term)))
  if (missing.length === 0) return terms
  return { total: terms.total, counts: new Map([...terms.counts, ...missing.map((term) => [term, 1] as const)]) }
}

/** The first excluded phrase with all its words in one sentence, and that sentence. */
export function findExcluded(
  excluded: readonly Excluded[],
  sentences: readonly { has(term: string): boolean }[],
): { phrase: string; sentence: number } | undefined {
  for (const { phrase, terms } of excluded) {
    const sentence = sentences.findIndex((own) => terms.every((term) => own.has(term)))
    if (sentence >= 0) return { phrase, sentence }
  }
  return undefined
}

/** Whether a post is kept out by its words: exactly where the judge would find an excluded phrase. */
export function isKeptOut(excluded: readonly Excluded[], text: string): boolean {
  if (excluded.length === 0) return false
  const sentences = draftReading({ title: null, text }).chunks.flatMap((chunk) => chunk.sentences)
  const read = sentences.map(({ start, end }) => new Set(readTerms(blankMarkup(text.slice(start, end)))))
  return findExcluded(excluded, read) !== undefined
}

/** How far a post's rank falls for being near to what is not wanted. */
export function avoidance(avoids: readonly Float32Array[], vector: Float32Array | undefined): number {
  if (!vector || avoids.length === 0) return 0
  const near = Math.max(...avoids.map((avoid) => cosine(avoid, vector)))
  return Math.max(0, near - AVOIDED_FROM)
}
