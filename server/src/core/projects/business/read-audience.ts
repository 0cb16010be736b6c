import { enumerate, readList, type NounPhrase } from './noun-phrase.ts'
import { readVerbPhrase } from './verb-phrase.ts'
import { askerFor, isBusinessNoun, kindOfHead, isOthersNoun, isPeopleNoun, namesPeople } from './word-kinds.ts'
import type { Sentence } from './read-sentences.ts'
import type { Token } from './tagger.ts'

export interface Audience {
  /** Plural, without a capital: `dental clinics`, `couples who keep separate bank accounts`. */
  text: string
  isBusiness: boolean
  /** Who asks for those who cannot ask themselves: known, but not said. */
  isAsker?: boolean
}

interface Found extends Audience {
  /** The more, the surer. */
  weight: number
  isOthers: boolean
  ofCourse?: boolean
  /** Said of one thing among others: `bread for cafés`. */
  isOfThing?: boolean
}

/** Occasions and rooms, which ask for nothing. */
const NOBODY = /^(?:homes|houses|gardens|weddings|events|parties|festivals|funerals|gifts|occasions|kitchens)$/u
const CARE_HOME = /\b(?:care|nursing|funeral|retirement) homes$/u
const HELPS = /^(?:helps?|helping|lets?|letting|allows?|allowing|enables?|enabling|empowers?|gives?|saves?)$/u
const OUR_BUYERS = /^(?:customers|clients|users|members|students|guests|learners)$/u
const QUALIFIER = /^(?:who|over|under|with|without|aged|of|in|across)$/u
const QUALIFIER_TOKENS_MAX = 9
const WEIGHT = { said: 6, for: 4, helped: 4, so: 3, served: 3, relative: 2, trusted: 1 } as const
const SOURCE_WEIGHT: Readonly<Record<Sentence['source'], number>> = {
  description: 3,
  summary: 3,
  title: 2,
  heading: 1,
  paragraph: 1,
}

/** Whom a business sells to, as it says itself. Its customers' customers are not meant. */
export function readAudience(
  sentences: readonly Sentence[],
  {
    offer,
    isSoftware,
    isCourse,
    isVisited,
  }: { offer: string; isSoftware: boolean; isCourse: boolean; isVisited: boolean },
): Audience | undefined {
  const found = sentences.flatMap((sentence, at) => {
    const isMain = offer !== '' && sentence.text.toLowerCase().includes(offer.toLowerCase())
    return candidates(sentence.tokens).map((one) => ({
      ...one,
      isFar: one.isOfThing === true && !isMain && isVisited && at > 0,
      weight: one.weight + SOURCE_WEIGHT[sentence.source] + (isMain ? 1 : 0) - Math.min(at, 10) / 10,
    }))
  })
  // Who takes the courses of a workshop, or buys its bread for resale, is not who has things made or comes in.
  const ours = found.filter(
    ({ isOthers, ofCourse, isFar }) => !(isOthers && isSoftware) && (isCourse || !ofCourse) && !isFar,
  )
  return ours.toSorted((a, b) => b.weight - a.weight)[0]
}

