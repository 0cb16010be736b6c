import { measuredShare, type MeasuredShare } from './quality.ts'

/** `asking`: a large model reads the posts that are uncertain. `taught`: what it taught decides, and it is not asked. */
export const TEACHING_STATES = ['asking', 'taught'] as const
export type TeachingState = (typeof TEACHING_STATES)[number]

/** How many of a signal's posts a large model reads before what it teaches is tried. */
export const TAUGHT_BY = 300
/** How many posts decided without it are drawn each week, to ask it too. */
export const CHECKED_A_WEEK = 20

/** What is taught decides alone only if it surely agrees on so many posts, and finds what the model keeps. */
const AGREEMENT_MIN = 0.8
const F1_MIN = 0.8
/** The two-sided 99 % quantile of the normal distribution: a false alarm costs as much as teaching. */
const Z_DRIFT = 2.575829

/** What somebody says of a post, and what the model said of it. */
export interface Compared {
  kept: boolean
  modelKept: boolean
}

/** How what was taught did on posts it had not learned from. */
export interface Lesson {
  agreed: number
  counted: number
  f1: number
}

export function measureLesson(compared: readonly Compared[]): Lesson {
  const counted = compared.length
  const agreed = compared.filter(({ kept, modelKept }) => kept === modelKept).length
  const both = compared.filter(({ kept, modelKept }) => kept && modelKept).length
  const wrong = counted - agreed
  return { agreed, counted, f1: both + wrong === 0 ? 1 : (2 * both) / (2 * both + wrong) }
}

export function agreementOf({ agreed, counted }: Pick<Lesson, 'agreed' | 'counted'>): MeasuredShare {
  return measuredShare(agreed, counted)
}

/** Whether what was taught may decide alone. Who always says no agrees on most posts, so F1 counts as well. */
export function mayDecide({ f1, ...lesson }: Lesson): boolean {
  return lesson.counted > 0 && agreementOf(lesson).low >= AGREEMENT_MIN && f1 >= F1_MIN
}

/**
 * Whether the model has come to disagree: if the last check alone, or the last two together, surely agree on fewer posts
 * than the lesson's interval promised. Checks are given newest first.
 */
export function hasDrifted(
  promised: Pick<Lesson, 'agreed' | 'counted'>,
  checks: readonly Pick<Lesson, 'agreed' | 'counted'>[],
): boolean {
  const { low } = agreementOf(promised)
  const [last, before] = checks.filter(({ counted }) => counted > 0)
  if (!last) return false
  const both = before && { agreed: last.agreed + before.agreed, counted: last.counted + before.counted }
  return [last, both].some((check) => check && measuredShare(check.agreed, check.counted, Z_DRIFT).high < low)
}
