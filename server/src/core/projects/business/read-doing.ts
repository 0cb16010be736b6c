import { verbsAt } from './actions.ts'
import { extended, usesAt } from './extend-offer.ts'
import { readList, type NounPhrase } from './noun-phrase.ts'
import { GOODS_VERB, OFFERS } from './offer-words.ts'
import { tasksAt } from './read-tasks.ts'
import { isVerbAfterAnd } from './verb-phrase.ts'
import { weighed, type Offer } from './weigh-offer.ts'
import { isBusinessHouse, kindOfHead, namesPeople, singular } from './word-kinds.ts'
import type { Token } from './tagger.ts'

const WORK = /^(?:tests?|maintains?|services?|repairs?|restores?|surveys?|cleans?|inspects?|removes?|overhauls?)$/u

/** `we offer …`, `we find tenants, collect the rent and look after maintenance`. */
export function readDoing(
  tokens: readonly Token[],
  verb: number,
  weight: number,
): { offers: Offer[]; tasks: string[]; uses: NounPhrase[] } {
  const word = tokens[verb]?.lower ?? ''
  const isOffering = OFFERS.test(word) || (/^speciali[sz]es?$/u.test(word) && tokens[verb + 1]?.lower === 'in')
  // "survey, design and install": the last verb says more.
  const listed = verbsAt(tokens, verb)
  const isMore = listed.verbs.length > 1
  const isDouble = !isMore && tokens[verb + 1]?.lower === 'and' && isVerbAfterAnd(tokens[verb + 2])
  const start = isMore ? listed.end : /^speciali[sz]/u.test(word) ? verb + 2 : isDouble ? verb + 3 : verb + 1
  const other = isMore ? (listed.verbs.at(-1) ?? '') : isDouble ? (tokens[verb + 2]?.lower ?? '') : word
  const said = GOODS_VERB.test(other) || !isOffering ? other : word
  const objects = isOffering || OFFERS.test(other) ? readList(tokens, start) : []
  // "we supply farm shops": to whom, not what.
  const isToPeople = /^(?:supply|supplies|delivers?)$/u.test(word) && objects.every(({ head }) => namesPeople(head))
  // "installs, tests and maintains": work on a thing is asked for, not the thing.
  const isWork = isMore && listed.verbs.some((one) => WORK.test(one))
  // "prints the cheapest label for every order": one that is known is no goods.
  const isKnown = objects.length === 1 && objects[0]?.hasArticle === true && !objects[0].isOne && !objects[0].isPlural
  const isThe =
    isKnown && tokens[objects[0]?.start ?? 0]?.lower === 'the' && kindOfHead(objects[0]?.head ?? '') === undefined
  const list = isToPeople || isWork || isThe ? [] : objects.map((phrase) => extended(tokens, phrase))
  const given = /^gives?$/u.test(word) ? givenTo(tokens, verb, weight) : []
  const placed = /^(?:places?|supply|supplies|introduces?)$/u.test(word) ? takePlaced(tokens, verb, weight) : []
  const offers = [...placed, ...given, ...weighed(list, { weight, source: 'description', isSaid: true })].map((one) =>
    offeredBy(said, one),
  )
  const end = list.at(-1)?.end ?? start
  return { offers, tasks: tasksAt(tokens, verb), uses: tokens[end]?.lower === 'for' ? usesAt(tokens, end + 1) : [] }
}

/** `gives frontend teams a preview environment`: what somebody gets. */
function givenTo(tokens: readonly Token[], verb: number, weight: number): Offer[] {
  const end = readList(tokens, verb + 1)[0]?.end
  const thing = end === undefined ? undefined : readList(tokens, end)[0]
  return thing?.isOne === true ? weighed([thing], { weight, source: 'description', isSaid: true }) : []
}

/** `we place vetted nannies with families`: what an agency offers are people. */
function takePlaced(tokens: readonly Token[], verb: number, weight: number): Offer[] {
  const list = readList(tokens, verb + 1)
  const areAll = list.every(
    ({ head, isPossessed, isPlural }) =>
      !isBusinessHouse(head) && !isPossessed && (head === 'staff' || (isPlural && namesPeople(head))),
  )
  return areAll
    ? list.map((phrase, at) => ({ phrase, kind: 'people', weight: weight + 3 - at / 10, isStated: true }))
    : []
}

/** What is made, but for somebody: nobody asks where to buy it. */
const MADE_TO_ORDER =
  /^(?:websites?|films?|videos?|apps?|podcasts?|animations?|brands?|content|games?|software|events?|reports?|things?)$/u

/** What is rented out is asked for as hire: `hive hire`. */
function asHire(one: Offer): Offer {
  const { phrase } = one
  const text = `${phrase.text.slice(0, phrase.text.length - phrase.head.length)}${singular(phrase.head)} hire`
  return { ...one, kind: 'activity', phrase: { ...phrase, text, head: 'hire', isPlural: false, isOne: false } }
}

/** What is taught is learned in a course; what is made or sold is bought. */
function offeredBy(verb: string, one: Offer): Offer {
  if (/^(?:rents?|hires?)$/u.test(verb)) return asHire(one)
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
