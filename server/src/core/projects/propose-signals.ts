import type { SuggestedSignal } from '@leadlight/contract/projects'
import { isFitProposal } from './check-proposal.ts'
import { capitalized } from './business/capitals.ts'
import { enumerate, withArticle } from './business/noun-phrase.ts'
import { singular } from './business/word-kinds.ts'
import type { BusinessFacts } from './business/business-facts.ts'
import type { Offer } from './business/read-offers.ts'
import { isSameSignal } from './signal-likeness.ts'

const PROPOSALS_MAX = 6

/**
 * Signals that follow from what is known of a business: who writes, what they do in the post, and about what. Each is
 * another moment before a purchase. Leaves out what the project has already, would repeat, or does not pass the checks.
 */
export function proposeSignals(facts: BusinessFacts, existing: readonly string[]): SuggestedSignal[] {
  const proposals: SuggestedSignal[] = []
  for (const candidate of candidates(facts)) {
    const isNew =
      !existing.some((other) => isSameSignal(other, candidate.intent_signal)) &&
      !proposals.some((other) => other.intent_signal === candidate.intent_signal)
    if (isNew && isFitProposal(candidate.intent_signal, facts)) proposals.push(candidate)
  }
  return proposals.slice(0, PROPOSALS_MAX)
}

type Candidates = (offer: Offer, who: string, facts: BusinessFacts) => SuggestedSignal[]

function candidates(facts: BusinessFacts): SuggestedSignal[] {
  const who = askers(facts)
  const [main] = facts.offers
  const ofOffer = main
    ? BY_KIND[main.kind ?? 'unknown'](main, who, facts)
    : [...helping(who, facts), ...working(who, facts)]
  const [first, ...rest] = ofOffer
  return [
    ...(first ? [first] : []),
    ...leaving(who, facts.rivals),
    ...facts.needs.slice(0, 2).map((need) => needing(who, need)),
    ...rest,
    ...facts.burdens.map((burden) => burdened(who, burden)),
    ...facts.extras.flatMap((extra) => alsoAsking(who, extra)),
  ]
}

/** `Homeowners in Kent`, `People in Kent`, `Dental clinics`: those who write. */
function askers({ audience, area, offers }: BusinessFacts): string {
  const who = audience && audience.text !== 'private people' ? capitalized(audience.text) : 'People'
  const isLocal = area !== null && offers[0]?.kind !== 'trip' && offers[0]?.kind !== 'cause'
  return isLocal && !/\b(?:in|at|with|who)\b/u.test(who) ? `${who} in ${area}` : who
}

