import { foldWords, sourceOffsets } from './fold-words.ts'
import { wantedTerms, type NameNode } from './name-expression.ts'
import type { NameTerm } from './name-term.ts'

/** More places of one post prove nothing more. */
const PLACES_MAX = 20

/** A place in a text where a name stands, as UTF-16 offsets. */
export interface NameSpan {
  start: number
  end: number
  /** The name as it is written in the expression. */
  name: string
}

/** Whether an expression matches a text that has been folded. */
export function matchesFolded(node: NameNode, folded: string): boolean {
  if (node.kind === 'name') return folded.search(node.term.pattern) >= 0
  if (node.kind === 'not') return !matchesFolded(node.of, folded)
  if (node.kind === 'any') return node.of.some((part) => matchesFolded(part, folded))
  return node.of.every((part) => matchesFolded(part, folded))
}

/** Whether an expression matches a text. */
export function matchesNames(node: NameNode, text: string): boolean {
  return matchesFolded(node, foldWords(text))
}

/** The first places of a matching text where its names stand, in order and without overlaps; the longest name of a place counts. */
export function findNameSpans(node: NameNode, text: string): NameSpan[] {
  const folded = foldWords(text)
  const offsetOf = sourceOffsets(text)
  const found = wantedTerms(node).flatMap((term) => placesOf(term, folded))
  const places: NameSpan[] = []
  let from = 0
  for (const { start, end, name } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from || places.length === PLACES_MAX) continue
    from = end
    // The end is where the next character begins, less what shows nothing: its own last character's end.
    places.push({ start: offsetOf(start), end: Math.max(offsetOf(end), offsetOf(end - 1) + 1), name })
  }
  return places
}

function placesOf({ written, pattern }: NameTerm, folded: string): NameSpan[] {
  const places: NameSpan[] = []
  for (const { 0: found, index } of folded.matchAll(pattern)) {
    places.push({ start: index, end: index + found.length, name: written })
    if (places.length === PLACES_MAX) break
  }
  return places
}
