import { isOthersNoun, isPeopleNoun, singular } from './business/word-kinds.ts'
import type { BusinessFacts } from './business/business-facts.ts'

const WORDS_MIN = 4
const WORDS_MAX = 32
/** What people do in a post that makes it worth an answer. */
const ACT =
  /\b(?:ask\w*|look\w* (?:for|to)|seek\w*|search\w* for|need\w*|want\w*|complain\w*|unhappy|frustrated|tired of|fed up|annoyed|dissatisfied|disappointed|struggl\w+|cannot|can't|unable|stuck|compar\w+|choos\w+|decid\w+|switch\w*|migrat\w+|leav\w+|replac\w+|hir\w+|recommend\w*|wonder\w*|worr\w+|plan\w* (?:to|a|an|their)|about to|tell\w*|describ\w+|losing|los\w+|considering|thinking of|moving|getting|saying|talking)\b/iu
const OURS = /\b(?:we|our|ours|us|i|i'm|my|me|you|your|yours|we're|you're)\b/iu
const DANGLING =
  /\b(?:and|or|but|the|an?|of|for|to|with|from|in|on|at|by|that|which|who|whose|their|as|than|is|are|was|so|because|while|when|if|into|about)$/iu
const DOUBLED =
  /\b(\p{L}+) \1\b|\b(?:the|an?) (?:the|an?|their|which|who)\b|\b(?:to|for|of|with|in) (?:to|for|of|with|asking|which)\b/iu
/** A verb that is not in its base form where only that can stand. */
const WRONG_FORM =
  /\b(?:how|where|somebody|software) to (?!(?:bring|ring|sing|string|feed|need|embed|speed|shred|wed|bleed|breed|weed|shed|spread|proceed)\b)\p{L}+(?:ing|ed)\b/iu
const MARKS = /[!?"“”<>{}[\]|\\;:…•]|\.\s|https?|www\.|\s[-–—]\s|\s,|,\s*,|\(\s*\)/u
/** Unless lower case marks it as a word of its own, `us` and `it` are names of countries and trades. */
const CAPITALS = /\b(?:US|IT)\b/gu

/**
 * Whether a sentence may be proposed as a signal of this business, whoever wrote it: it is one plain sentence about
 * people who do something, does not offer the business itself for choice, and names nobody on the wrong side of its
 * market, such as its customers' customers or others who sell the same.
 */
export function isFitProposal(wording: string, facts: BusinessFacts): boolean {
  return isPlainSentence(wording) && !namesBusiness(wording, facts) && isRightSide(wording, facts)
}

function isPlainSentence(wording: string): boolean {
  const words = wording.split(/\s+/u)
  if (words.length < WORDS_MIN || words.length > WORDS_MAX || !/^\p{Lu}/u.test(wording)) return false
  if (MARKS.test(wording) || DANGLING.test(wording) || DOUBLED.test(wording) || WRONG_FORM.test(wording)) return false
  return !OURS.test(wording.replace(CAPITALS, '')) && ACT.test(wording) && whoOf(wording) !== ''
}

/** `Dental clinics` of `Dental clinics asking which …`. */
function whoOf(wording: string): string {
  const act = ACT.exec(wording)
  return wording.slice(0, act?.index ?? 0).trim()
}

function namesBusiness(wording: string, { name, offers }: BusinessFacts): boolean {
  const own = name?.trim() ?? ''
  if (own.length < 2) return false
  const said = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${own.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\p{L}\p{N}])`,
    'iu',
  )
  // A name that is also what is offered, such as "Wedding Cakes", is no name where it stands in small letters.
  const isAlsoOffer = offers.some(({ phrase }) => said.test(phrase.text) && phrase.text.toLowerCase() === phrase.text)
  return said.test(wording) && !(isAlsoOffer && !wording.includes(own))
}

function isRightSide(wording: string, { audience, others, offers }: BusinessFacts): boolean {
  const who = whoOf(wording).split(/\b(?:who|whose|that|with|in|of|at|from|over|under|and their)\b/iu)[0] ?? ''
  const ours = nouns(audience?.text ?? '')
  return [...nouns(who)].every((noun) => {
    if (ours.has(noun)) return true
    const isSeller = offers.some(
      ({ phrase, kind }) => (kind === 'provider' || kind === 'venue') && singular(phrase.head) === noun,
    )
    const isOther = audience?.isBusiness === true && (isOthersNoun(noun) || others.includes(noun))
    return !(isPeopleNoun(noun) && (isSeller || isOther))
  })
}

function nouns(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? []).map(singular))
}
