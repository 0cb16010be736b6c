import { PARTICIPLE, PAST, readList, type NounPhrase } from './noun-phrase.ts'
import { GOODS_VERB, NO_OFFER, OFFERS, ON_WHAT, ORDER, VAGUE, workOf } from './offer-words.ts'
import { readSubject, type Subject } from './read-subject.ts'
import { tasksAt, topicsOf } from './read-tasks.ts'
import { isVerbAfterAnd, readVerbPhrase } from './verb-phrase.ts'
import {
  isBusinessHouse,
  isListedHead,
  isOthersNoun,
  namesPeople,
  isPeopleNoun,
  isUncounted,
  kindOfHead,
  type OfferKind,
} from './word-kinds.ts'
import type { Sentence, Source } from './read-sentences.ts'
import type { Token } from './tagger.ts'

export interface Offer {
  /** As its buyers would say it: `appointment scheduling software`. */
  phrase: NounPhrase
  /** Undefined where its words do not tell. */
  kind: OfferKind | undefined
  weight: number
  /** Whether it stands where a business introduces itself, not in a list or under a picture. */
  isStated: boolean
  /** What is taught. */
  subject?: string
}

export interface Offered {
  /** The surest first. */
  offers: Offer[]
  /** What the business does for its customers: `find tenants`. */
  tasks: string[]
  /** What it is asked about: `spouse visas`. */
  topics: NounPhrase[]
  /** How often it speaks of the business as of a thing that works by itself: "Silt records sessions". */
  worksItself: number
  /** What the main offer is for, if not people: `weddings and corporate events`. */
  uses: NounPhrase[]
}

/** So much weigh the first words of a description. */
const FIRST_WORDS = 8
const SOURCE_WEIGHT: Readonly<Record<Source, number>> = {
  description: 6,
  summary: 6,
  title: 4,
  heading: 1,
  paragraph: 0,
}
/** What a business offers and does, the surest first; nothing where no sentence can be read. */
export function readOffers(sentences: readonly Sentence[], name: string | null): Offered {
  const own = (name ?? '').toLowerCase().split(/\s+/u).filter(Boolean)
  const read = sentences.map((sentence, at) => readSentence(sentence, own, at))
  const offers = read.flatMap((one) => one.offers).toSorted((a, b) => b.weight - a.weight)
  return {
    offers: [...new Map(offers.toReversed().map((offer) => [offer.phrase.text.toLowerCase(), offer])).values()]
      .toSorted((a, b) => b.weight - a.weight)
      .filter(({ phrase }) => phrase.text.toLowerCase() !== own.join(' ')),
    tasks: [...new Set(read.flatMap((one) => one.tasks))],
    topics: read.flatMap((one) => one.topics),
    worksItself: read.reduce((sum, one) => sum + one.worksItself, 0),
    uses: read.find((one) => one.uses.length > 0)?.uses ?? [],
  }
}

function readSentence(sentence: Sentence, own: readonly string[], at: number): Offered {
  const nothing: Offered = { offers: [], tasks: [], topics: [], uses: [], worksItself: 0 }
  if (sentence.isQuestion) return nothing
  const { tokens, source } = sentence
  const weight = SOURCE_WEIGHT[source] - Math.min(at, source === 'title' ? 1 : 10) / 2
  const troubles = readList(tokens, 0).filter(({ text }) => TROUBLE.test(text))
  const topics = [...troubles, ...topicsOf(tokens)]
  const subject = readSubject(tokens, own)
  // A title that begins with the name goes on with what kind of firm it is, not with what it does.
  if (source === 'title' && subject && !subject.isColon) return nothing
  if (!subject) return { ...nothing, ...fragment(tokens, 0, weight + 2, source), topics }
  if (subject.isColon) return { ...nothing, ...fragment(tokens, subject.end, weight + 3, source), topics }
  let verb = subject.end
  while (
    /^(?:also|now|still|just|simply|currently|mostly|only|both|proudly|specially|carefully)$/u.test(
      tokens[verb]?.lower ?? '',
    )
  )
    verb += 1
  const named = afterOwnName(tokens, subject)
  if (named !== undefined) return { ...nothing, ...fragment(tokens, named, weight + 4, source), topics }
  if (subject.isCopula || /^(?:is|are|am|was)$/u.test(tokens[verb]?.lower ?? '')) {
    const start = subject.isCopula ? subject.end : verb + 1
    return { ...nothing, ...fragment(tokens, start, weight + 4, source), topics }
  }
  // "We survey, design and fit …": the last verbs say what.
  while (isVerbInList(tokens, verb)) verb += 2
  const worksItself = subject.isNamed ? workOf(tokens[verb]?.lower ?? '') : 0
  return { ...nothing, ...doing(tokens, verb, weight + 3), topics, worksItself }
}

