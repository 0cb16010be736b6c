import type { Sentence } from './read-sentences.ts'

const SCORE_MIN = 2
const OF_PROGRAMS =
  /\b(?:software|saas|apps?|sdks?|apis?|dashboards?|plug-?ins?|self-hosted|open[- ]source|command line|cli|free (?:trial|plan)|per (?:head|user|seat|member of staff) per month|tablets?|clock-in|import|users|start free|book a demo|no-code|ios|android|integrat(?:es|ions?)|connects? to|automates?|ai|works in|in the cloud|(?:replaces?|ditch|without|instead of|stop using)(?: \w+)? (?:spreadsheets?|clipboards?|diary|paper))\b/giu
const OF_DEVELOPERS =
  /\b(?:developers?|platform teams?|engineering teams?|devops|pull requests?|data teams|deployments?|sdks?|apis?|kubernetes)\b/iu
const OF_PEOPLE_AT_WORK =
  /\b(?:our (?:team|testers|consultants|engineers|tutors|trainers|writers|designers|specialists|solicitors|experts)|clients|certified|accredited|insured|quotes?|call us|ring|visit us|consultants|agency|firm|studio)\b/giu

/** Whether a business speaks of people at work, of itself as "we" or "I", or not at all of how it works. */
export function isDoneByHand(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ text }) => /^(?:We|I|We['’]re|I['’]m)\b/u.test(text) || text.search(OF_PEOPLE_AT_WORK) >= 0)
}

/**
 * Whether a business whose offer has no plain name seems to be a program: more speaks of one than of people at work.
 * `more` counts what speaks of a product otherwise.
 */
export function speaksOfSoftware(sentences: readonly Sentence[], more: number): boolean {
  const found = (pattern: RegExp) =>
    new Set(sentences.flatMap(({ text }) => text.match(pattern) ?? []).map((word) => word.toLowerCase())).size
  const programs = found(OF_PROGRAMS)
  const isTechnical = programs + more > 0 && sentences.some(({ text }) => OF_DEVELOPERS.test(text))
  return programs + (isTechnical ? 1 : 0) + more - found(OF_PEOPLE_AT_WORK) >= SCORE_MIN
}
