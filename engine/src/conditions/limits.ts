import { readTerms } from '../language/words.ts'
import type { Plan } from '../plan/plan.ts'
import { splitSignal } from '../plan/signal-grammar.ts'
import { checkAddressee, readAddresseeLimit } from './addressed.ts'
import { checkAmount, readAmountLimits } from './amounts.ts'
import { checkLocation, readLocationLimit } from './locations.ts'
import { NOT_SAID, type Finding, type Passage } from './passage.ts'
import { checkWorkplace, readWorkplaceLimit } from './workplace.ts'

const LIMITS_MAX = 5
/** Qualifiers that hold by their words alone: `without a degree`, `near Hamburg`. */
const WORDED = /^(?:without|only|near|before|within|based in|located in)\b/i
/** Where a qualifier ends, and what they do goes on. */
const GOES_ON = / (?:who|that|which|and|whose|asking|looking)\b/i
const LACKS = /\b(?:without|no|not|never|none|lack\w*|\w+n't|zero)\b/i

/** One limit of a plan in its own words, and what a post's sentences say of it. */
export interface Limit {
  text: string
  check: (passages: readonly Passage[]) => Finding
}

/** The limits of a plan, in the order of their kinds. Reading them costs more than holding a post against them. */
export function readLimits(plan: Pick<Plan, 'signal' | 'names' | 'qualifiers'>): Limit[] {
  const { signal, names, qualifiers } = plan
  const place = readLocationLimit(signal)
  const workplace = readWorkplaceLimit(signal)
  const addressee = readAddresseeLimit(splitSignal(signal, names).who, names)
  const known: Limit[] = readAmountLimits(signal).map((limit) => ({
    text: limit.text,
    check: (passages) => checkAmount(limit, passages),
  }))
  if (place) known.push({ text: place.text, check: (passages) => checkLocation(place, passages) })
  if (workplace) known.push({ text: workplace.text, check: (passages) => checkWorkplace(workplace, passages) })
  if (addressee) known.push({ text: addressee.text, check: (passages) => checkAddressee(addressee, passages) })
  const worded = qualifiers
    .map((text) => text.split(GOES_ON)[0] ?? text)
    .filter((text) => WORDED.test(text) && !known.some((own) => text.includes(own.text) || own.text.includes(text)))
    .map((text): Limit => ({ text, check: (passages) => checkWords(text, passages) }))
  return [...known, ...worded].slice(0, LIMITS_MAX)
}

function checkWords(qualifier: string, passages: readonly Passage[]): Finding {
  const terms = readTerms(qualifier)
  const isLack = /^without\b/i.test(qualifier)
  const at = passages.find(({ words }) => {
    const own = new Set(readTerms(words))
    return terms.length > 0 && terms.every((term) => own.has(term)) && (!isLack || LACKS.test(words))
  })
  return at === undefined ? NOT_SAID : { state: 'met', at }
}
