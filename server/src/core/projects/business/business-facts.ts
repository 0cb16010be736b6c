import { enumerate, type NounPhrase } from './noun-phrase.ts'
import { readAudience, readOthers, type Audience } from './read-audience.ts'
import { readDoings, readGains, readNeeds, readOrders } from './read-needs.ts'
import { readBurdens } from './read-burdens.ts'
import { readOffers } from './read-offers.ts'
import type { Offer } from './weigh-offer.ts'
import { readArea } from './read-area.ts'
import { readRivals } from './read-rivals.ts'
import { isDoneByHand, speaksOfSoftware } from './speaks-of-software.ts'
import { wordsOfName } from './read-subject.ts'
import { isSoundTask } from './sound.ts'
import { readSentences, type Passage, type Sentence } from './read-sentences.ts'
import { loadTagger } from './tagger.ts'
import { askerFor, kindOfHead, namesPeople } from './word-kinds.ts'

/** What a business says of itself in its profile and on its website, the surest first. */
export interface BusinessText {
  name: string | null
  passages: readonly Passage[]
}

/** What is known of a business, in its own words. Whatever it does not say is missing, never guessed. */
export interface BusinessFacts {
  name: string | null
  /** What it offers, the surest first, all of one kind or of none. */
  offers: Offer[]
  /** What else it offers, of other kinds. */
  extras: Offer[]
  /** What the first offer is for: `weddings and corporate events`. */
  uses: string | null
  /** Who buys it, never its customers' customers. */
  audience: Audience | null
  rivals: string[]
  /** What its customers want to get done. */
  needs: string[]
  /** What becomes possible for them. */
  gains: string[]
  /** What it does for them. */
  tasks: string[]
  /** It says what it does before it says what it is or has. */
  leadsWithTask: boolean
  /** What it is asked about. */
  topics: string[]
  /** What its customers are tired of. */
  burdens: string[]
  /** Where it works, if that matters. */
  area: string | null
  /** It gives what it has for nothing, as charities and open source projects do. */
  isFree: boolean
  /** It is a program, as far as its words tell. */
  isSoftware: boolean
  /** People do the work, as far as its words tell. */
  isByHand: boolean
  /** It says that it works online, or everywhere. */
  isAnywhere: boolean
  /** People it speaks of who are not its customers. */
  others: string[]
}

/** Of these, "moving from London" names no rival. */
const MOVES = /\b(?:removals?|moving|movers?|relocation|trips?|tours?|holidays?)\b/iu
const FREE =
  /\b(?:charity|non-?profit|volunteer-run|volunteers run|food ?bank|free of charge|open[- ]source|(?:teach|help|lend|teaches|helps|lends) [^.]{0,60}for free)\b/iu
