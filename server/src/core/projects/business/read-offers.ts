import { extended, usesAt } from './extend-offer.ts'
import { offerInName } from './name-offer.ts'
import { PARTICIPLE, PAST, readList, type NounPhrase } from './noun-phrase.ts'
import { ORDER, workOf } from './offer-words.ts'
import { readDoing } from './read-doing.ts'
import { readSubject, wordsOfName, type Subject } from './read-subject.ts'
import { topicsOf } from './read-tasks.ts'
import { isSoundTask, isSoundThing, withoutWorkshop } from './sound.ts'
import { weighed, type Offer } from './weigh-offer.ts'
import { isListedHead, kindOfHead, namesPeople } from './word-kinds.ts'
import type { Sentence, Source } from './read-sentences.ts'
import type { Token } from './tagger.ts'

export interface Offered {
  /** The surest first. */
  offers: Offer[]
  /** What the business does for its customers: `find tenants`. */
  tasks: string[]
  /** It says what it does before it says what it is or has. */
  leadsWithTask: boolean
  /** What it is asked about: `spouse visas`. */
  topics: NounPhrase[]
  /** How often it speaks of the business as of a thing that works by itself: "Silt records sessions". */
  worksItself: number
  /** What the main offer is for, if not people: `weddings and corporate events`. */
  uses: NounPhrase[]
}

/** So much weigh the first lines of a page. */
const EARLY = 0.5
/** As sure as what stands in a title. */
const NAME_WEIGHT = 3
const SOURCE_WEIGHT: Readonly<Record<Source, number>> = {
  description: 6,
  summary: 6,
  title: 4,
  heading: 1,
  paragraph: 0,
}
/** What a business offers and does, the surest first; nothing where no sentence can be read. */
export function readOffers(sentences: readonly Sentence[], name: string | null): Offered {
  const own = wordsOfName(name)
  const read = sentences.map((sentence, at) => {
    const one = readSentence(sentence, own, at)
    return {
      ...one,
      offers: one.offers.filter(({ phrase }) => isSoundThing(phrase.text, name)),
      tasks: one.tasks.map(withoutWorkshop).filter((task) => isSoundTask(task, name)),
    }
  })
  const inName = offerInName(name, sentences)
  const named = inName ? weighed([inName], { weight: NAME_WEIGHT, source: 'title', isSaid: true }) : []
  const said = read.flatMap((one) => one.offers)
  const isSaid = said.some(({ phrase }) => inName && phrase.text.toLowerCase().endsWith(` ${inName.text}`))
  const offers = [...said, ...(isSaid ? [] : named)].toSorted((a, b) => b.weight - a.weight)
  const [surest] = offers
  const offeredAt = read.findIndex((one) => surest !== undefined && one.offers.includes(surest))
  const doneAt = read.findIndex((one) => one.tasks.length > 0)
  const leadsWithTask = doneAt >= 0 && (offeredAt < 0 || doneAt < offeredAt) && surest?.isDefinition !== true
  return {
    offers: [...new Map(offers.toReversed().map((offer) => [offer.phrase.text.toLowerCase(), offer])).values()]
      .toSorted((a, b) => b.weight - a.weight)
      .filter(({ phrase }) => phrase.text.toLowerCase() !== own.join(' '))
      // "In-house linguists with science degrees": after what is done come those who do it.
      .filter(({ kind, phrase }) => !(leadsWithTask && ((kind === 'provider' && phrase.isPlural) || !isClear(phrase)))),
    tasks: tasksOf(sentences, read),
    leadsWithTask,
    topics: read.flatMap((one) => one.topics),
    worksItself: read.reduce((sum, one) => sum + one.worksItself, 0),
    uses: read.find((one) => one.uses.length > 0)?.uses ?? [],
  }
}

/** Enough besides what is done: `winter storage`, `photography`, but not `drawings`. */
function isClear({ words, head }: NounPhrase): boolean {
  return words > 1 || isListedHead(head)
}

/** What it does as it says where it introduces itself; of a page without an introduction, the first that it says. */
function tasksOf(sentences: readonly Sentence[], read: readonly Offered[]): string[] {
  const stated = read.flatMap(({ tasks }, at) => (isStated(sentences[at]) ? tasks : []))
  const introduced =
    sentences.some(isStated) && read.some(({ offers }, at) => offers.length > 0 && isStated(sentences[at]))
  const others = introduced ? [] : read.flatMap(({ tasks }) => tasks).slice(0, 2)
  return [...new Set(stated.length > 0 ? stated : others)]
}

function isStated(sentence: Sentence | undefined): boolean {
  return sentence?.source === 'description' || sentence?.source === 'summary'
}