/** "I'm Nell, an electrician": where what somebody is begins after who they are. */
function afterOwnName(tokens: readonly Token[], { end, isCopula }: Subject): number | undefined {
  const comma = tokens.findIndex(({ text }, at) => at >= end && text === ',')
  const isName = isCopula && comma > end && comma <= end + 3 && /^\p{Lu}/u.test(tokens[end]?.text ?? '')
  return isName && tokens[comma + 1]?.pos === 'DET' ? comma + 1 : undefined
}

function isVerbInList(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:VERB|NOUN)$/u.test(tokens[at]?.pos ?? '') && tokens[at + 1]?.text === ',' && tokens[at + 2]?.pos === 'VERB'
  )
}

/** Noun phrases that stand at a place where only what is offered can stand. */
function fragment(
  tokens: readonly Token[],
  start: number,
  weight: number,
  source: Source,
): Pick<Offered, 'offers' | 'uses'> {
  let at = start
  while (/^(?:now|simply|a|an|the)$/u.test(tokens[at]?.lower ?? '') && tokens[at]?.pos === 'ADV') at += 1
  const first = tokens[at]
  if (!first || (ORDER.test(first.lower) && start === 0 && !isCompound(tokens, at))) return { offers: [], uses: [] }
  const list = readList(tokens, at)
  const end = list.at(-1)?.end ?? at
  const isItem = source === 'heading' || source === 'paragraph'
  if (list.length === 0 || !isBoundary(tokens, end) || (isItem && !isWholeItem(tokens, end)))
    return { offers: [], uses: [] }
  // "sensory sessions for children": what is for somebody is offered, wherever it stands.
  const isInTown = tokens[end]?.lower === 'in' && /^\p{Lu}/u.test(tokens[end + 1]?.text ?? '')
  const isForPeople = !isItem && tokens[end]?.lower === 'for' && namesPeople(readList(tokens, end + 1)[0]?.head ?? '')
  const offers = weighed(
    list.map((phrase) => extended(tokens, phrase)),
    { weight, source, isForPeople, isInTown },
  )
  const uses = tokens[end]?.lower === 'for' && offers.length > 0 ? usesAt(tokens, end + 1) : []
  return { offers: offers.filter(({ phrase }) => !TROUBLE.test(phrase.text)), uses }
}

/** What nobody offers, but is called for: `blocked drains`. */
const TROUBLE =
  /^(?:blocked|broken|leaking|leaky|cracked|damaged|lost|stolen|smashed|chipped|ingrown|burst|mouldy|noisy|unpaid|late|draughty|dangerous|overgrown)\s/iu

/** `design agency`: the word is no order where what follows is a noun that makes it a thing. */
function isCompound(tokens: readonly Token[], at: number): boolean {
  const [first, next] = [tokens[at], tokens[at + 1]]
  return (
    first?.pos === 'NOUN' &&
    next?.pos === 'NOUN' &&
    /^(?:software|provider|venue|course)$/u.test(kindOfHead(next.lower) ?? '')
  )
}

/** A heading or an item of a list that is nothing but a thing: `Boiler servicing from £75`. */
function isWholeItem(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]?.lower ?? '.'
  return tokens.length <= 12 && /^(?:[.(:£$€]|from|for|in)$/u.test(next)
}

