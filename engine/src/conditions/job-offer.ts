import type { Passage } from './passage.ts'

const HEADED = /^\s*\[?\(?hiring\b|^[^|\n]{2,80}\|[^|\n]+\|/i
const OFFERS =
  /\b(?:we're|we are|i'm|i am) (?:\w+ ){0,2}(?:hiring|recruiting)\b(?! manager)|\bwe(?:'re| are) (?:\w+ ){0,2}looking for (?:an? |our |some )?(?:[\w/-]+ ){0,4}(?:engineers?|developers?|designers?|managers?|programmers?|interns?|writers?|people)\b|\bjoin our team\b/i

/** Where a post offers work: its heading, or a sentence that says so. */
export function findJobOffer(passages: readonly Passage[]): Passage | undefined {
  const [first] = passages
  if (first !== undefined && HEADED.test(first.words)) return first
  return passages.find(({ words }) => OFFERS.test(words) && !/\?\s*$/.test(words))
}

export function isJobOffer(passages: readonly Passage[]): boolean {
  return findJobOffer(passages) !== undefined
}

const SEEKS =
  /^\s*\[?\(?for hire\b|\bseeking (?:freelance|remote)? ?(?:work|employment)\b|\b(?:i'm|i am|i've been|im) (?:\w+ ){0,2}(?:looking|searching|applying) for (?:an? |my |some |any )?(?:[\w/-]+ ){0,4}(?:jobs?|internships?|(?<!to )work|employment|positions?)\b(?! board)|\bhire me\b/i

/** Where an author looks for work. */
export function findJobSearch(passages: readonly Passage[]): Passage | undefined {
  return passages.find(({ words }) => SEEKS.test(words))
}
