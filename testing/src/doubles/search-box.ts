import { splitText } from './text-index.ts'
import type { Condition } from './text-index.ts'

/** A quoted phrase, or a word as it was typed. */
export interface Term {
  text: string
  isQuoted: boolean
  isUnwanted: boolean
}

/** The words, "phrases", -words and -"phrases" of a query. */
export function readTerms(query: string): Term[] {
  return [...query.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)].map(([, minus, phrase, word = '']) => ({
    text: phrase ?? word,
    isQuoted: phrase !== undefined,
    isUnwanted: minus === '-',
  }))
}

/** All words and "phrases" and no -words, as in most search boxes. */
export function parseQuery<Entry>(query: string): Condition<Entry> {
  return { kind: 'all', of: readTerms(query).map(meant<Entry>) }
}

/** What one term asks for: a word with marks in it is several words, in any order. */
export function meant<Entry>(term: Term): Condition<Entry> {
  const said: Condition<Entry> = term.isQuoted ? { kind: 'row', text: term.text } : allWords(term.text)
  return term.isUnwanted ? { kind: 'not', of: said } : said
}

export function allWords<Entry>(text: string, part?: (entry: Entry) => string): Condition<Entry> {
  return { kind: 'all', of: splitText(text).map((word) => ({ kind: 'row', text: word, in: part })) }
}