function candidates(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((token, at): Found[] => {
    const before = tokens[at - 1]?.lower ?? ''
    if (token.lower === 'for' && !/^(?:look|looking|searching|except|known|search|ask|asking)$/u.test(before))
      return read(tokens, at + 1, WEIGHT.for, false).map((one) => ({
        ...one,
        ofCourse: kindOfHead(before) === 'course',
        isOfThing: at > 0,
      }))
    if (HELPS.test(token.lower) && !letsOthers(tokens, at)) return read(tokens, at + 1, WEIGHT.helped, true)
    if (token.lower === 'so') return read(tokens, tokens[at + 1]?.lower === 'that' ? at + 2 : at + 1, WEIGHT.so, true)
    if (OUR_BUYERS.test(token.lower) && /^(?:are|include)$/u.test(tokens[at + 1]?.lower ?? '') && isOurs(tokens, at))
      return read(tokens, at + 2, WEIGHT.said, false).concat(asSaid(tokens, at + 2))
    if (
      /^(?:serves?|supports?|supporting|serving|with|to|advises?|represents?|defends?)$/u.test(token.lower) &&
      servesWith(tokens, at)
    )
      return read(tokens, at + 1, WEIGHT.served, false)
    if (token.lower === 'by' && /^(?:used|loved|trusted|chosen|relied)$/u.test(before))
      return read(tokens, at + 1, WEIGHT.trusted, true)
    if (/^(?:use|uses|choose|love)$/u.test(token.lower) && /^(?:it|us)$/u.test(tokens[at + 1]?.lower ?? ''))
      return users(tokens, at)
    if (token.lower === 'that' && /^(?:NOUN|PROPN)$|^VERB$/u.test(tokens[at - 1]?.pos ?? ''))
      return relative(tokens, at + 1)
    return []
  })
}

/** `Founders use it`: at the beginning of a sentence. */
function users(tokens: readonly Token[], at: number): Found[] {
  const list = readList(tokens, 0)
  return list.at(-1)?.end === at ? read(tokens, 0, WEIGHT.relative, true) : []
}

/** `lets patients book`: programs are bought by those whose patients they are. A charity helps people themselves. */
function letsOthers(tokens: readonly Token[], at: number): boolean {
  const people = takeHelped(tokens, readList(tokens, at + 1))
  const isLetting = /^(?:lets?|letting|allows?|allowing|enables?|enabling|gives?)$/u.test(tokens[at]?.lower ?? '')
  return isLetting && people.length > 0 && people.every(({ head }) => isOthersNoun(head))
}

/** What is said in so many words after "our customers are" is taken as it is, if it is short. */
function asSaid(tokens: readonly Token[], start: number): Found[] {
  const end = tokens.findIndex(({ text }, at) => at >= start && /^[.,;:!?()]/u.test(text))
  const own = tokens.slice(start, end === -1 ? tokens.length : end)
  if (
    own.length === 0 ||
    own.length > QUALIFIER_TOKENS_MAX ||
    own.some(({ lower }) => /^(?:you|your|we|our|us|i|my)$/u.test(lower))
  )
    return []
  const text = own.map((token) => token.text).join(' ')
  return [{ text, isBusiness: false, weight: WEIGHT.said - 0.5, isOthers: false }]
}

function isOurs(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.lower === 'our'
}

/** `we work with`, `we supply cheese to`, `we represent`. */
function servesWith(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.lower ?? ''
  const earlier = tokens.slice(Math.max(0, at - 8), at).map(({ lower }) => lower)
  if (word === 'with') return earlier.some((lower) => /^(?:place|match|connect|introduce)(?:s|es)?$/u.test(lower))
  if (word === 'to')
    return earlier.some((lower) =>
      /^(?:sell|sells|supply|supplies|supplying|deliver|delivers|exports?|services?|rent|lease|training|support)$/u.test(
        lower,
      ),
    )
  if (word.endsWith('ing')) return at > 0
  return at === 1 || /^(?:we|i|who|that|team)$/u.test(earlier.at(-1) ?? '')
}

function relative(tokens: readonly Token[], start: number): Found[] {
  const found = read(tokens, start, WEIGHT.relative, true)
  const list = readList(tokens, start)
  const next = tokens[list.at(-1)?.end ?? start]
  const isClause = next !== undefined && /^(?:VERB|AUX|ADV|ADJ)$/u.test(next.pos)
  return isClause ? found : []
}

