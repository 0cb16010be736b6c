import { PAST, readList, type NounPhrase } from './noun-phrase.ts'
import { baseOf, readVerbPhrase } from './verb-phrase.ts'
import { isListedHead, isPeopleNoun, isUncounted, kindOfHead, type OfferKind } from './word-kinds.ts'
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
  /** What the main offer is for, if not people: `weddings and corporate events`. */
  uses: NounPhrase[]
}

const SOURCE_WEIGHT: Readonly<Record<Source, number>> = {
  description: 6,
  summary: 6,
  title: 4,
  heading: 1,
  paragraph: 0,
}
const OFFERS =
  /^(?:offers?|provides?|sells?|makes?|builds?|supply|supplies|stocks?|runs?|teach|teaches|bakes?|brews?|roasts?|crafts?|manufactures?|imports?|publish|publishes|produces?|grows?|does|do|delivers?|hosts?|rents?|hires?|organi[sz]es?|creates?|designs?|installs?|fits?|prints?)$/u
const GOODS_VERB =
  /^(?:sells?|installs?|fits?|builds?|prints?|makes?|suppl(?:y|ies)|stocks?|bakes?|brews?|roasts?|crafts?|manufactures?|imports?|produces?|grows?|delivers?)$/u
const TREATS = /^(?:treats?|treating|handles?|handling|covers?|covering|tackles?|including|include|includes)$/u
/** Heads that praise instead of naming a thing. */
const NO_OFFER =
  /^(?:alternative|way|ways|place|home|solutions?|answers?|partners?|choice|one|name|leaders?|part|fans?|approach|team|family|bunch|lot|pleasure|mission|passion|people|prices?|pricing|rates?|range|variety|quotes?|promise|difference|experience|value|results?|journey|world|future|potential|growth|success|years?|days?|weeks?|months?|hours?|minutes?|opening|times?|contact|about|welcome|faqs?|reviews?|testimonials?|customers?|clients?|values?|process|project|projects|story|stories|news|blog|us|gallery|contracts?|trial|innovation|excellence|integrity|agility|details|information|questions?|step|steps|call|us|everything|something|spreadsheets?|paperwork|benefits?|features?|spot|alternative|replacement|community|guarantee|set-up|setup|fees?|visit|voice|offices?|half|appointments?|funding|menus?|downloads?|availability|outstanding|licen[cs]e|licensed|invoices?|integrations?|reminders?|notes?|updates?|degrees?|accessories|parts|bits|people)$/u
/** Heads that need a word before them to say anything. */
const VAGUE =
  /^(?:software|saas|cloud|dashboards?|integrations?|templates?|apps?|application|platform|tools?|toolkit|systems?|suite|services?|products?|applications?|games?|storage|scheduling|messaging|collaboration|networking|shopping|chat|company|business|firm|agency|studio|brand|organi[sz]ation|group|provider|experts?|specialists?|shop|store|consultancy|practice|makers?|assistant|service|work|support|advice|help|design|training|coaching|care|management|development|consulting|delivery|plans?|accounts?|cards?|items?|goods|charity|foundation|trust|club|network|courses?|classes|workshops?|lessons?|programmes?|programs?|trips?|tours?|holidays?|rooms?|breaks?|projects?|planning|strategy|production|maintenance|installation|repairs?|servicing|marketing|insurance|space|venue|centre|center|engine|builder|contractors?|supplier|suppliers|polic(?:y|ies)|consultants?|engineers?|trust|campaign|monitoring|tracking|automation|analytics|research|testing|hire|storage|cover|professionals?|designers?|trainers?|instructors?)$/u
/** Verbs that begin an order on a page, and look like nouns. */
const ORDER =
  /^(?:get|send|start|stop|book|turn|keep|join|try|meet|see|say|let|chase|hire|order|shop|call|ring|visit|find|choose|compare|save|plan|track|manage|ask|read|learn|watch|view|contact|request|migrate|switch|move|speak|work|talk|come|enjoy|discover|explore|cancel|pause|connect|connects|compress|query|ingest|share|drop|win|unlock|transform|build|grow|bring|give|take|make|create|design|set|sign|pay|run|look|know|help|need|want|tired|trusted|loved|used|made|designed|built|powered|proudly)$/u

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
    uses: read.find((one) => one.uses.length > 0)?.uses ?? [],
  }
}

