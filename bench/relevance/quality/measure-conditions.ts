import type { Verdict } from '../measures.ts'
import { postKey, type GradedPost } from '../read-data.ts'

/** In the order of their letters. */
const CONDITIONS = ['who', 'act', 'topic', 'limit', 'time'] as const

/** How many such posts there are, and how many of them were kept. */
export interface KeptOf {
  posts: number
  kept: number
}

/** Where the judge is wrong, by what the readers noted of each post's conditions. */
export interface ConditionQuality {
  /** Posts that are no lead and miss exactly this condition: each that is kept is a mistake. */
  onlyMissing: Record<string, KeptOf>
  /** Posts that are no lead and miss several. */
  severalMissing: KeptOf
  /** Posts that are no lead though no condition is plainly missed: something is not said, or it is no longer needed. */
  noneMissing: KeptOf
  /** Posts that are no lead and of which nothing was noted, since they are plainly none. */
  plainlyNone: KeptOf
  /** Leads that say all that the signal asks for, and leads that leave this unsaid: each that is not kept is missed. */
  saysAll: KeptOf
  unsaid: Record<string, KeptOf>
}

/** Undone where the set notes no conditions. */
export function measureConditions(
  verdicts: readonly Verdict[],
  judgements: readonly GradedPost[],
): ConditionQuality | null {
  if (!judgements.some(({ conditions }) => conditions !== undefined)) return null
  const noted = new Map(judgements.map((graded) => [`${graded.signal} ${postKey(graded)}`, graded.conditions ?? '']))
  const all = verdicts.map(({ signal, post, grade, keep }) => ({
    grade,
    keep,
    letters: noted.get(`${signal} ${post ?? ''}`) ?? '',
  }))
  const count = (which: (letters: string) => boolean, isLead: boolean): KeptOf => {
    const posts = all.filter(({ grade, letters }) => (grade === 2) === isLead && which(letters))
    return { posts: posts.length, kept: posts.filter(({ keep }) => keep).length }
  }
  const missed = (letters: string) => letters.split('n').length - 1
  return {
    onlyMissing: eachCondition((at) => count((letters) => missed(letters) === 1 && letters[at] === 'n', false)),
    severalMissing: count((letters) => missed(letters) > 1, false),
    noneMissing: count((letters) => letters !== '' && missed(letters) === 0, false),
    plainlyNone: count((letters) => letters === '', false),
    saysAll: count((letters) => letters !== '' && !letters.includes('u'), true),
    unsaid: eachCondition((at) => count((letters) => letters[at] === 'u', true)),
  }
}

function eachCondition(countAt: (at: number) => KeptOf): Record<string, KeptOf> {
  return Object.fromEntries(CONDITIONS.map((name, at) => [name, countAt(at)]))
}
