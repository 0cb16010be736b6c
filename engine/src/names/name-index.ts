import { foldWords } from '@leadlight/domain/watched-names/fold-words'
import { matchesFolded } from '@leadlight/domain/watched-names/match-names'
import { requiredTerms, type NameNode } from '@leadlight/domain/watched-names/name-expression'
import { wordsOf } from '@leadlight/domain/watched-names/name-term'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { rarestWord, rarityOf } from './rarity.ts'

/** Expressions of names, for finding all that match a text: exactly those that would match it one by one. */
export interface NameIndex {
  readonly size: number
  /**
   * Adds an expression, or replaces the one with its id. One that does not parse, as an earlier version may have saved
   * it, matches nothing: it must not keep the others from being found.
   */
  put(id: string, expression: string): void
  remove(id: string): void
  match(text: string): string[]
  /** Whether the text has a word that an expression needs: if not, none matches. */
  touches(text: string): boolean
}

/** An empty index. An expression hangs under the rarest words of the terms that it needs; what they find is evaluated. */
export function createNameIndex(): NameIndex {
  const entries = new Map<string, { root: NameNode; words: readonly string[] }>()
  const idsOf = new Map<string, Set<string>>()

  function remove(id: string): void {
    for (const word of entries.get(id)?.words ?? []) {
      const ids = idsOf.get(word)
      ids?.delete(id)
      if (ids?.size === 0) idsOf.delete(word)
    }
    entries.delete(id)
  }

  function put(id: string, expression: string): void {
    remove(id)
    const { root } = parseNames(expression)
    if (!root) return
    const words = [...new Set((requiredTerms(root, rarityOf) ?? []).map(rarestWord))]
    entries.set(id, { root, words })
    for (const word of words) idsOf.set(word, (idsOf.get(word) ?? new Set()).add(id))
  }

  function match(text: string): string[] {
    if (entries.size === 0) return []
    const folded = foldWords(text)
    const near = new Set<string>()
    const words = wordsOf(folded)
    for (const word of words) for (const id of idsOf.get(word) ?? []) near.add(id)
    return [...near].filter((id) => {
      const root = entries.get(id)?.root
      return root !== undefined && matchesFolded(root, folded, words)
    })
  }

  return {
    get size() {
      return entries.size
    },
    put,
    remove,
    match,
    touches: (text) => entries.size > 0 && [...wordsOf(foldWords(text))].some((word) => idsOf.has(word)),
  }
}
