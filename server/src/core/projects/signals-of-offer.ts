import type { SuggestedSignal } from '@leadlight/contract/projects'
import { enumerate, withArticle } from './business/noun-phrase.ts'
import { isListedHead, isUncounted, singular } from './business/word-kinds.ts'
import type { BusinessFacts } from './business/business-facts.ts'
import type { Offer } from './business/weigh-offer.ts'

type Candidates = (offer: Offer, who: string, facts: BusinessFacts) => SuggestedSignal[]

/** The signals that follow from the main offer, by how people ask for its kind; the best first. */
export function signalsOfOffer(offer: Offer, who: string, facts: BusinessFacts): SuggestedSignal[] {
  return BY_KIND[offer.kind ?? 'unknown'](offer, who, facts)
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
  venue: (offer, who, facts) =>
    isUncounted(offer.phrase.head)
      ? open(offer, who, facts)
      : [
          asking(who, `which ${one(offer)} to choose${forUses(facts)}`, offer),
          ...helping(who, facts),
          recommending(who, `${withArticle(oneOf(offer))}${forUses(facts)}`),
          looking(who, `${withArticle(oneOf(offer))}${forUses(facts)}`),
        ],
  people: (offer, who, facts) => [
    asking(who, `where to find ${several(facts)}`, offer),
    suggestion(
      `${who} asking how to hire ${offer.phrase.text}`,
      'They have a place to fill, and not yet anybody for it.',
    ),
    suggestion(
      `${who} asking how to find good ${offer.phrase.text}`,
      'They know what they need, and not yet from whom.',
    ),
  ],
  activity: (offer, who, facts) =>
    isOpen(offer, facts)
      ? open(offer, who, facts)
      : [
          asking(
            who,
            `${isGot(offer) ? 'where to get' : isRented(offer) ? 'which company to use for' : 'whom to hire for'} ${several(facts)}${forUses(facts)}`,
            offer,
          ),
          ...helping(who, facts),
          ...working(who, facts),
          costing(who, `${offer.phrase.text}${forUses(facts)} should cost`),
          recommending(who, `${offer.phrase.text}${forUses(facts)}`),
        ],
  course: (offer, who, facts) => [
    asking(who, offer.subject ? `where to learn ${offer.subject}` : `where to find ${several(facts)}`, offer),
    suggestion(
      `${who} asking which ${offer.phrase.text} to choose`,
      'They have decided to learn and choose with whom.',
    ),
    recommending(who, withArticle(offer.phrase)),
    ...helping(who, facts),
    ...working(who, facts),
  ],
  trip: (offer, who, facts) => [
    asking(who, `which ${offer.phrase.text}${inArea(facts)} to book`, offer),
    costing(who, `${withArticle(offer.phrase)}${inArea(facts)} ${isMany(offer) ? 'cost' : 'costs'}`),
    recommending(who, `${withArticle(offer.phrase)}${inArea(facts)}`),
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
    asking(who, `where to buy ${several(facts)}${forUses(facts)}`, offer),
    ...(offer.phrase.text.includes(' that ') ? [looking(who, withArticle(offer.phrase))] : []),
    costing(who, `${withArticle(offer.phrase)} ${isMany(offer) ? 'cost' : 'costs'}`),
    recommending(who, withArticle(offer.phrase)),
  ],
  cause: (_offer, who, facts) => [...helping(who, facts)],
  unknown: (offer, who, facts) => [
    asking(who, `for recommendations for ${withArticle(offer.phrase)}`, offer),
    ...helping(who, facts),
    ...working(who, facts),
    ...(facts.isSoftware ? [] : [looking(who, withArticle(offer.phrase))]),
    costing(who, `${withArticle(offer.phrase)} ${isMany(offer) ? 'cost' : 'costs'}`),
  ],
}

/** Those who ask for a recommendation. */
export function asking(who: string, what: string, { phrase }: Offer): SuggestedSignal {
  return suggestion(
    `${who} asking ${what}`,
    `Whoever asks for a recommendation is about to choose. You say that you offer “${phrase.text}”.`,
  )
}

/** Those who ask about what the business is there for. */
export function helping(who: string, { topics, offers, tasks }: BusinessFacts): SuggestedSignal[] {
  if (topics.length === 0) return []
  const subject = enumerate(topics.slice(0, 2), 'or')
  const why = 'You say that you are there for this; whoever asks about it needs somebody like you.'
  const help = suggestion(`${who} asking for help with ${subject}`, why)
  if (offers.length + tasks.length > 0) return [help]
  return [
    help,
    suggestion(`${who} looking for somebody to help with ${subject}`, why),
    suggestion(`${who} asking who can help with ${subject}`, why),
  ]
}