function read(tokens: readonly Token[], start: number, weight: number, isLoose: boolean): Found[] {
  const list = readList(tokens, start)
  const people = isLoose ? takeHelped(tokens, list) : takePeople(list)
  const last = people.at(-1)
  if (!last) return []
  const asker = askerFor(last.head)
  if (asker)
    return [{ text: asker.toLowerCase(), isBusiness: false, isAsker: true, weight: weight - 1, isOthers: false }]
  const texts = people.map(({ text }) => text.replaceAll(' & ', ' and '))
  return [
    {
      text: enumerate(texts.slice(0, 3), 'and') + (people.length <= 3 ? qualifier(tokens, last.end) : ''),
      isBusiness: people.some(({ head }) => isBusinessNoun(head)),
      weight: weight + (last.words > 1 ? 0.5 : 0),
      isOthers: isLoose && people.every(({ head }) => isOthersNoun(head)),
    },
  ]
}

/** The items up to the first that names nobody; nobody's in particular, and more than one. */
function takePeople(list: readonly NounPhrase[]): NounPhrase[] {
  const end = list.findIndex(
    ({ head, text, isPossessed, isPlural, words }) =>
      isPossessed ||
      (!namesPeople(head) && !CARE_HOME.test(text) && askerFor(head) === undefined) ||
      !(isPlural || words === 0),
  )
  // "hospitals, courts and employers": whoever stands between buyers is one.
  const last = list.at(-1)
  const isAll =
    last !== undefined &&
    list.length > 1 &&
    isBusinessNoun(last.head) &&
    list.every(({ isPlural, isPossessed }) => isPlural && !isPossessed)
  const people = end === -1 || isAll ? list : list.slice(0, end)
  return people.filter(isSomebody).filter(({ head, text }) => !NOBODY.test(head) || CARE_HOME.test(text))
}

/** Those who are helped to do something: in "farm shops and delis take orders" all of the list do. */
function takeHelped(tokens: readonly Token[], list: readonly NounPhrase[]): NounPhrase[] {
  const next = tokens[list.at(-1)?.end ?? 0]
  const isDoing = next?.pos === 'VERB' || next?.lower === 'to'
  const areAll = namesPeople(list[0]?.head ?? '') && list.every(({ isPlural, isPossessed }) => isPlural && !isPossessed)
  return isDoing && areAll ? list.filter(isSomebody) : takePeople(list)
}

function isSomebody({ head }: NounPhrase): boolean {
  return !/^(?:others|customers|users|clients|members|buyers)$/u.test(head)
}

/** ` who keep separate accounts`, ` over 40`, ` with a team of five`: short, and read to a clean end. */
function qualifier(tokens: readonly Token[], start: number): string {
  const own = tokens.slice(start, qualifierEnd(tokens, start))
  if (own.length === 0 || own.length > QUALIFIER_TOKENS_MAX) return ''
  if (own.some(({ lower }) => /^(?:you|your|we|our|us|i|my|it|they|so|that)$/u.test(lower))) return ''
  return ` ${own.map(({ text }) => text).join(' ')}`.replaceAll(' ,', ',')
}

/** Where what tells people from others ends; where it begins if it cannot be read. */
function qualifierEnd(tokens: readonly Token[], start: number): number {
  const opener = tokens[start]?.lower ?? ''
  if (!QUALIFIER.test(opener)) return start
  if (/^(?:over|under|aged)$/u.test(opener)) return tokens[start + 1]?.pos === 'NUM' ? start + 2 : start
  if (/^(?:in|across)$/u.test(opener)) return endOfNames(tokens, start)
  if (opener !== 'who') return readList(tokens, start + 1).at(-1)?.end ?? start
  let at = start + 1
  let hasHelper = false
  while (
    /^(?:AUX|ADV|PART)$/u.test(tokens[at]?.pos ?? '') ||
    /^(?:have|has|had|want|need|to|like|hate|love)$/u.test(tokens[at]?.lower ?? '')
  ) {
    hasHelper = true
    at += 1
  }
  const phrase = readVerbPhrase(tokens, at)
  if (phrase) return phrase.end
  const isVerb = tokens[at]?.pos === 'VERB'
  const first = readList(tokens, isVerb ? at + 1 : at)[0]
  return hasHelper || isVerb ? (first?.end ?? start) : start
}