const BY_KIND: Readonly<Record<NonNullable<Offer['kind']> | 'unknown', Candidates>> = {
  software: (offer, who) => [
    asking(who, `which ${one(offer)} to use`, offer),
    suggestion(
      `${who} unhappy with their ${one(offer)} and thinking of switching`,
      'Complaints come before the search for something else, so you hear of it before your competitors do.',
    ),
    suggestion(
      `${who} asking what to look for in ${withArticle(oneOf(offer))}`,
      'They are about to decide what matters to them; a helpful answer is remembered.',
    ),
  ],
  provider: (offer, who, facts) =>
    // That people at large ask for a company is a guess.
    isCompany(offer) && who === 'People' && facts.uses === null
      ? [...helping(who, facts)]
      : [
          asking(
            who,
            `which ${one(offer)} to ${isHouse(offer) ? 'use' : isSeen(offer) ? 'choose' : 'hire'}${forUses(facts)}`,
            offer,
          ),
          ...helping(who, facts),
          ...working(who, facts),
          costing(who, `${withArticle(oneOf(offer))}${forUses(facts)} costs`),
          suggestion(
            `${who} asking how to find a good ${one(offer)}`,
            'They know what they need, and not yet from whom.',
          ),
        ],
  venue: (offer, who, facts) => [
    asking(who, `which ${one(offer)} to choose`, offer),
    ...helping(who, facts),
    suggestion(
      `${who} asking for a recommendation for ${withArticle(oneOf(offer))}`,
      'A recommendation is asked for when a visit is near.',
    ),
    suggestion(
      `${who} asking what to look for in ${withArticle(oneOf(offer))}`,
      'They are about to decide what matters to them.',
    ),
  ],
  activity: (offer, who, facts) => [
    asking(who, `${isGot(offer) ? 'where to get' : 'whom to hire for'} ${several(facts)}${forUses(facts)}`, offer),
    ...helping(who, facts),
    ...working(who, facts),
    costing(who, `${offer.phrase.text} should cost`),
    suggestion(
      `${who} asking for advice on ${withArticle(offer.phrase)}`,
      'A question you can answer from experience; a helpful answer starts a conversation.',
    ),
  ],
  course: (offer, who, facts) => [
    asking(who, offer.subject ? `where to learn ${offer.subject}` : `where to find ${several(facts)}`, offer),
    suggestion(
      `${who} asking whether ${offer.phrase.text} ${isMany(offer) ? 'are' : 'is'} worth the money`,
      'They weigh what you offer before they book.',
    ),
    suggestion(
      `${who} asking which ${offer.phrase.text} to choose`,
      'They have decided to learn and choose with whom.',
    ),
    ...helping(who, facts),
    ...working(who, facts),
  ],
  trip: (offer, who, facts) => [
    asking(who, `which ${offer.phrase.text}${inArea(facts)} to book`, offer),
    costing(who, `${withArticle(offer.phrase)}${inArea(facts)} ${isMany(offer) ? 'cost' : 'costs'}`),
    suggestion(
      `${who} asking for recommendations for ${withArticle(offer.phrase)}${inArea(facts)}`,
      'Whoever asks for a recommendation is about to choose.',
    ),
  ],
  plan: (offer, who) => [
    asking(who, `which ${one(offer)} to choose`, offer),
    costing(who, `${withArticle(oneOf(offer))} costs`),
    suggestion(
      `${who} unhappy with their ${one(offer)} and thinking of switching`,
      'Complaints come before the search for something else.',
    ),
  ],
  goods: (offer, who, facts) => [
    asking(who, `where to buy ${several(facts)}`, offer),
    costing(who, `${withArticle(offer.phrase)} ${isMany(offer) ? 'cost' : 'costs'}`),
    suggestion(
      `${who} asking for recommendations for ${withArticle(offer.phrase)}`,
      'Whoever asks for a recommendation is about to choose.',
    ),
  ],
  cause: (_offer, who, facts) => [...helping(who, facts)],
  unknown: (offer, who, facts) => [
    asking(who, `for recommendations for ${withArticle(offer.phrase)}`, offer),
    ...helping(who, facts),
    ...working(who, facts),
    suggestion(
      `${who} asking for advice on ${withArticle(offer.phrase)}`,
      'A question you can answer from experience; a helpful answer starts a conversation.',
    ),
    suggestion(
      `${who} asking what to look for in ${withArticle(offer.phrase)}`,
      'They are about to decide what matters to them.',
    ),
  ],
}

function asking(who: string, what: string, { phrase }: Offer): SuggestedSignal {
  return suggestion(
    `${who} asking ${what}`,
    `Whoever asks for a recommendation is about to choose. You say that you offer “${phrase.text}”.`,
  )
}

/** One signal for what is offered besides. */
function alsoAsking(who: string, extra: Offer): SuggestedSignal[] {
  const { phrase, kind } = extra
  if (kind === 'activity') return [asking(who, `where to go for ${phrase.text}`, extra)]
  if (kind === 'course') return [asking(who, `which ${phrase.text} to take`, extra)]
  if (kind === 'goods') return [asking(who, `where to buy ${withArticle(phrase)}`, extra)]
  return []
}