function isBoundary(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  if (next === undefined || /^[.,;:!?(]/u.test(next.text)) return true
  if (/^(?:ADP|SCONJ|CCONJ|ADV)$/u.test(next.pos)) return true
  return PARTICIPLE.test(next.lower) || (next.pos === 'VERB' && PAST.test(next.lower))
}

interface Saying {
  weight: number
  source: Source
  /** After a verb of offering. */
  isSaid?: boolean
  /** Before "for" and people. */
  isForPeople?: boolean
  /** Before "in" and a name. */
  isInTown?: boolean
}

function offer(
  phrase: NounPhrase,
  { weight, source, isSaid = false, isForPeople = false, isInTown = false }: Saying,
): Offer[] {
  if (phrase.isPossessed || NO_OFFER.test(phrase.head)) return []
  const kind =
    kindOf(phrase) ??
    (isFirm(phrase, weight, source)
      ? 'provider'
      : isSomewhere(phrase, isInTown && weight >= FIRST_WORDS)
        ? 'venue'
        : undefined)
  const isBare = phrase.words === 1 || (kind !== 'course' && ON_WHAT.test(phrase.text))
  const isVague = VAGUE.test(phrase.head) || (kind === 'activity' && !isListedHead(phrase.head))
  if (isBare && isVague) return []
  // What no word of ours tells apart counts only where a business introduces itself.
  const isIntroduced = isSaid || isForPeople || source === 'title' || weight >= FIRST_WORDS
  if (kind === undefined && !isIntroduced) return []
  if (kind === undefined && (isPeopleNoun(phrase.head) || !(isSaid || isPlainThing(phrase)))) return []
  if (kind === undefined && /^(?:\d|[A-Z][a-z]+$)/u.test(phrase.text) && phrase.words === 1) return []
  const isStated = source !== 'heading' && source !== 'paragraph'
  // Several people in a list are rather those it is for.
  if (!isStated && (kind === 'provider' || kind === 'venue') && phrase.isPlural) return []
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
function weighed(list: readonly NounPhrase[], saying: Saying): Offer[] {
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

/** `software for managing rental properties`: a vague word with what makes it plain. */
function extended(tokens: readonly Token[], phrase: NounPhrase): NounPhrase {
  const isBare = phrase.words === 1 || ON_WHAT.test(phrase.text)
  if (!isBare || !VAGUE.test(phrase.head) || !/^(?:for|in|on)$/u.test(tokens[phrase.end]?.lower ?? '')) return phrase
  const opener = tokens[phrase.end]?.lower ?? ''
  const at = phrase.end + 1
  if (namesPeople(readList(tokens, at)[0]?.head ?? '')) return phrase
  const doing = tokens[at]?.lower.endsWith('ing') === true && opener === 'for' ? readVerbPhrase(tokens, at) : undefined
  const thing = doing ? undefined : readList(tokens, at)[0]
  if (!doing && (!thing || thing.isPossessed || isPeopleNoun(thing.head) || /^\p{Lu}/u.test(thing.text))) return phrase
  const text = doing?.text ?? thing?.text ?? ''
  return {
    ...phrase,
    text: `${phrase.text} ${opener} ${text}`,
    words: phrase.words + 2,
    end: doing?.end ?? thing?.end ?? phrase.end,
  }
}

function usesAt(tokens: readonly Token[], start: number): NounPhrase[] {
  return readList(tokens, start).filter(
    ({ head, isPossessed, isPlural, hasArticle }) => !isPossessed && !hasArticle && isPlural && !isPeopleNoun(head),
  )
}

/** `we offer …`, `we find tenants, collect the rent and look after maintenance`. */
function doing(tokens: readonly Token[], verb: number, weight: number): Pick<Offered, 'offers' | 'tasks'> {
  const word = tokens[verb]?.lower ?? ''
  const isOffering = OFFERS.test(word) || (/^speciali[sz]es?$/u.test(word) && tokens[verb + 1]?.lower === 'in')
  // "design and install": the second verb says more.
  const isDouble = tokens[verb + 1]?.lower === 'and' && isVerbAfterAnd(tokens[verb + 2])
  const start = /^speciali[sz]/u.test(word) ? verb + 2 : isDouble ? verb + 3 : verb + 1
  const other = tokens[verb + 2]?.lower ?? ''
  const said = isDouble && (GOODS_VERB.test(other) || !isOffering) ? other : word
  const list = isOffering || (isDouble && OFFERS.test(other)) ? readList(tokens, start) : []
  const placed = /^(?:places?|supply|supplies|introduces?)$/u.test(word) ? takePlaced(tokens, verb, weight) : []
  const offers = [...placed, ...weighed(list, { weight, source: 'description', isSaid: true })].map((one) =>
    offeredBy(said, one),
  )
  return { offers, tasks: tasksAt(tokens, verb) }
}

/** `we place vetted nannies with families`: what an agency offers are people. */
function takePlaced(tokens: readonly Token[], verb: number, weight: number): Offer[] {
  const list = readList(tokens, verb + 1)
  const areAll = list.every(
    ({ head, isPossessed, isPlural }) =>
      (isPeopleNoun(head) || kindOfHead(head) === 'provider') && isPlural && !isPossessed,
  )
  return areAll
    ? list.map((phrase, at) => ({ phrase, kind: 'people', weight: weight + 3 - at / 10, isStated: true }))
    : []
}

/** What is made, but for somebody: nobody asks where to buy it. */
const MADE_TO_ORDER =
  /^(?:websites?|films?|videos?|apps?|podcasts?|animations?|brands?|content|games?|software|events?|reports?|things?)$/u

/** What is taught is learned in a course; what is made or sold is bought. */
function offeredBy(verb: string, one: Offer): Offer {
  if (!verb.startsWith('teach') || one.kind === 'course')
    return {
      ...one,
      kind: one.kind ?? (GOODS_VERB.test(verb) && !MADE_TO_ORDER.test(one.phrase.head) ? 'goods' : undefined),
    }
  const text = `${one.phrase.text} courses`
  return {
    ...one,
    kind: 'course',
    subject: one.phrase.text,
    phrase: { ...one.phrase, text, head: 'courses', isPlural: true },
  }
}
