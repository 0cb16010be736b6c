import type { NameTerm } from './name-term.ts'

/** A parsed expression. */
export type NameNode =
  | { kind: 'name'; term: NameTerm }
  | { kind: 'any'; of: NameNode[] }
  | { kind: 'all'; of: NameNode[] }
  | { kind: 'not'; of: NameNode }

/**
 * Terms of which every matching text has at least one; undefined where a text may have none. `rarity` says which of
 * several such lists is the best to look for: the one whose most common term is the rarest.
 */
export function requiredTerms(node: NameNode, rarity: (term: NameTerm) => number): NameTerm[] | undefined {
  if (node.kind === 'name') return [node.term]
  if (node.kind === 'not') return undefined
  const parts = node.of.map((part) => requiredTerms(part, rarity))
  if (node.kind === 'any') return parts.every((part) => part !== undefined) ? parts.flat() : undefined
  return parts
    .flatMap((terms) => (terms ? [{ terms, rarest: Math.min(...terms.map(rarity)) }] : []))
    .toSorted((a, b) => b.rarest - a.rarest)[0]?.terms
}

/** The names that speak for a text, in the order in which they are written; those that NOT leaves out are none. */
export function wantedTerms(node: NameNode): NameTerm[] {
  if (node.kind === 'name') return [node.term]
  return node.kind === 'not' ? [] : node.of.flatMap(wantedTerms)
}