function readSentence(sentence: Sentence, own: readonly string[], at: number): Offered {
  const nothing: Offered = { offers: [], tasks: [], topics: [], uses: [] }
  if (sentence.isQuestion) return nothing
  const { tokens, source } = sentence
  const weight = SOURCE_WEIGHT[source] - Math.min(at, 20) / 5
  const topics = topicsOf(tokens)
  const subject = readSubject(tokens, own)
  if (!subject) return { ...nothing, ...fragment(tokens, 0, weight + 2, source), topics }
  if (subject.isColon) return { ...nothing, ...fragment(tokens, subject.end, weight + 3, source), topics }
  let verb = subject.end
  while (
    /^(?:also|now|still|just|simply|currently|mostly|only|both|proudly|specially|carefully)$/u.test(
      tokens[verb]?.lower ?? '',
    )
  )
    verb += 1
  if (subject.isCopula || /^(?:is|are|am|was)$/u.test(tokens[verb]?.lower ?? '')) {
    const start = subject.isCopula ? subject.end : verb + 1
    return { ...nothing, ...fragment(tokens, start, weight + 4, source), topics }
  }
  return { ...nothing, ...doing(tokens, verb, weight + 3), topics }
}

interface Subject {
  end: number
  isCopula: boolean
  isColon: boolean
}

