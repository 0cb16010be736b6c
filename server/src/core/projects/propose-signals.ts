import type { SuggestedSignal } from '@leadlight/contract/projects'
import type { BusinessWords } from './business-words.ts'
import { isSameSignal } from './signal-likeness.ts'

const PROPOSALS_MAX = 6

/**
 * Signals for a business with these words: who writes, what they do in the post, and about what. Each is for another
 * moment before a purchase. Leaves out what the project has already or would repeat.
 */
export function proposeSignals(words: BusinessWords, existing: readonly string[]): SuggestedSignal[] {
  const proposals: SuggestedSignal[] = []
  for (const candidate of candidates(words)) {
    const taken = [...existing, ...proposals.map((proposal) => proposal.intent_signal)]
    if (!taken.some((other) => isSameSignal(other, candidate.intent_signal))) proposals.push(candidate)
  }
  return proposals.slice(0, PROPOSALS_MAX)
}

function candidates(words: BusinessWords): SuggestedSignal[] {
  const buyers = words.buyers ?? 'People'
  const offer = words.offer?.replace(/^(?:an?|the)\s+/, '') ?? null
  const [firstNeed, ...moreNeeds] = words.needs
  return [
    ...(offer ? [askingFor(buyers, offer)] : []),
    ...leaving(buyers, words.rivals, offer),
    ...(firstNeed ? [struggling(buyers, firstNeed)] : []),
    ...(words.work ? [hiring(words.work)] : []),
    ...(offer ? [words.isNamed ? unhappy(buyers, offer) : disappointed(buyers, offer)] : []),
    ...moreNeeds.map((need) => askingHow(buyers, need)),
    ...(firstNeed ? [askingHow('People', firstNeed)] : []),
    ...(offer && words.isNamed && !words.work ? [settingUp(buyers, offer)] : []),
    ...(offer && !words.work ? [comparing(buyers, offer)] : []),
  ]
}

function askingFor(buyers: string, offer: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} asking which ${offer} to choose`,
    why: `Whoever asks for a recommendation is about to choose. "${offer}" is what your profile says you offer.`,
  }
}

function leaving(buyers: string, rivals: readonly string[], offer: string | null): SuggestedSignal[] {
  const named = rivals.slice(0, 2).join(' or ') || (offer && `the ${offer} they use`)
  if (!named) return []
  const advice = rivals.length > 0 ? ' Change the names to those your customers come from.' : ''
  return [
    {
      intent_signal: `${buyers} unhappy with ${named} and looking for an alternative`,
      why: `They already have what you offer and want to leave it.${advice}`,
    },
  ]
}

function struggling(buyers: string, need: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} struggling to ${need} and asking for help`,
    why: 'The problem you solve, in the words of someone who has it and does not know you yet.',
  }
}

function askingHow(buyers: string, need: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} asking how to ${need}`,
    why: 'A question you can answer from experience; a helpful answer starts a conversation.',
  }
}

function hiring(work: string): SuggestedSignal {
  return {
    intent_signal: `People looking to hire or pay someone for ${work}`,
    why: 'Someone with a budget and a date is nearest to a purchase.',
  }
}

function unhappy(buyers: string, offer: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} complaining about the price or the limits of their ${offer}`,
    why: 'Complaints come before the search for something else, so you hear of it before your competitors do.',
  }
}

function disappointed(buyers: string, offer: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} disappointed by ${offer} that did not keep their promise`,
    why: 'Disappointment comes before the next try, so you hear of it before your competitors do.',
  }
}

function settingUp(buyers: string, offer: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} about to set up or replace their ${offer}`,
    why: 'A change under way is when a decision is made.',
  }
}

function comparing(buyers: string, offer: string): SuggestedSignal {
  return {
    intent_signal: `${buyers} comparing several kinds of ${offer} before they buy`,
    why: 'They have a shortlist; being on it is worth an answer.',
  }
}
