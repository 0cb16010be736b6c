import { termWeight } from '../language/bm25.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { readTerms } from '../language/words.ts'

/** What a user does not want, taken apart. */
export interface NegativeBrief {
  /** Each unwanted thing, as written: posts should not come near it. */
  clauses: string[]
  /** The clauses short and telling enough that a post with their words is kept out. */
  phrases: string[]
}

const CLAUSES_MAX = 10
const PHRASE_TERMS_MAX = 3
const PHRASE_CHARACTERS_MAX = 80
/** A single word keeps posts out only where it is about as rare as `student`: `job` is in too many. */
const LONE_WORD_WEIGHT_MIN = 4
const BREAK = /[\n;,.!?\u2022]+|\s+(?:or|and|nor|as well as)\s+|\s+-\s+/i
const LEAD_IN =
  /^(?:(?:and|or|but|also|please)\s+)*(?:(?:i am|i'm|we are|we're|i|we)\s+)?(?:not\s+(?:interested\s+in|looking\s+for|want(?:ed|ing)?|about|from)|not|no(?:thing|body)?(?:\s+(?:about|from|who))?|without|exclud(?:e|ing)|except(?:\s+for)?|avoid|never|(?:don't|do not|dont)\s+(?:want|need|show(?:\s+me)?|care\s+about)|leave\s+out|skip|ignore)\s+(?:any(?:one|body|thing)?\s+)?/i

/**
 * Reads what is not wanted: `not interested in job ads or students doing homework`. Posts near each part in meaning are
 * avoided. A part of few words also excludes by its words, unless the signal itself uses them.
 */
export function readNegativeBrief(text: string, signal: string): NegativeBrief {
  const own = new Set(readTerms(signal))
  const clauses = [
    ...new Map(
      text
        .normalize('NFKC')
        .replaceAll('\u2019', "'")
        .split(BREAK)
        .map((part) => part.replaceAll(/\s+/g, ' ').trim().replace(LEAD_IN, '').trim())
        .filter((part) => readTerms(part).length > 0)
        .map((part) => [part.toLowerCase(), part]),
    ).values(),
  ].slice(0, CLAUSES_MAX)
  return { clauses, phrases: clauses.filter((clause) => keepsOut(clause, own)) }
}

function keepsOut(clause: string, own: ReadonlySet<string>): boolean {
  const terms = [...new Set(readTerms(clause))]
  if (terms.length > PHRASE_TERMS_MAX || clause.length > PHRASE_CHARACTERS_MAX) return false
  if (terms.every((term) => own.has(term))) return false
  const [first = ''] = terms
  return terms.length > 1 || termWeight(wordStatistics, first) >= LONE_WORD_WEIGHT_MIN
}
