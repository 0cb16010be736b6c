import { type NounPhrase } from './noun-phrase.ts'
import { NO_OFFER, ON_WHAT, VAGUE } from './offer-words.ts'
import {
  isBusinessHouse,
  isListedHead,
  isOthersNoun,
  isPeopleNoun,
  isUncounted,
  kindOfHead,
  type OfferKind,
} from './word-kinds.ts'
import type { Source } from './read-sentences.ts'

export interface Offer {
  /** As its buyers would say it: `appointment scheduling software`. */
  phrase: NounPhrase
  /** Undefined where its words do not tell. */
  kind: OfferKind | undefined
  weight: number
  /** Whether it stands where a business introduces itself, not in a list or under a picture. */
  isStated: boolean
  /** Said of the business in so many words: "we are …". */
  isDefinition?: boolean
  /** What is taught. */
  subject?: string
}

/** So much weigh the first words of a description. */
const FIRST_WORDS = 8
/** What ends in a word of praise or of pages, and is a thing all the same. */
const IS_SOMETHING = /\b(?:(?:care|nursing|retirement) homes?|\p{L}+ \p{L}+ teams?)$/iu
export interface Saying {
  weight: number
  source: Source
  /** After a verb of offering. */
  isSaid?: boolean
  /** Before "for" and people. */
  isForPeople?: boolean
  /** Before "in" and a name. */
  isInTown?: boolean
  /** Before its price. */
  isPriced?: boolean
}

function offer(
  given: NounPhrase,
  { weight, source, isSaid = false, isForPeople = false, isInTown = false, isPriced = false }: Saying,
): Offer[] {
  const isNothing = NO_OFFER.test(given.head) && !IS_SOMETHING.test(given.text)
  if (given.isPossessed || isNothing) return []
  const phrase = isPriced && !given.isPlural ? { ...given, isOne: !isUncounted(given.head) } : given
  const kind =
    kindOf(phrase) ??
    (isFirm(phrase, weight, source)
      ? 'provider'
      : isSomewhere(phrase, isInTown && weight >= FIRST_WORDS)
        ? 'venue'
        : isPriced && phrase.words > 1
          ? 'goods'
          : undefined)
  const isBare = phrase.words === 1 || (kind !== 'course' && ON_WHAT.test(phrase.text))
  const isVague = VAGUE.test(phrase.head) || (kind === 'activity' && !isListedHead(phrase.head))
  if (isBare && isVague) return []
  // One word in a list says too little: `audits`, `repairs`.
  if (!isSaid && phrase.words === 1 && phrase.isPlural && weight < FIRST_WORDS) return []
  // What no word of ours tells apart counts only where a business introduces itself.
  const isIntroduced = isSaid || isForPeople || source === 'title' || weight >= FIRST_WORDS
  if (kind === undefined && !isIntroduced) return []
  if (kind === undefined && (isPeopleNoun(phrase.head) || !(isSaid || isPlainThing(phrase)))) return []
  // The name of a product tells nobody else what it is.
  if (kind === undefined && phrase.text.split(' ').every((word) => /^[\d\p{Lu}]/u.test(word))) return []
  const isStated = source !== 'heading' && source !== 'paragraph'
  // Several people in a list are rather those it is for; one is somebody else.
  const isHouse = kind === 'provider' || kind === 'venue' || kind === 'software' || kind === 'plan'
  if (!isStated && isHouse && !isForPeople && !(phrase.isOne && !isPriced)) return []
  // Where it works, not what it teaches.
  if (kind === 'course' && phrase.head === 'workshop' && !phrase.isOne) return []
  const counted =
    kind === 'venue' && !phrase.isPlural && !isUncounted(phrase.head) ? { ...phrase, isOne: true } : phrase
  return [{ phrase: counted, kind, isStated, weight: weight + (kind ? 4 : 0) + (phrase.words > 1 ? 1 : 0) }]
}

/** As its last word says; but a planner of weddings is no program. */
function kindOf({ head, text }: NounPhrase): OfferKind | undefined {
  const isPlanner = /\b(?:financial|wedding|event|party|town|retirement|garden) planners?$/iu.test(text)
  const isEditor = /\b(?:photo|video|text|code|pdf|image|audio|html|markdown|subtitle|map|diagram) editors?$/iu.test(
    text,
  )
  if (isEditor) return 'software'
  if (/\b(?:care|nursing|retirement) homes?$/iu.test(text)) return 'venue'
  if (/\b(?:virtual|personal|executive|teaching|shop) assistants?$/iu.test(text)) return 'provider'
  return isPlanner ? 'provider' : kindOfHead(head)
}

/** `Bouldering wall in Preston`: one thing in a town is where people go. */
function isSomewhere({ words, isPlural, head }: NounPhrase, isInTown: boolean): boolean {
  return isInTown && words >= 2 && !isPlural && !isUncounted(head)
}

/** `funeral directors`: people by whose work a business introduces itself. */
function isFirm({ head, words, isPlural }: NounPhrase, weight: number, source: Source): boolean {
  const isIntroduced = source === 'title' || weight >= FIRST_WORDS
  return isIntroduced && words >= 2 && isPlural && isPeopleNoun(head) && !isOthersNoun(head) && !isBusinessHouse(head)
}

/** What no word of ours tells apart must at least be whole: two words, and not one of a kind that needs an article. */
function isPlainThing({ words, isPlural, isOne, head, text }: NounPhrase): boolean {
  return words >= 2 && (isPlural || isOne || isUncounted(head) || /\b(?:HR|PR|IT|SEO|AI|UX|PPC|CAD)$/u.test(text))
}

/** No people end so. */
const OF_THINGS = /(?:ments|tions|ings|ies|ages|ances|ences|kits|boxes|parts|forms|products)$/u

/** The offers of one list in its order: they are as sure as the surest of them. */
export function weighed(list: readonly NounPhrase[], saying: Saying): Offer[] {
  const offers = list.flatMap((phrase) => offer(phrase, saying))
  const surest = Math.max(...offers.map((one) => one.weight))
  // "chimney sweeps and stove installers": beside people stand people.
  const areFirms = offers.some(({ kind, phrase }) => kind === 'provider' && phrase.isPlural)
  return offers.map((one, index) => ({
    ...one,
    kind: one.kind ?? (areFirms && one.phrase.isPlural && !OF_THINGS.test(one.phrase.head) ? 'provider' : undefined),
    weight: surest - index / 10,
  }))
}
