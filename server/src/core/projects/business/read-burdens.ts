import { enumerate, readList } from './noun-phrase.ts'
import { readVerbPhrase } from './verb-phrase.ts'
import type { Sentence } from './read-sentences.ts'
import type { Token } from './tagger.ts'

/** What customers are tired of, as a business says: `doing quotes at the kitchen table`, `spreadsheets and clipboards`. */
export function readBurdens(sentences: readonly Sentence[]): string[] {
  const found = sentences.flatMap(({ tokens }) => tokens.flatMap((_token, at) => burdenAt(tokens, at)))
  return [...new Set(found)].slice(0, 2)
}

function burdenAt(tokens: readonly Token[], at: number): string[] {
  const [word, next] = [tokens[at]?.lower ?? '', tokens[at + 1]?.lower ?? '']
  if (/^(?:stops?|quit)$/u.test(word) && next.endsWith('ing')) return phraseAt(tokens, at + 1)
  if (/^(?:tired|sick|fed)$/u.test(word)) {
    const start = next === 'up' ? at + 3 : at + 2
    return [...phraseAt(tokens, start), ...thingsAt(tokens, start)].slice(0, 1)
  }
  if (/^(?:replaces?|replacing)$/u.test(word)) return thingsAt(tokens, at + 1)
  if (word === 'no' && next === 'more') return [...phraseAt(tokens, at + 2), ...thingsAt(tokens, at + 2)].slice(0, 1)
  return []
}

function phraseAt(tokens: readonly Token[], at: number): string[] {
  if (tokens[at]?.lower.endsWith('ing') !== true) return []
  const phrase = readVerbPhrase(tokens, at)
  return phrase?.hasObject ? [phrase.text] : []
}

function thingsAt(tokens: readonly Token[], at: number): string[] {
  const list = readList(tokens, at).filter(
    ({ isPlural, isPossessed, text }) => isPlural && !isPossessed && !/\p{Lu}/u.test(text),
  )
  return list.length === 0 ? [] : [enumerate(list.map(({ text }) => text).slice(0, 2), 'and')]
}