/** Those who want done what the business does. */
export function working(who: string, { tasks, isSoftware }: BusinessFacts): SuggestedSignal[] {
  const [first, second = first] = tasks
  if (first === undefined || second === undefined) return []
  const why = 'You say that you do this; they want it done.'
  return isSoftware
    ? [
        suggestion(`${who} looking for software to ${first}`, why),
        suggestion(`${who} asking how to ${second}`, 'They have the task, and not yet a program for it.'),
      ]
    : [
        suggestion(`${who} asking who can ${first}`, why),
        suggestion(`${who} looking for somebody to ${second}`, why),
        costing(who, `it costs to ${first}`),
      ]
}

function costing(who: string, what: string): SuggestedSignal {
  return suggestion(`${who} asking what ${what}`, 'Whoever asks for the price has a plan and a budget.')
}

function recommending(who: string, what: string): SuggestedSignal {
  return suggestion(
    `${who} asking for recommendations for ${what}`,
    'Whoever asks for a recommendation is about to choose.',
  )
}

function looking(who: string, what: string): SuggestedSignal {
  return suggestion(`${who} looking for ${what}`, 'They say that they want what you offer.')
}

/** A signal with its reason. */
export function suggestion(intent_signal: string, why: string): SuggestedSignal {
  return { intent_signal, why }
}

/** The first offers of the same kind: `boiler repairs or boiler installation`. */
function several({ offers }: BusinessFacts): string {
  return enumerate(
    offers
      // Those of one list: further down stands something else.
      .filter(({ weight }) => weight >= (offers[0]?.weight ?? 0) - 0.5)
      .filter((offer) => isRented(offer) === (offers[0] !== undefined && isRented(offers[0])))
      .slice(0, 2)
      .map(({ phrase }) => withArticle(phrase)),
    'or',
  )
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

/** What a firm keeps ready: `marquee hire`. */
function isRented({ phrase }: Offer): boolean {
  return /^(?:hire|rental|storage|staffing|delivery|disposal|logistics|freight|shipping|haulage)$/u.test(
    singular(phrase.head),
  )
}

/** What is had rather than done: `sports massage`. */
function isGot({ phrase }: Offer): boolean {
  return /^(?:treatment|therapy|physiotherapy|massage|surgery|whitening|rehab|consultation|dentistry|healthcare|care|disposal|counsell?ing|advice|support)$/u.test(
    singular(phrase.head),
  )
}

/** For what people or a program may do alike. */
function open(offer: Offer, who: string, facts: BusinessFacts): SuggestedSignal[] {
  return [
    asking(who, `for recommendations for ${offer.phrase.text}`, offer),
    ...helping(who, facts),
    costing(who, `${offer.phrase.text} ${isMany(offer) ? 'cost' : 'costs'}`),
    looking(who, offer.phrase.text),
  ]
}

/** Whether people or a program does it: nothing tells. */
function isOpen({ phrase }: Offer, { isByHand, area }: BusinessFacts): boolean {
  const isEither =
    /^(?:management|planning|testing|marketing|advertising|compliance|transcription|review|filing|drafting|integration|implementation|research|writing|editing|storage|logistics|localisation|localization|sourcing|procurement)$/u
  return !isByHand && area === null && (isEither.test(phrase.head) || !isListedHead(phrase.head))
}

function isCompany({ phrase }: Offer): boolean {
  return /^(?:company|firm|business|group)$/u.test(singular(phrase.head))
}

function isSeen({ phrase }: Offer): boolean {
  return /(?:ist|path|practor|dietitian|physician|clinician|doctor|vet|optician|midwife|counsell?or|hairdresser|barber|stylist|beautician|adviser|advisor|school|teacher)$/u.test(
    singular(phrase.head),
  )
}

function isHouse({ phrase }: Offer): boolean {
  return /^(?:firm|agency|company|consultancy|business|team|bureau|broker|brokerage|agent|accountant|supplier|wholesaler|manufacturer|distributor|courier|garage|maker)$/u.test(
    singular(phrase.head),
  )
}

function forUses({ uses }: BusinessFacts): string {
  return uses ? ` for ${uses}` : ''
}

function inArea({ area, offers }: BusinessFacts): string {
  return area && !offers[0]?.phrase.text.includes(area) ? ` in ${area}` : ''
}
