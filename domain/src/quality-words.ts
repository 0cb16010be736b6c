import type { MeasuredShare, Quality } from './quality.ts'
import { AUDITED_MIN, type MeasuredRecall } from './recall.ts'
import type { TeachingState } from './teaching.ts'

/** "At least 3 %" would sound as if little were found. In truth too few posts were looked at. */
const WORTH_SAYING_MIN = 0.5

/** What was measured beforehand, with 95 % intervals. */
export interface MeasuredQuality {
  signals: number
  precision: { low: number; high: number }
  recall: { low: number; high: number }
}

interface Teaching {
  model: string
  state: TeachingState
  read: number
  of: number
  agreement: MeasuredShare | null
}

/** A sentence on how good a signal's leads are. */
export function sayQuality({ positive, negative, low, high }: Quality): string {
  const rated = positive + negative
  const right = positive === 0 ? 'none was right' : positive === 1 ? '1 was right' : `${positive} were right`
  return `Of ${rated} leads you rated, ${right}: between ${percent(low)} and ${percent(high)} are.`
}

/** A sentence on how much of what it looks for a signal finds. */
export function sayRecall({ audited, missed, low, high }: MeasuredRecall): string {
  const looked = `Of ${audited} passed-over posts you looked at,`
  if (missed === 0 && low < WORTH_SAYING_MIN)
    return `${looked} none was one. How much Leadlight finds can be told once you have looked at more.`
  if (missed === 0) return `${looked} none was one: Leadlight finds at least ${percent(low)} of them.`
  const were = missed === 1 ? '1 was one' : `${missed} were`
  return `${looked} ${were}: Leadlight finds between ${percent(low)} and ${percent(high)} of them.`
}

/** A sentence on what is still missing for that. */
export function sayUnknownRecall(audited: number, rated: number): string {
  const more = AUDITED_MIN - audited
  if (more > 0)
    return `How much is missed can be told from ${AUDITED_MIN} passed-over posts on; you looked at ${audited}.`
  return rated === 0 ? 'How much is missed can be told once you have rated leads as well.' : ''
}

/** A sentence on how well signals do of which nothing is known but their words. */
export function sayMeasured({ signals, precision, recall }: MeasuredQuality): string {
  const right = `between ${percent(precision.low)} and ${percent(precision.high)} of the posts it keeps are leads`
  const found = `it keeps between ${percent(recall.low)} and ${percent(recall.high)} of the leads it reads`
  return `Measured on ${signals} signals of other businesses: ${right}, and ${found}.`
}

/** A sentence on what a large model teaches about a signal; empty before it has read a post for it. */
export function sayTeaching({ model, state, read, of, agreement }: Teaching): string {
  const agrees =
    agreement && `${percent(agreement.share)} (${percent(agreement.low).replace(' %', '')}–${percent(agreement.high)})`
  if (state === 'taught' && agrees)
    return `Taught by ${model} on ${of} posts: agrees in ${agrees}. It is asked again if the weekly check disagrees.`
  if (agrees) return `${model} has read ${read} posts. Leadlight would agree in ${agrees}, so it goes on asking.`
  return read === 0 ? '' : `${model} has read ${read} of ${of} posts; then Leadlight decides alone.`
}

/** Whole per cent, and never 100 % or 0 % unless it is all or nothing. */
function percent(share: number): string {
  const rounded = Math.round(share * 100)
  if (share < 1 && rounded === 100) return '99 %'
  return share > 0 && rounded === 0 ? '1 %' : `${rounded} %`
}
