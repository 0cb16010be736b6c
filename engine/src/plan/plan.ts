import {
  applyPlanEdits,
  NO_PLAN_EDITS,
  PLAN_SEARCHES_MAX,
  type PlanEdits,
  type PlanWords,
} from '@leadlight/domain/signal-plans'
import type { Act, ActWeights } from './acts.ts'
import { termWeight } from '../language/bm25.ts'
import { readNegativeBrief } from './negative-brief.ts'
import { readSignalActs } from './signal-acts.ts'
import { sayAsAuthor, splitSignal, distinguishingWords, wishOf } from './signal-grammar.ts'
import { findNames, readNames, withTellingCapitals } from './signal-names.ts'
import { startingSearches } from '../reach/starting-searches.ts'
import { readTopic, type Topic } from './topic.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { fold, readTerms } from '../language/words.ts'

const SIGNAL_CHARACTERS_MAX = 600
const QUERY_WORDS_MAX = 4
const QUALIFIER =
  /\b(?:within|under|below|above|over|less than|more than|at most|at least|without|only|before|near|based in|located in) (?:[^,.;?!]|\.(?=\S)){2,60}(?![\p{L}\p{N}])/giu
const PLACED = /\b(?:in|at|from) $/
const MEASURE = /\d|\b(?:budget|price|weeks?|months?|days?)\b/i
const MEASURE_OR_LACK = new RegExp(`${MEASURE.source}|^without\\b`, 'i')

/** The matcher's reading of a signal. Plain JSON: it can be shown, edited, stored and judged by again. */
export interface Plan {
  signal: string
  /** The people the signal is about; empty where it only says "people". */
  who: string
  acts: ActWeights
  /** Proper names as written, in order: a text without one is about something else. */
  names: string[]
  /** Groups of phrases; a post with a phrase of a group is about that part of the subject. */
  topics: { anyOf: string[] }[]
  /** All subject phrases as one text. */
  subject: string
  qualifiers: string[]
  exclusions: string[]
  /** What is not wanted, as said: posts should not come near any of these. */
  avoids: string[]
  /** What they ask or say about it, without the asking, in the first person. */
  wish: string
  /** The signal as a matching author would say it of themselves. */
  voice: string
  /** What a search begins with at platforms' own searches, the most telling first; see `readSearchText`. */
  searchQueries: string[]
  /** Narrower ones for monitoring, which asks few and reads all that they bring. */
  watchQueries: string[]
  /** An expression of names in place of all the above but the queries: a post matches if it holds them. */
  watched?: string
}

export interface PlanOptions {
  /** Words or phrases the business does not want, which speak against a post. */
  exclusions?: readonly string[]
  /** What the user does not want, in plain language. */
  notInterested?: string
  /** The user's edits of the plan as read. */
  edits?: PlanEdits
}

/** Reads a signal into a plan. Pure and immediate: no model, no network; the same sentence gives the same plan. */
export function planSignal(sentence: string, options: PlanOptions = {}): Plan {
  const { exclusions = [], notInterested = '', edits = NO_PLAN_EDITS } = options
  const names = readNames(tidy(sentence))
  const asTyped = withTellingCapitals(tidy(sentence), names)
  const parts = splitSignal(asTyped, names)
  // A name among the people is part of the subject, as in `Notion users asking for something faster`; a place is not.
  const ofPeople = findNames(parts.who, names)
    .filter(({ start }) => !PLACED.test(parts.who.slice(0, start)))
    .map(({ start, end }) => parts.who.slice(start, end))
  const read = (not: RegExp): Topic =>
    readTopic([withoutQualifiers(parts.rest, not), ...ofPeople].join('; '), weightOf, names)
  // What a wish is to be without is no topic of its own, but posts about it are near.
  const [topic, { phrases: asked }] = [read(MEASURE), read(MEASURE_OR_LACK)]
  const phrases = asked.length > 0 ? asked : readTopic(asTyped, () => 1, names).phrases
  const negative = readNegativeBrief(notInterested, asTyped)
  const acts = readSignalActs(withoutNames(parts.rest, names))
  const words = applyPlanEdits(
    {
      who: distinguishingWords(parts.who, names),
      acts: namesOf(acts),
      topics: phrases.map((phrase) => [phrase]),
      qualifiers: readQualifiers(asTyped),
      exclusions: unique([...exclusions, ...negative.phrases]),
      searches: [],
    },
    edits,
  )
  const signal = withQualifiers(asTyped, edits.qualifiers)
  const { rest, who: written } = splitSignal(signal, names)
  const edited = { who: edits.who ?? written, rest }
  const { added, removed } = edits.topics
  const subject = added.length + removed.length === 0 ? topic.text : words.topics.map(([first]) => first).join(', ')
  const topics = words.topics.flat()
  const searches = startingSearches({ topics, names, signal })
  return {
    signal,
    who: words.who,
    acts: weighActs(words.acts, acts),
    names,
    topics: words.topics.map((anyOf) => ({ anyOf })),
    subject: subject || words.who || signal,
    qualifiers: words.qualifiers,
    exclusions: words.exclusions,
    avoids: negative.clauses,
    wish: wishOf(edited),
    voice: sayAsAuthor(edited, names),
    searchQueries: applyPlanEdits({ ...words, searches }, edits).searches,
    watchQueries: applyPlanEdits({ ...words, searches: composeQueries(topics, words.who, signal) }, edits).searches,
  }
}

