import { blankMarkup } from '../language/post-text.ts'
import { readTerms } from '../language/words.ts'

/** An entry is a term's hash, with how often the post holds it in the lowest bits. */
export const COUNT_BITS = 4
export const COUNT_MAX = 15
/** Posts are cut where they get longer than most books' chapters. */
const CHARACTERS_MAX = 20_000
export const TERMS_MAX = 65_535

/** A post's distinct terms, each with its count, and how many terms it has in all. */
export interface TermEntries {
  entries: Int32Array
  total: number
}

export function readEntries(text: string): TermEntries {
  const terms = readTerms(blankMarkup(text.slice(0, CHARACTERS_MAX)))
  const counts = new Map<number, number>()
  for (const term of terms) {
    const hash = hashTerm(term)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const entries = new Int32Array(counts.size)
  let at = 0
  for (const [hash, count] of counts) entries[at++] = hash | Math.min(COUNT_MAX, count)
  return { entries, total: Math.min(TERMS_MAX, terms.length) }
}

/** 28 well mixed bits, above the bits of the count. A million posts hold a handful of pairs of terms with one hash. */
export function hashTerm(term: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) & ~COUNT_MAX
}