/** Whether the sentence begins with the business itself: its name, "we", "it". */
function readSubject(tokens: readonly Token[], own: readonly string[]): Subject | undefined {
  const first = tokens[0]?.lower ?? ''
  if (/^(?:we|i|it)$/u.test(first)) return { end: 1, isCopula: false, isColon: false }
  if (/^(?:we|i|it)['’](?:re|m|s)$/u.test(first)) return { end: 1, isCopula: true, isColon: false }
  if (/^(?:we|i)['’](?:ve|ll)$/u.test(first)) return { end: 1, isCopula: false, isColon: false }
  if (
    first === 'our' &&
    /^(?:team|company|shop|studio|firm|platform|software|app|tool|solicitors|lawyers|tutors|engineers|service|product|clinic)$/u.test(
      tokens[1]?.lower ?? '',
    )
  )
    return { end: 2, isCopula: false, isColon: false }
  const end = nameLength(tokens, own)
  if (end === 0) return isIntroduced(tokens) ? { end: 1, isCopula: false, isColon: false } : undefined
  const isColon = /^[:,|]$/u.test(tokens[end]?.text ?? '')
  return { end: isColon ? end + 1 : end, isCopula: false, isColon }
}

/** `Tide is a …`, whatever the business is called: a product of its own name. */
function isIntroduced(tokens: readonly Token[]): boolean {
  const [first, verb, article] = tokens
  return /^(?:NOUN|PROPN)$/u.test(first?.pos ?? '') && verb?.lower === 'is' && /^an?$/u.test(article?.lower ?? '')
}

/** How many of the first tokens are the name or its beginning, as `Penny & Co` is of `Penny & Co Accountants`. */
function nameLength(tokens: readonly Token[], own: readonly string[]): number {
  let length = 0
  while (length < own.length && sameWord(tokens[length]?.lower, own[length] ?? '')) length += 1
  if (length === 0 || length === own.length) return length
  return /^(?:AUX|VERB)$/u.test(tokens[length]?.pos ?? '') || tokens[length]?.text === ':' ? length : 0
}

function sameWord(token: string | undefined, word: string): boolean {
  return token === word || token === word.replace(/[.,:]$/u, '')
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
  const offers = weighed(
    list.map((phrase) => extended(tokens, phrase)),
    weight,
    source,
  )
  const uses = tokens[end]?.lower === 'for' && offers.length > 0 ? usesAt(tokens, end + 1) : []
  return { offers, uses }
}

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
  return next.pos === 'VERB' && PAST.test(next.lower)
}

function offer(phrase: NounPhrase, weight: number, source: Source, isSaid: boolean): Offer[] {
  if (phrase.isPossessed || NO_OFFER.test(phrase.head)) return []
  const kind = kindOfHead(phrase.head)
  const isVague = VAGUE.test(phrase.head) || (kind === 'activity' && !isListedHead(phrase.head))
  if (phrase.words === 1 && isVague) return []
  if (kind === undefined && (source === 'heading' || source === 'paragraph')) return []
  if (kind === undefined && (isPeopleNoun(phrase.head) || !(isSaid || isPlainThing(phrase)))) return []
  if (/^(?:\d|[A-Z][a-z]+$)/u.test(phrase.text) && phrase.words === 1) return []
  const isStated = source !== 'heading' && source !== 'paragraph'
  // Several people in a list are rather those it is for.
  if (!isStated && kind === 'provider' && phrase.isPlural) return []
  return [{ phrase, kind, isStated, weight: weight + (kind ? 2 : 0) + (phrase.words > 1 ? 1 : 0) }]
}

/** What no word of ours tells apart must at least be whole: two words, and not one of a kind that needs an article. */
function isPlainThing({ words, isPlural, isOne, head }: NounPhrase): boolean {
  return words >= 2 && (isPlural || isOne || isUncounted(head))
}

/** The offers of one list in its order: they are as sure as the surest of them. */
function weighed(list: readonly NounPhrase[], weight: number, source: Source, isSaid = false): Offer[] {
  const offers = list.flatMap((phrase) => offer(phrase, weight, source, isSaid))
  const surest = Math.max(...offers.map((one) => one.weight))
  return offers.map((one, index) => ({ ...one, weight: surest - index / 10 }))
}

/** `software for managing rental properties`: a vague word with what makes it plain. */
function extended(tokens: readonly Token[], phrase: NounPhrase): NounPhrase {
  if (phrase.words > 1 || !VAGUE.test(phrase.head) || !/^(?:for|in|on)$/u.test(tokens[phrase.end]?.lower ?? ''))
    return phrase
  const opener = tokens[phrase.end]?.lower ?? ''
  const at = phrase.end + 1
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
  const isDouble = tokens[verb + 1]?.lower === 'and' && OFFERS.test(tokens[verb + 2]?.lower ?? '')
  const start = /^speciali[sz]/u.test(word) ? verb + 2 : isDouble ? verb + 3 : verb + 1
  const list = isOffering ? readList(tokens, start) : []
  const offers = weighed(list, weight, 'description', true).map((one) =>
    offeredBy(isDouble ? (tokens[verb + 2]?.lower ?? '') : word, one),
  )
  return { offers, tasks: tasksAt(tokens, verb) }
}

/** What is taught is learned in a course; what is made or sold is bought. */
function offeredBy(verb: string, one: Offer): Offer {
  if (!verb.startsWith('teach') || one.kind === 'course')
    return { ...one, kind: one.kind ?? (GOODS_VERB.test(verb) ? 'goods' : undefined) }
  const text = `${one.phrase.text} courses`
  return {
    ...one,
    kind: 'course',
    subject: one.phrase.text,
    phrase: { ...one.phrase, text, head: 'courses', isPlural: true },
  }
}

/** The verbs of a sentence, joined by commas: each with its object. */
function tasksAt(tokens: readonly Token[], start: number): string[] {
  const tasks: string[] = []
  let at = start
  while (tasks.length < 3) {
    if (
      /^(?:helps?|lets?|allows?|enables?|offers?|provides?|is|are|makes?|gives?|works?|runs?|teach(?:es)?|do|does|have|has|handles?|treats?|covers?|sells?|stocks?|include|includes)$/u.test(
        tokens[at]?.lower ?? '',
      )
    )
      break
    const phrase = tokens[at]?.pos === 'VERB' || at === start ? readVerbPhrase(tokens, at, baseOf) : undefined
    if (!phrase?.hasObject) break
    tasks.push(phrase.text)
    at = phrase.end
    if (tokens[at]?.text === ',') at += 1
    if (tokens[at]?.lower === 'and') at += 1
    if (at === phrase.end) break
  }
  return tasks
}

function topicsOf(tokens: readonly Token[]): NounPhrase[] {
  return tokens.flatMap((token, at) => {
    if (!TREATS.test(token.lower)) return []
    return readList(tokens, at + 1).filter(
      ({ head, text }) => !isPeopleNoun(head) && !NO_OFFER.test(head) && !/^\p{Lu}[\p{Ll}]+$/u.test(text),
    )
  })
}
