import type { SuggestedSignal } from '@leadlight/contract/projects'
import { isFitProposal } from './check-proposal.ts'
import { capitalized } from './business/capitals.ts'
import { enumerate, withArticle } from './business/noun-phrase.ts'
import type { BusinessFacts } from './business/business-facts.ts'
import type { Offer } from './business/weigh-offer.ts'
import { isSameSignal } from './signal-likeness.ts'
import { asking, helping, signalsOfOffer, suggestion, working } from './signals-of-offer.ts'

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
    // Nobody asks what costs nothing would cost.
    const isPriced = facts.isFree && /\bcosts?\b|\bworth it$/u.test(candidate.intent_signal)
    if (isNew && !isPriced && isFitProposal(candidate.intent_signal, facts)) proposals.push(candidate)
  }
  return proposals.slice(0, PROPOSALS_MAX)
}

function candidates(facts: BusinessFacts): SuggestedSignal[] {
  const who = askers(facts)
  const [main] = facts.offers
  const ofOffer = [
    ...(facts.leadsWithTask || !main ? [...working(who, facts).slice(0, 2), ...helping(who, facts)] : []),
    ...(main ? signalsOfOffer(main, who, facts) : []),
    ...(main ? [] : working(who, facts)),
  ]
  const [first, ...rest] = ofOffer
  return [
    ...(first ? [first] : []),
    ...leaving(who, facts.rivals),
    ...facts.needs.slice(0, 2).map((need) => needing(who, need)),
    ...(main ? [] : facts.needs.slice(0, 1).flatMap((need) => seeking(who, need, facts))),
    ...rest,
    ...facts.burdens.map((burden) => burdened(who, burden)),
    ...facts.gains.slice(0, 1).map((gain) => needing(who, gain)),
    ...facts.extras.flatMap((extra) => alsoAsking(who, extra)),
  ]
}

/** `Homeowners in Kent`, `People in Kent`, `Dental clinics`: those who write. */
function askers({ audience, area, isAnywhere, offers }: BusinessFacts): string {
  const who = audience && audience.text !== 'private people' ? capitalized(audience.text) : 'People'
  const kind = offers[0]?.kind
  // Who travels there does not live there.
  const isTravel = /\b(?:safari|tours?|travel (?:agency|agent|company)|holidays?|charter|guided)\b/iu.test(
    offers[0]?.phrase.text ?? '',
  )
  const isLocal = area !== null && !isTravel && !isAnywhere && kind !== 'trip' && kind !== 'cause' && kind !== 'goods'
  return isLocal && !/\b(?:in|at|across|with|who)\b/u.test(who) ? `${who} in ${area}` : who
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

function seeking(who: string, need: string, { isSoftware, isByHand }: BusinessFacts): SuggestedSignal[] {
  const why = 'They know that they need help with it, and not yet whose.'
  // Whether people or a program help, nothing tells.
  if (!isSoftware && !isByHand)
    return [
      suggestion(`${who} looking for a way to ${need}`, why),
      suggestion(`${who} asking for advice on how to ${need}`, why),
    ]
  const [means, which] = isSoftware ? ['software', 'which software'] : ['somebody', 'who']
  return [
    suggestion(`${who} looking for ${means} to help them ${need}`, why),
    suggestion(`${who} asking ${which} can help them ${need}`, why),
  ]
}

function burdened(who: string, burden: string): SuggestedSignal {
  return suggestion(
    `${who} complaining about ${burden}`,
    'What you say you put an end to. Whoever complains about it is ready for something else.',
  )
}
