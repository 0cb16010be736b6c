import { foldWords, sourceOffsets } from './fold-words.ts'
import { wantedTerms, type NameNode } from './name-expression.ts'
import { wordsOf, type NameTerm } from './name-term.ts'

/** More places of one post prove nothing more. */
const PLACES_MAX = 20

/** A place in a text where a name stands, as UTF-16 offsets. */
export interface NameSpan {
  start: number
  end: number
  /** The name as it is written in the expression. */
  name: string
}

/** Whether an expression matches a text that has been folded; `words` are the text's, which tell most names apart at once. */
export function matchesFolded(node: NameNode, folded: string, words: ReadonlySet<string>): boolean {
  if (node.kind === 'name') return mayHold(words, node.term) && node.term.spans(folded).next().done === false
  if (node.kind === 'not') return !matchesFolded(node.of, folded, words)
  if (node.kind === 'any') return node.of.some((part) => matchesFolded(part, folded, words))
  return node.of.every((part) => matchesFolded(part, folded, words))
}

/** Far quicker than the name's pattern, which is run where this says so. */
function mayHold(words: ReadonlySet<string>, term: NameTerm): boolean {
  return term.words.every((word) => words.has(word))
}

/** Whether an expression matches a text. */
export function matchesNames(node: NameNode, text: string): boolean {
  const folded = foldWords(text)
  return matchesFolded(node, folded, wordsOf(folded))
}

/** The first places of a matching text where its names stand, in order and without overlaps; the longest name of a place counts. */
export function findNameSpans(node: NameNode, text: string): NameSpan[] {
  const folded = foldWords(text)
  const offsetOf = sourceOffsets(text)
  const words = wordsOf(folded)
  const found = wantedTerms(node).flatMap((term) => (mayHold(words, term) ? placesOf(term, folded) : []))
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

function placesOf({ written, spans }: NameTerm, folded: string): NameSpan[] {
  const places: NameSpan[] = []
  for (const place of spans(folded)) {
    places.push({ ...place, name: written })
    if (places.length === PLACES_MAX) break
  }
  return places
}