const ANYWHERE = /\b(?:online|video calls?|everywhere|remote|remotely|worldwide|nationwide|anywhere)\b/iu
/** Reads what a business offers, to whom and against whom, from its own sentences. */
export async function readBusinessFacts({ name, passages }: BusinessText): Promise<BusinessFacts> {
  const tag = await loadTagger()
  const sentences = readSentences(passages, name, tag)
  const { offers, tasks, topics, uses, worksItself, leadsWithTask } = readOffers(sentences, name)
  const doings = readDoings(sentences, wordsOfName(name)).slice(0, 1)
  const isProgram =
    doings.length > 0 ||
    speaksOfSoftware(sentences, worksItself + Math.min(1, readRivals(sentences, name, true).length))
  const all = apart(isProgram ? asSoftware(offers) : asMachines(asGoods(offers, sentences)).map(withSoftware))
  // Where a business introduces itself, what stands in its lists is offered besides.
  const hasIntroduction = sentences.some(({ source }) => source === 'description' || source === 'summary')
  const main = all.filter(({ isStated }) => isStated || !hasIntroduction)
  const kind = main[0]?.kind
  const isSoftware = kind === 'software' || (kind === undefined && isProgram && !isWorkOfHands(tasks))
  const heard = readAudience(sentences, {
    offer: main[0]?.phrase.text ?? '',
    isVisited: kind === 'venue',
    isSoftware,
    isCourse: kind === 'course' || /(?:school|academy|college|club)$/u.test(main[0]?.phrase.head ?? ''),
  })
  // Those who live in a home seldom look for one themselves.
  const said =
    kind === 'venue' && /^(?:residents|patients|guests|members|visitors)$/u.test(heard?.text ?? '') ? undefined : heard
  const done: Audience | undefined = doings.map(({ who }) => ({ text: who, isBusiness: true }))[0]
  const asker = said?.isAsker === true ? (askerOf(main[0]) ?? said) : (said ?? askerOf(main[0]))
  const audience = plainly(done ?? asker, main[0]) ?? null
  const needs = [
    ...doings.map(({ need }) => need),
    ...readNeeds(sentences),
    ...(isSoftware ? readOrders(sentences) : []),
  ].filter((need) => isSoundTask(need, name))
  const named = [...offers.map(({ phrase }) => phrase.text), ...tasks]
  const area = isSoftware ? undefined : readArea(sentences, named, name)
  return {
    name,
    offers: main.filter((one) => one.kind === kind),
    extras: (main.length === 0 ? [] : all).filter((one) => one.kind !== kind && one.kind !== undefined).slice(0, 2),
    uses:
      uses.length > 0 && (!audience || audience.isAsker === true)
        ? enumerate(uses.map(({ text }) => text).slice(0, 2), 'or')
        : null,
    audience,
    rivals: readRivals(sentences, name, !MOVES.test(main[0]?.phrase.text ?? '')),
    needs,
    gains: readGains(sentences).filter((gain) => isSoundTask(gain, name)),
    tasks,
    leadsWithTask,
    topics: distinct(topics).filter((topic) => isSoundTask(`know ${topic}`, name)),
    burdens: readBurdens(sentences).filter((burden) => isSoundTask(`end ${burden}`, name)),
    // A place inside a need, as in "find suppliers in Europe", is not where the business is.
    area: area !== undefined && ![...needs, ...tasks].some((done) => done.includes(area)) ? area : null,
    isSoftware,
    isFree: sentences.some(({ text }) => FREE.test(text)),
    isByHand: isDoneByHand(sentences),
    isAnywhere: sentences.some(({ text }) => ANYWHERE.test(text)),
    others: readOthers(sentences, audience ?? undefined),
  }
}

/** "Gardeners who hate timesheets" look for timesheets all the same: what they say of the offer is left out. */
function plainly(audience: Audience | undefined, offer: Offer | undefined): Audience | undefined {
  const [people = '', clause] = audience?.text.split(/ (?=who )/u) ?? []
  return audience && offer && clause?.includes(offer.phrase.head) === true ? { ...audience, text: people } : audience
}

/** What is done by software is asked for as software: `error tracking` becomes `error tracking software`. */
function asSoftware(offers: readonly Offer[]): Offer[] {
  return offers.map((one) => {
    if (one.phrase.isPlural && (one.kind === undefined || one.kind === 'goods')) return softwareFor(one)
    if (one.kind === 'activity' && one.phrase.isPlural) return one
    if (/^(?:storage|hosting|hire|delivery|support|advice)$/u.test(one.phrase.head)) return { ...one, kind: undefined }
    return withSoftware(one.kind === 'activity' ? { ...one, kind: 'software' } : one)
  })
}

/** `staff rotas`, which a program makes. */
function softwareFor({ phrase, ...one }: Offer): Offer {
  const text = `software for ${phrase.text}`
  return { ...one, kind: 'software', phrase: { ...phrase, text, head: 'software', isPlural: false, isOne: false } }
}

const RUN_BY_A_PROGRAM =
  /^(?:management|payroll|scheduling|invoicing|planning|booking|accounting|bookkeeping|reporting|forecasting|budgeting|billing|ticketing|rostering|modelling|tracking|monitoring)$/u
