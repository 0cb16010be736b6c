import type { Quality } from './quality.ts'
import { AUDITED_MIN, type MeasuredRecall } from './recall.ts'

/** "At least 3 %" would say that little is found, where all that is known is that too few posts were looked at. */
const WORTH_SAYING_MIN = 0.5

/** How good a signal's leads are, in a sentence. */
export function sayQuality({ positive, negative, low, high }: Quality): string {
  const judged = positive + negative
  const right = positive === 0 ? 'none was right' : positive === 1 ? '1 was right' : `${positive} were right`
  return `Of ${judged} leads you judged, ${right}: between ${percent(low)} and ${percent(high)} are.`
}

/** How many of those a signal looks for it finds, in a sentence. */
export function sayRecall({ audited, missed, low, high }: MeasuredRecall): string {
  const looked = `Of ${audited} passed-over posts you looked at,`
  if (missed === 0 && low < WORTH_SAYING_MIN)
    return `${looked} none was one. How much Leadlight finds can be told once you have looked at more.`
  if (missed === 0) return `${looked} none was one: Leadlight finds at least ${percent(low)} of them.`
  const were = missed === 1 ? '1 was one' : `${missed} were`
  return `${looked} ${were}: Leadlight finds between ${percent(low)} and ${percent(high)} of them.`
}

/** What is still wanting for that sentence. */
export function sayUnknownRecall(audited: number, judged: number): string {
  const more = AUDITED_MIN - audited
  if (more > 0)
    return `How much is missed can be told from ${AUDITED_MIN} passed-over posts on; you looked at ${audited}.`
  return judged === 0 ? 'How much is missed can be told once you have judged leads as well.' : ''
}

/** Whole per cent, and never 100 % or 0 % of what is not all or nothing. */
function percent(share: number): string {
  const rounded = Math.round(share * 100)
  if (share < 1 && rounded === 100) return '99 %'
  return share > 0 && rounded === 0 ? '1 %' : `${rounded} %`
}