/** Where `in Kent and Sussex` ends; where it begins if no names follow. */
function endOfNames(tokens: readonly Token[], start: number): number {
  const isName = (at: number) => /^\p{Lu}/u.test(tokens[at]?.text ?? '')
  let at = tokens[start + 1]?.lower === 'the' ? start + 2 : start + 1
  if (!isName(at)) return start
  while (isName(at) || (tokens[at]?.lower === 'and' && isName(at + 1))) at += 1
  return at
}

/** People of whom a business speaks, and who are not those it sells to: `your patients`. */
export function readOthers(sentences: readonly Sentence[], audience: Audience | undefined): string[] {
  const named = sentences.flatMap(({ tokens }) =>
    tokens.filter(({ lower }) => isPeopleNoun(lower) && isOthersNoun(lower)).map(({ lower }) => lower),
  )
  return [...new Set(named)].filter((noun) => !audience?.text.includes(noun))
}

const CALL_TO_ACTION =
  /^(?:get|book|contact|call|ring|try|join|shop|order|buy|visit|read|see|discover|subscribe|download|choose|start|request|watch|meet|learn|ask|say|turn|let|keep|stop|sign|log|go|view|click|find|talk|speak|email|browse|check|add|pay|compress|switch|migrate|move|replace|save|win|loved|trusted|pause|cancel|grow|boost|unlock|look|explore|enjoy)$/u

/** What a product's page tells its reader to do with it: `Sign and send documents online`. */
export function readOrders(sentences: readonly Sentence[]): string[] {
  const found = sentences.flatMap(({ tokens, source, isQuestion }) => {
    const first = tokens[0]
    if (
      isQuestion ||
      first?.pos !== 'VERB' ||
      CALL_TO_ACTION.test(first.lower) ||
      /(?:[^s]s|ing|ed)$/u.test(first.lower) ||
      source === 'paragraph' ||
      source === 'title'
    )
      return []
    const phrase = readVerbPhrase(tokens, 0)
    return phrase?.hasObject ? [phrase.text] : []
  })
  return [...new Set(found)]
}

/** What becomes possible, as the business says: `so startups can close deals faster`. */
export function readGains(sentences: readonly Sentence[]): string[] {
  return [
    ...new Set(
      sentences.flatMap(({ tokens }) =>
        tokens.flatMap(({ lower }, at) => (lower === 'so' ? afterSo(tokens, at + 1) : [])),
      ),
    ),
  ]
}

/** What those a business helps want to get done: `find suppliers in Europe`. */
export function readNeeds(sentences: readonly Sentence[]): string[] {
  const found = sentences.flatMap(({ tokens }) =>
    tokens.flatMap((token, at) => {
      const isHelp = HELPS.test(token.lower) && !/^(?:gives?|saves?)$/u.test(token.lower)
      if (isHelp && !letsOthers(tokens, at)) return afterWhom(tokens, at + 1)
      return []
    }),
  )
  return [...new Set(found)]
}

function afterWhom(tokens: readonly Token[], start: number): string[] {
  const people = takeHelped(tokens, readList(tokens, start))
  let at = people.at(-1)?.end ?? start
  if (people.length === 0) {
    if (!/^(?:you|them|people|everyone)$/u.test(tokens[start]?.lower ?? '')) return []
    at = start + 1
  }
  at = qualifierEnd(tokens, at)
  if (tokens[at]?.lower === 'to') at += 1
  const phrase = readVerbPhrase(tokens, at)
  return phrase ? [phrase.text] : []
}

function afterSo(tokens: readonly Token[], start: number): string[] {
  let at = tokens[start]?.lower === 'that' ? start + 1 : start
  const people = takePeople(readList(tokens, at))
  at = people.at(-1)?.end ?? (tokens[at]?.lower === 'you' ? at + 1 : -1)
  if (at < 0 || tokens[at]?.lower !== 'can') return []
  const phrase = readVerbPhrase(tokens, at + 1)
  return phrase ? [phrase.text] : []
}