/** No program does it, though an app may take the order. */
const BY_HANDS =
  /^(?:collect|deliver|fold|move|clean|wash|carry|drive|paint|build|repair|fix|cook|bring|haul|walk|install|grow|make)\b/u

function isWorkOfHands([first = '']: readonly string[]): boolean {
  return BY_HANDS.test(first)
}

/** Words that only programs have before what they do: `cloud accounting`. */
const OF_A_PROGRAM = /^(?:cloud|cloud-based|automated|automatic|ai|ai-powered|self-hosted|open-source|real-time)\s/iu

function withSoftware(given: Offer): Offer {
  const { head, text, isPlural } = given.phrase
  // "Cadenza is practice management": no firm says so of itself.
  const isProduct = given.isDefinition === true && !given.phrase.hasArticle && RUN_BY_A_PROGRAM.test(head)
  const isProgram = given.kind === 'activity' && (isProduct || OF_A_PROGRAM.test(text)) && head !== 'storage'
  const one: Offer = isProgram ? { ...given, kind: 'software' } : given
  const isDoing = kindOfHead(head) === 'activity' || /(?:ing|ics|tion)$/u.test(head)
  if (one.kind !== 'software' || !isDoing || head === 'hosting' || isPlural) return one
  return { ...one, phrase: { ...one.phrase, text: `${text} software`, head: 'software' } }
}

/** Without those that another says already: `testing` beside `penetration testing`. */
function apart(offers: readonly Offer[]): Offer[] {
  return offers.filter(
    ({ phrase }, at) =>
      !offers.slice(0, at).some((earlier) => earlier.phrase.text.toLowerCase().endsWith(phrase.text.toLowerCase())),
  )
}

const MATERIAL = /^(?:insulation|flooring|cladding|decking|fencing|lighting|heating)$/u
const STOCKED = /\b(?:in stock|rolls|slabs|basket|cart|per m²|trade accounts?)\b/iu
const BOUGHT =
  /[£$€]\s?\d|\b(?:delivered|delivery|in stock|stockists?|basket|cart|gifts?|hand-?made|handcrafted|homemade|made to (?:order|last|measure)|small[- ]batch|roasted|baked|brewed|sewn|woven)\b/iu

/** What has a price or comes in a parcel is bought. */
function asGoods(offers: readonly Offer[], sentences: readonly Sentence[]): Offer[] {
  const isSold = sentences.some(({ text }) => BOUGHT.test(text))
  const isStocked = sentences.some(({ text }) => STOCKED.test(text))
  return offers.map((one) =>
    (one.kind === undefined && isSold && !namesPeople(one.phrase.head)) || (isStocked && MATERIAL.test(one.phrase.head))
      ? { ...one, kind: 'goods' }
      : one,
  )
}

/** What is a program only where programs are spoken of: `silent generators`. */
const MACHINE =
  /^(?:generators?|engines?|players?|trackers?|extensions?|hosts?|suites?|scanners?|planners?|calculators?|applications?)$/u

function asMachines(offers: readonly Offer[]): Offer[] {
  return offers.map((one) =>
    one.kind === 'software' && MACHINE.test(one.phrase.head) && one.phrase.isPlural ? { ...one, kind: undefined } : one,
  )
}

/** Dogs do not ask for a walker; their owners do. */
function askerOf(offer: Offer | undefined): Audience | undefined {
  const asker = offer?.phrase.text
    .split(' ')
    .map((word) => askerFor(word.toLowerCase().replace(/['’]s?$/u, '')))
    .find(Boolean)
  return asker ? { text: asker.toLowerCase(), isBusiness: false, isAsker: true } : undefined
}

function distinct(phrases: readonly NounPhrase[]): string[] {
  return [...new Map(phrases.map(({ text }) => [text.toLowerCase(), text])).values()]
}
