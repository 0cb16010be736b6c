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
const NOBODY =
  /^(?:daughters|sons|husbands|wives|friends|neighbours|garages|porches|sheds|lofts|offices|homes|houses|gardens|weddings|events|parties|festivals|funerals|gifts|occasions|kitchens)$/u
const CARE_HOME = /\b(?:care|nursing|funeral|retirement) homes$/u
export const HELPS = /^(?:helps?|helping|lets?|letting|allows?|allowing|enables?|enabling|empowers?|gives?|saves?)$/u
/** So many sentences introduce a business; further down each thing may be for somebody else. */
const INTRODUCTION = 6
const GUIDES = /^(?:gets?|guides?|walks?|takes?|steers?|sees?|coaches?)$/u
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
    const isListed = sentence.source === 'heading' || sentence.source === 'paragraph'
    return candidates(sentence.tokens).map((one) => ({
      ...one,
      isFar: one.isOfThing === true && !isMain && at > 0 && (isVisited || isCourse || (isListed && at >= INTRODUCTION)),
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
    if (isNegated(tokens, at)) return []
    if (token.lower === 'for' && !/^(?:look|looking|searching|except|known|search|ask|asking)$/u.test(before))
      return readFor(tokens, at, before).map((one) => ({
        ...one,
        ofCourse: kindOfHead(before) === 'course',
        isOfThing: at > 0,
      }))
    if (/^(?:tells?|shows?)$/u.test(token.lower)) return told(tokens, at)
    if (GUIDES.test(token.lower)) return guided(tokens, at)
    if (token.lower === 'to' && kindOfHead(before) === 'provider') return read(tokens, at + 1, WEIGHT.for, false)
    const isName = token.lower === 'letting' && /^agents?$/u.test(tokens[at + 1]?.lower ?? '')
    if (HELPS.test(token.lower) && !isName && !letsOthers(tokens, at)) return read(tokens, at + 1, WEIGHT.helped, true)
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

/** `gets adults through their exams` */
function guided(tokens: readonly Token[], at: number): Found[] {
  const end = readList(tokens, at + 1).at(-1)?.end ?? at
  return tokens[end]?.lower === 'through' ? read(tokens, at + 1, WEIGHT.helped, true) : []
}

/** `tells vineyards when to irrigate` */
function told(tokens: readonly Token[], at: number): Found[] {
  const end = readList(tokens, at + 1).at(-1)?.end ?? at
  return /^(?:when|what|which|how|whether|where)$/u.test(tokens[end]?.lower ?? '') ? several(tokens, at + 1) : []
}

/** `we don't work for landlords` */
function isNegated(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 4), at).some(({ lower }) => /^(?:not|never)$|n['’]t$/u.test(lower))
}

/** Whom a firm works for may be called anything: "a testing company for fintechs and health apps". */
function readFor(tokens: readonly Token[], at: number, before: string): Found[] {
  const found = read(tokens, at + 1, WEIGHT.for, false)
  if (found.length > 0 || !/^(?:company|firm|agency|consultancy|consultants?|accountants?)$/u.test(before)) return found
  return several(tokens, at + 1)
}

/** Whoever they are: several, and nobody's. */
function several(tokens: readonly Token[], start: number): Found[] {
  const list = readList(tokens, start)
  const areAll =
    list.length > 0 && list.every(({ isPlural, isPossessed, head }) => isPlural && !isPossessed && !NOBODY.test(head))
  const text = enumerate(
    list.map((one) => one.text),
    'and',
  )
  return areAll ? [{ text, isBusiness: true, weight: WEIGHT.for - 1, isOthers: false }] : []
}

/** `Founders use it`: at the beginning of a sentence. */
function users(tokens: readonly Token[], at: number): Found[] {
  const list = readList(tokens, 0)
  return list.at(-1)?.end === at ? read(tokens, 0, WEIGHT.relative, true) : []
}

/** `lets patients book`: programs are bought by those whose patients they are. A charity helps people themselves. */
export function letsOthers(tokens: readonly Token[], at: number): boolean {
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
    own.some(({ lower, pos }) => pos === 'NUM' || pos === 'AUX' || /^(?:you|your|we|our|us|i|my)$/u.test(lower))
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
      /^(?:lend|lends|give|gives|teach|sell|sells|supply|supplies|supplying|deliver|delivers|exports?|services?|rent|lease|training|support)$/u.test(
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
  // "that the banks won't touch": those leave it alone.
  const isRefused = /n['’]t$/u.test(next?.lower ?? '')
  const isClause = next !== undefined && !isRefused && /^(?:VERB|AUX|ADV|ADJ)$/u.test(next.pos)
  return isClause ? found : []
}

function read(tokens: readonly Token[], start: number, weight: number, isLoose: boolean): Found[] {
  const list = readList(tokens, start)
  const people = isLoose ? takeHelped(tokens, list) : takePeople(list)
  const last = people.at(-1)
  if (!last || isOnlyNegated(tokens, last)) return []
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

/** `people who don't do barns`: told only by what they do not want. */
function isOnlyNegated(tokens: readonly Token[], { end, text }: NounPhrase): boolean {
  return (
    /^(?:people|folks?|adults|everyone|anyone)$/u.test(text) &&
    tokens[end]?.lower === 'who' &&
    /n['’]t$|^not$/u.test(tokens[end + 1]?.lower ?? '')
  )
}

/** The items up to the first that names nobody; nobody's in particular, and more than one. */
export function takePeople(list: readonly NounPhrase[]): NounPhrase[] {
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
  // "chefs and the people who hire them": the first are named.
  return people
    .filter(({ text }) => people.length === 1 || text !== 'people')
    .filter(isSomebody)
    .filter(({ head, text }) => !NOBODY.test(head) || CARE_HOME.test(text))
}

/** Those who are helped to do something: in "farm shops and delis take orders" all of the list do. */
export function takeHelped(tokens: readonly Token[], list: readonly NounPhrase[]): NounPhrase[] {
  const next = tokens[list.at(-1)?.end ?? 0]
  const isDoing = next?.pos === 'VERB' || next?.lower === 'to'
  const isTheirs = ({ isPossessed, start }: NounPhrase) => isPossessed && tokens[start]?.lower !== 'their'
  const areAll = namesPeople(list[0]?.head ?? '') && list.every((one) => one.isPlural && !isTheirs(one))
  return isDoing && areAll ? list.filter(isSomebody) : takePeople(list)
}

function isSomebody({ head }: NounPhrase): boolean {
  return !/^(?:others|customers|users|clients|members|buyers)$/u.test(head)
}

/** ` who keep separate accounts`, ` over 40`, ` with a team of five`: short, and read to a clean end. */
function qualifier(tokens: readonly Token[], start: number): string {
  const end = qualifierEnd(tokens, start)
  const own = tokens.slice(start, end)
  // "knitters who can't leave a colour alone": what goes on is not all of it.
  const isWho = tokens[start]?.lower === 'who'
  if (isWho && tokens[end] !== undefined && !/^(?:PUNCT|CCONJ|VERB|AUX)$/u.test(tokens[end]?.pos ?? '')) return ''
  if (own.length === 0 || own.length > QUALIFIER_TOKENS_MAX) return ''
  if (own.some(({ lower }) => /^(?:you|your|we|our|us|i|my|it|they|so|that)$/u.test(lower))) return ''
  return ` ${own.map(({ text }) => text).join(' ')}`.replaceAll(' ,', ',')
}

/** Where what tells people from others ends; where it begins if it cannot be read. */
export function qualifierEnd(tokens: readonly Token[], start: number): number {
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
  while (isName(at) || (/^(?:and|of)$/u.test(tokens[at]?.lower ?? '') && isName(at + 1))) at += 1
  return at
}

/** People of whom a business speaks, and who are not those it sells to: `your patients`. */
export function readOthers(sentences: readonly Sentence[], audience: Audience | undefined): string[] {
  const named = sentences.flatMap(({ tokens }) =>
    tokens.filter(({ lower }) => isPeopleNoun(lower) && isOthersNoun(lower)).map(({ lower }) => lower),
  )
  return [...new Set(named)].filter((noun) => !audience?.text.includes(noun))
}