/** The plan as a user reads and changes it. */
export function wordsOf(plan: Plan): PlanWords {
  return {
    who: plan.who,
    acts: namesOf(plan.acts),
    topics: plan.topics.map(({ anyOf }) => anyOf),
    qualifiers: plan.qualifiers,
    exclusions: plan.exclusions,
    searches: plan.searchQueries,
  }
}

/** Of a link, its site says what is meant; the rest of it says nothing. */
function tidy(sentence: string): string {
  return sentence
    .slice(0, 4 * SIGNAL_CHARACTERS_MAX)
    .normalize('NFKC')
    .replace(/https?:\/\/(?:www\.)?([^\s/?#]*)\S*/gi, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SIGNAL_CHARACTERS_MAX)
}

function readQualifiers(signal: string): string[] {
  return [...signal.matchAll(QUALIFIER)].map(([qualifier]) => qualifier.trim())
}

/** How much or by when is no subject: `under 50 dollars`. */
function withoutQualifiers(text: string, not: RegExp): string {
  return readQualifiers(text)
    .filter((qualifier) => not.test(qualifier))
    .reduce((left, qualifier) => left.replace(qualifier, ';'), text)
}

/** The words of a name tell of no act: nobody asks for help by naming `Help Scout`. */
function withoutNames(text: string, names: readonly string[]): string {
  return findNames(text, names).reduceRight(
    (left, { start, end }) => left.slice(0, start) + 'Something' + left.slice(end),
    text,
  )
}

function weightOf(term: string): number {
  return termWeight(wordStatistics, term)
}

/** The acts asked for, the most wanted first. */
function namesOf(acts: ActWeights): Act[] {
  return (Object.entries(acts) as [Act, number][])
    .filter(([, weight]) => weight > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([act]) => act)
}

/** An added act is wanted as much as the most wanted one. */
function weighActs(acts: readonly Act[], read: ActWeights): ActWeights {
  return Object.fromEntries(acts.map((act) => [act, read[act] ?? 1]))
}

/** The sentence without the removed qualifiers, and with the added ones at its end. */
function withQualifiers(signal: string, { added, removed }: PlanEdits['qualifiers']): string {
  if (added.length + removed.length === 0) return signal
  const cut = removed.reduce((left, qualifier) => left.replace(qualifier, ''), signal)
  return [
    cut
      .replace(/\s+/g, ' ')
      .replace(/\s+([,.;])/g, '$1')
      .trim(),
    ...added,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function unique(phrases: readonly string[]): string[] {
  const trimmed = phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '')
  return [...new Map(trimmed.map((phrase) => [phrase.toLowerCase(), phrase])).values()]
}

/**
 * Phrases of two or more words and names are enough alone; a single word is joined by the rarest word for the people
 * (`freelancers charge`), or by the next phrase.
 */
function composeQueries(phrases: readonly string[], who: string, signal: string): string[] {
  const people = rarestWord(who)
  const queries = phrases.map((phrase, index) => {
    if (phrase.includes(' ') || isName(phrase)) return phrase
    if (people !== '') return `${people} ${phrase}`
    return [phrase, phrases[index + 1] ?? phrases[index - 1] ?? ''].join(' ').trim()
  })
  const rare = [...queries].sort((left, right) => queryWeight(right) - queryWeight(left))
  const all = rare.length > 0 ? rare : [[people, readTerms(signal).join(' ')].join(' ').trim() || signal]
  const cut = all.map((query) => [...new Set(query.toLowerCase().split(' '))].slice(0, QUERY_WORDS_MAX).join(' '))
  return [...new Set(cut)].slice(0, PLAN_SEARCHES_MAX)
}

function rarestWord(text: string): string {
  const words = text.split(' ').filter((word) => readTerms(word).length > 0)
  const name = words.slice(1).find((word) => isName(word)) ?? words.find((word) => /[A-Z].*[A-Z]/.test(word))
  if (name !== undefined) return name
  return words.reduce((best, word) => (best === '' || queryWeight(word) > queryWeight(best) ? word : best), '')
}

function isName(phrase: string): boolean {
  return /[A-Z]/.test(phrase.charAt(0)) || /\d/.test(phrase)
}

function queryWeight(query: string): number {
  return readTerms(fold(query)).reduce((sum, term) => sum + termWeight(wordStatistics, term), 0)
}
