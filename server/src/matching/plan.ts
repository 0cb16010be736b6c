import type { ActWeights } from './acts.ts'
import { termWeight } from './bm25.ts'
import { readSignalActs } from './signal-acts.ts'
import { sayAsAuthor, splitSignal, tellingWho, wishOf } from './signal-grammar.ts'
import { readTopic } from './topic.ts'
import { wordStatistics } from './word-statistics.ts'
import { fold, readTerms } from './words.ts'

const SIGNAL_CHARACTERS_MAX = 600
const QUERIES_MAX = 6
const QUERY_WORDS_MAX = 4
const QUALIFIER =
  /\b(?:within|under|below|above|over|less than|more than|at most|at least|without|only|before|near|based in|located in) [^,.;?!]{2,60}/gi

/** What the matcher makes of a signal. Plain JSON: it can be shown, edited, stored and judged by again. */
export interface Plan {
  signal: string
  /** The people the signal speaks of, empty where it says no more than "people". */
  who: string
  acts: ActWeights
  /** Groups of phrases; a post that carries a phrase of a group speaks of that part of the subject. */
  topics: { anyOf: string[] }[]
  /** All subject phrases as one text. */
  subject: string
  qualifiers: string[]
  exclusions: string[]
  /** What they ask or say of it, without the asking, in the first person. */
  wish: string
  /** The signal as a matching author would say it of themselves. */
  voice: string
  /** Short keyword strings for platforms' own searches, best first. */
  searchQueries: string[]
}

export interface PlanOptions {
  /** What the business does not want: words or phrases that speak against a post. */
  exclusions?: readonly string[]
}

/** Reads a signal into a plan. Pure and immediate: no model, no network; the same sentence gives the same plan. */
export function planSignal(sentence: string, options: PlanOptions = {}): Plan {
  const signal = sentence
    .slice(0, 4 * SIGNAL_CHARACTERS_MAX)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SIGNAL_CHARACTERS_MAX)
  const parts = splitSignal(signal)
  const who = tellingWho(parts.who)
  const topic = readTopic(parts.rest, (term) => termWeight(wordStatistics, term))
  const phrases = topic.phrases.length > 0 ? topic.phrases : readTopic(signal, () => 1).phrases
  return {
    signal,
    who,
    acts: readSignalActs(signal),
    topics: phrases.map((phrase) => ({ anyOf: [phrase] })),
    subject: topic.text || who || signal,
    qualifiers: [...signal.matchAll(QUALIFIER)].map(([qualifier]) => qualifier.trim()),
    exclusions: (options.exclusions ?? []).map((phrase) => phrase.trim()).filter((phrase) => phrase !== ''),
    wish: wishOf(parts),
    voice: sayAsAuthor(parts),
    searchQueries: composeQueries(phrases, who, signal),
  }
}

/**
 * Phrases of two or more words and names stand alone; a single word borrows the rarest word for the people
 * (`freelancers charge`), or the next phrase, to say enough.
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
  return [...new Set(cut)].slice(0, QUERIES_MAX)
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
