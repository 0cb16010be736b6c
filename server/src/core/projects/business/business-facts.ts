import { enumerate, type NounPhrase } from './noun-phrase.ts'
import { readAudience, readNeeds, readOrders, readOthers, type Audience } from './read-audience.ts'
import { readBurdens } from './read-burdens.ts'
import { readOffers, type Offer } from './read-offers.ts'
import { readArea } from './read-area.ts'
import { readRivals } from './read-rivals.ts'
import { readSentences, type Passage } from './read-sentences.ts'
import { loadTagger } from './tagger.ts'
import { askerFor } from './word-kinds.ts'

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
  /** What it does for them. */
  tasks: string[]
  /** What it is asked about. */
  topics: string[]
  /** What its customers are tired of. */
  burdens: string[]
  /** Where it works, if that matters. */
  area: string | null
  /** It says that it works online, or everywhere. */
  isAnywhere: boolean
  /** People it speaks of who are not its customers. */
  others: string[]
}

const SOFTWARE_WORDS =
  /\b(?:software|apps?|saas|apis?|sdks?|dashboards?|integrat\w+|cloud|open[- ]source|free trial|plug-?ins?|browser|ios|android|self-hosted|command line|cli|automates?|platform|connects? to)\b/giu

const ANYWHERE = /\b(?:online|remote|remotely|worldwide|nationwide|anywhere)\b/iu
const TECHNICAL =
  /\b(?:developers?|engineers|engineering teams|devops|pull requests?|data teams|machine learning|deployments?|sdks?|apis?|kubernetes|code|cloud)\b/iu

/** Reads what a business offers, to whom and against whom, from its own sentences. */
export async function readBusinessFacts({ name, passages }: BusinessText): Promise<BusinessFacts> {
  const tag = await loadTagger()
  const sentences = readSentences(passages, name, tag)
  const { offers, tasks, topics, uses } = readOffers(sentences, name)
  const isTechnical = sentences.some(({ text }) => TECHNICAL.test(text))
  const soft = new Set(
    sentences.flatMap(({ text }) => text.match(SOFTWARE_WORDS) ?? []).map((word) => word.toLowerCase()),
  )
  const main = asSoftware(offers, soft.size >= (isTechnical ? 1 : 2))
  const kind = main[0]?.kind
  const isSoftware = kind === 'software' || (kind === undefined && soft.size >= 2)
  const said = readAudience(sentences, isSoftware)
  const audience = (said?.isAsker === true ? (askerOf(main[0]) ?? said) : (said ?? askerOf(main[0]))) ?? null
  const needs = [...readNeeds(sentences), ...(isSoftware ? readOrders(sentences) : [])]
  const area = isSoftware ? undefined : readArea(sentences)
  return {
    name,
    offers: main.filter((one) => one.kind === kind),
    extras: main.filter((one) => one.kind !== kind && one.kind !== undefined).slice(0, 2),
    uses: uses.length > 0 && !audience ? enumerate(uses.map(({ text }) => text).slice(0, 2), 'or') : null,
    audience,
    rivals: readRivals(sentences, name, isSoftware || kind === 'plan' || kind === undefined),
    needs,
    tasks,
    topics: distinct(topics),
    burdens: readBurdens(sentences),
    // A place inside a need, as in "find suppliers in Europe", is not where the business is.
    area: area !== undefined && ![...needs, ...tasks].some((done) => done.includes(area)) ? area : null,
    isAnywhere: sentences.some(({ text }) => ANYWHERE.test(text)),
    others: readOthers(sentences, audience ?? undefined),
  }
}

/** What is done by software is asked for as software: `error tracking` becomes `error tracking software`. */
function asSoftware(offers: readonly Offer[], isSoftware: boolean): Offer[] {
  return offers.map((one) => {
    const isDoing = /(?:ing|ics|tion|compliance|management)$/u.test(one.phrase.head) && one.phrase.head !== 'hosting'
    if (isSoftware && one.kind === 'activity' && !isDoing) return { ...one, kind: undefined }
    if (!isDoing || !(one.kind === 'software' || (isSoftware && one.kind === 'activity'))) return one
    return {
      ...one,
      kind: 'software',
      phrase: {
        ...one.phrase,
        text: `${one.phrase.text} software`,
        head: 'software',
        words: one.phrase.words + 1,
        isPlural: false,
      },
    }
  })
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
