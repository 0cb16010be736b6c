import { requiredTerms } from '@leadlight/domain/watched-names/name-expression'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { rarityOf } from '../names/rarity.ts'
import type { Plan } from './plan.ts'

/**
 * The plan of an expression of names that parses. Its queries are the terms that every match has one of, so whoever asks
 * a platform for all of them, and reads all pages, misses nothing that it has.
 */
export function planNames(expression: string): Plan {
  const { root } = parseNames(expression)
  const terms = root ? (requiredTerms(root, rarityOf) ?? []) : []
  const queries = [...new Set(terms.map(({ asked }) => (asked.includes(' ') ? `"${asked}"` : asked)))]
  return {
    signal: expression,
    who: '',
    acts: {},
    names: [],
    topics: [],
    subject: '',
    qualifiers: [],
    exclusions: [],
    avoids: [],
    wish: '',
    voice: '',
    searchQueries: queries,
    watchQueries: queries,
    watched: expression,
  }
}