function readSentence(sentence: Sentence, own: readonly string[], at: number): Offered {
  const nothing: Offered = { offers: [], tasks: [], topics: [], uses: [], worksItself: 0, leadsWithTask: false }
  if (sentence.isQuestion) return nothing
  const { tokens, source } = sentence
  const weight = SOURCE_WEIGHT[source] - Math.min(at, source === 'title' ? 1 : 10) / 2
  const troubles = readList(tokens, 0).filter(({ text }) => TROUBLE.test(text))
  const topics = [...troubles, ...topicsOf(tokens)]
  const subject = readSubject(tokens, own)
  // A title that begins with the name goes on with what kind of firm it is, not with what it does.
  if (source === 'title' && subject && !subject.isColon) return nothing
  const isFirst = at === 0 && isStated(sentence)
  if (!subject) return { ...nothing, ...fragment(tokens, 0, weight + (isFirst ? 4 : 2), source), topics }
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
    const { offers, uses } = fragment(onlyOne(tokens, start), start, weight + 6, source)
    return { ...nothing, offers: offers.map((one) => ({ ...one, isDefinition: true })), uses, topics }
  }
  const worksItself = subject.isNamed ? workOf(tokens[verb]?.lower ?? '') : 0
  return { ...nothing, ...readDoing(tokens, verb, weight + 3), topics, worksItself }
}

/** "Sidecar is the help desk for shops": it is one of them. */
function onlyOne(tokens: readonly Token[], at: number): readonly Token[] {
  return tokens.map((token, index) =>
    index === at && token.lower === 'the' ? { ...token, text: 'a', lower: 'a' } : token,
  )
}

/** "I'm Nell, an electrician": where what somebody is begins after who they are. */
function afterOwnName(tokens: readonly Token[], { end, isCopula }: Subject): number | undefined {
  const comma = tokens.findIndex(({ text }, at) => at >= end && text === ',')
  const isName = isCopula && comma > end && comma <= end + 3 && /^\p{Lu}/u.test(tokens[end]?.text ?? '')
  return isName && tokens[comma + 1]?.pos === 'DET' ? comma + 1 : undefined
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
  const isInTown = tokens[end]?.lower === 'in' && /^\p{Lu}/u.test(tokens[end + 1]?.text ?? '')
  // "sensory sessions for children": what is for somebody is offered, wherever it stands.
  const isForPeople =
    /^(?:for|to)$/u.test(tokens[end]?.lower ?? '') && namesPeople(readList(tokens, end + 1)[0]?.head ?? '')
  const isOne = list[0]?.isOne === true && list.length === 1
  // The first lines of a page introduce the business as a description does.
  const isEarly = isItem && weight >= EARLY && (isInTown || isForPeople)
  if (
    list.length === 0 ||
    !isBoundary(tokens, end) ||
    (isItem && !isForPeople && !isEarly && !isWholeItem(tokens, end, isOne))
  )
    return { offers: [], uses: [] }
  const isPriced =
    isItem &&
    PRICE.test(
      tokens
        .slice(end, end + 2)
        .map(({ text }) => text)
        .join(' '),
    )
  const offers = weighed(
    list.map((phrase) => extended(tokens, phrase)),
    {
      weight,
      source,
      isForPeople,
      isInTown,
      isPriced,
      isSaid: isEarly && list.every(({ head }) => kindOfHead(head) === undefined),
    },
  )
  // "a barn near Honiton for weddings"
  let purpose = end
  while (
    /^(?:near|in|on|at|the)$/u.test(tokens[purpose]?.lower ?? '') ||
    (purpose > end && tokens[purpose]?.pos === 'PROPN')
  )
    purpose += 1
  const uses = tokens[purpose]?.lower === 'for' && offers.length > 0 ? usesAt(tokens, purpose + 1) : []
  // "Wasps, rats and bed bugs.": a list alone may be of what it fights.
  const isBareList = list.length > 1 && !isItem && (tokens[end] === undefined || tokens[end]?.text === '.')
  return {
    offers: offers.filter(({ phrase, kind }) => !TROUBLE.test(phrase.text) && !(isBareList && kind === undefined)),
    uses,
  }
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

/** A heading or an item of a list that is nothing but a thing: `Boiler servicing from £75`, `a studio near Bath`. */
function isWholeItem(tokens: readonly Token[], at: number, isOne: boolean): boolean {
  const next = tokens[at]?.lower ?? '.'
  if (
    isOne &&
    tokens.length <= 18 &&
    /^(?:on|at|near|above|that|of|to|just|built|run|designed|made|where|with|[,–])$/u.test(next)
  )
    return true
  if (
    PRICE.test(
      tokens
        .slice(at, at + 2)
        .map(({ text }) => text)
        .join(' '),
    )
  )
    return true
  return tokens.length <= 12 && /^(?:[.(:£$€]|from|for|in)$/u.test(next)
}

const PRICE = /^(?:from )?[£$€]/u

function isBoundary(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  if (next === undefined || /^[.,;:!?(]/u.test(next.text)) return true
  if (/^(?:ADP|SCONJ|CCONJ|ADV|SYM)$/u.test(next.pos)) return true
  // "councils run their meetings": somebody does something.
  if (next.pos === 'VERB' && /^(?:their|it|its|them)$/u.test(tokens[at + 1]?.lower ?? '')) return false
  return PARTICIPLE.test(next.lower) || (next.pos === 'VERB' && PAST.test(next.lower))
}
