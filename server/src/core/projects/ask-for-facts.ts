import type { FactQuestion } from '@leadlight/contract/projects'
import type { BusinessFacts } from './business/business-facts.ts'

const QUESTIONS_MAX = 2

/**
 * What to ask a business that does not say enough for good signals: at most two questions, the weightiest first. The
 * answer is added to its description as a sentence, where the next reading finds it.
 */
export function askForFacts(facts: BusinessFacts): FactQuestion[] {
  const { offers, tasks, topics, needs, audience, area, isAnywhere, rivals } = facts
  const kind = offers[0]?.kind
  const isKnown = (offers.length > 0 && kind !== 'cause') || topics.length > 0 || tasks.length > 0 || needs.length > 0
  // Where a place is named, people there are the buyers.
  const isLocal = kind === 'provider' || kind === 'venue' || kind === 'activity'
  const isForAnyone = kind === 'goods' || kind === 'trip' || kind === 'course' || kind === 'plan'
  const questions = [
    !isKnown && OFFER,
    !audience && area === null && !isForAnyone && BUYERS,
    isLocal && area === null && !isAnywhere && !audience?.isBusiness && AREA,
    isKnown && offers.length === 0 && OFFER,
    (kind === 'software' || kind === 'plan') && rivals.length === 0 && RIVALS,
  ]
  return questions.filter((question) => question !== false).slice(0, QUESTIONS_MAX)
}

const OFFER: FactQuestion = {
  about: 'offer',
  question: 'What do you offer, in a few words?',
  example: 'appointment scheduling software',
  choices: [],
  answer_begins: 'We offer',
}
const BUYERS: FactQuestion = {
  about: 'buyers',
  question: 'Who are your customers?',
  example: 'dental clinics',
  choices: ['Small businesses', 'Larger companies', 'Private people'].map((label) => ({
    label,
    answer: `Our customers are ${label.toLowerCase()}.`,
  })),
  answer_begins: 'Our customers are',
}
const AREA: FactQuestion = {
  about: 'area',
  question: 'Where do you work?',
  example: 'Kent and Sussex',
  choices: [{ label: 'Anywhere, online', answer: 'We work online, anywhere.' }],
  answer_begins: 'We work in',
}
const RIVALS: FactQuestion = {
  about: 'rivals',
  question: 'Which products do your customers compare you with?',
  example: 'Xero and QuickBooks',
  choices: [],
  answer_begins: 'Our customers compare us with',
}