function leaving(who: string, rivals: readonly string[]): SuggestedSignal[] {
  const [first, second] = rivals
  if (!first) return []
  const leave = suggestion(
    `${who} unhappy with ${enumerate(rivals.slice(0, 3), 'or')} and looking for an alternative`,
    'They already have what you offer and want to leave it. You name these yourself.',
  )
  if (!second) return [leave]
  return [
    leave,
    suggestion(
      `${who} comparing ${enumerate(rivals.slice(0, 3), 'and')} and asking which is better`,
      'They have a shortlist, and you belong on it.',
    ),
  ]
}

function needing(who: string, need: string): SuggestedSignal {
  return suggestion(
    `${who} asking how to ${need}`,
    'The problem you say you solve, in the words of someone who has it.',
  )
}

function burdened(who: string, burden: string): SuggestedSignal {
  return suggestion(
    `${who} complaining about ${burden}`,
    'What you say you put an end to. Whoever complains about it is ready for something else.',
  )
}

function helping(who: string, { topics }: BusinessFacts): SuggestedSignal[] {
  if (topics.length === 0) return []
  return [
    suggestion(
      `${who} asking for help with ${enumerate(topics.slice(0, 2), 'or')}`,
      'You say that you are there for this; whoever asks about it needs somebody like you.',
    ),
  ]
}

function working(who: string, { tasks }: BusinessFacts): SuggestedSignal[] {
  return tasks
    .slice(0, 2)
    .map((task) => suggestion(`${who} looking for somebody to ${task}`, 'You say that you do this; they want it done.'))
}

function costing(who: string, what: string): SuggestedSignal {
  return suggestion(`${who} asking what ${what}`, 'Whoever asks for the price has a plan and a budget.')
}

function suggestion(intent_signal: string, why: string): SuggestedSignal {
  return { intent_signal, why }
}

/** The first offers of the same kind: `boiler repairs or boiler installation`. */
function several({ offers }: BusinessFacts): string {
  return enumerate(
    offers.slice(0, 2).map(({ phrase }) => (phrase.isPlural ? phrase.text : withArticleIfCounted(phrase))),
    'or',
  )
}

function withArticleIfCounted(phrase: Offer['phrase']): string {
  return withArticle(phrase)
}

function one(offer: Offer): string {
  return oneOf(offer).text
}

/** One of them: `chartered accountants` as `chartered accountant`. */
function oneOf({ phrase }: Offer): Pick<Offer['phrase'], 'text' | 'head' | 'isPlural' | 'isOne'> {
  if (!phrase.isPlural || !phrase.text.toLowerCase().endsWith(phrase.head)) return phrase
  const head = singular(phrase.head)
  return { text: phrase.text.slice(0, -phrase.head.length) + head, head, isPlural: false, isOne: true }
}

function isMany({ phrase }: Offer): boolean {
  return phrase.isPlural
}

/** What is had rather than done: `bike hire`, `sports massage`. */
function isGot({ phrase }: Offer): boolean {
  return /^(?:hire|rental|storage|treatment|therapy|physiotherapy|massage|surgery|whitening|rehab|consultation|dentistry|healthcare|care|disposal|counsell?ing|advice|support)$/u.test(
    singular(phrase.head),
  )
}

function isCompany({ phrase }: Offer): boolean {
  return /^(?:company|firm|business|group|manufacturer|wholesaler|distributor|supplier|consultancy|agency)$/u.test(
    singular(phrase.head),
  )
}

function isSeen({ phrase }: Offer): boolean {
  return /(?:ist|path|practor|doctor|vet|optician|midwife|counsell?or|hairdresser|barber|stylist|beautician|adviser|advisor|school|teacher)$/u.test(
    singular(phrase.head),
  )
}

function isHouse({ phrase }: Offer): boolean {
  return /^(?:firm|agency|company|studio|clinic|consultancy|practice|business|team|bureau|broker|brokerage|agent|accountant|supplier|wholesaler|manufacturer|distributor|courier|garage|maker)$/u.test(
    singular(phrase.head),
  )
}

function forUses({ uses }: BusinessFacts): string {
  return uses ? ` for ${uses}` : ''
}

function inArea({ area, offers }: BusinessFacts): string {
  return area && !offers[0]?.phrase.text.includes(area) ? ` in ${area}` : ''
}
