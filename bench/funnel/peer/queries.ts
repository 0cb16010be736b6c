import { PLAN_SEARCHES_MAX } from '@leadlight/domain/signal-plans'
import { termWeight } from '@leadlight/engine/language/bm25'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { fold, readTerms } from '@leadlight/engine/language/words'
import { distinguishingWords, splitSignal } from './signal-grammar.ts'
import { readTopic } from './topic.ts'

const SIGNAL_CHARACTERS_MAX = 600
const QUERY_WORDS_MAX = 4

/** The queries of a sentence, best first, as the product composed them before it adapted its search. */
export function planQueries(sentence: string): string[] {
  const signal = tidy(sentence)
  const topic = readTopic(splitSignal(signal).rest, weightOf)
  const phrases = topic.phrases.length > 0 ? topic.phrases : readTopic(signal, () => 1).phrases
  return composeQueries(phrases, distinguishingWords(splitSignal(signal).who), signal)
}

function tidy(sentence: string): string {
  return sentence
    .slice(0, 4 * SIGNAL_CHARACTERS_MAX)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SIGNAL_CHARACTERS_MAX)
}

function weightOf(term: string): number {
  return termWeight(wordStatistics, term)
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
