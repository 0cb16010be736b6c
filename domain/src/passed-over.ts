import { POSSIBLE_FROM } from './scoring.ts'

/**
 * How a signal came to pass a post over: it judged the post by its present words or by earlier ones, the budget ended
 * before the post's turn, or the post was not near enough to be judged.
 */
export const PASSINGS = ['judged', 'reworded', 'unpaid', 'far'] as const
export type Passing = (typeof PASSINGS)[number]

const BEGINNINGS: Readonly<Record<Exclude<Passing, 'judged'>, string>> = {
  reworded: 'The signal judged it by earlier words.',
  unpaid: 'The budget of the search ended before it was judged.',
  far: 'No search judged it: its words are too far from the signal, or other posts came nearer.',
}

/** The score to show of a post that was not kept. One just short of the threshold would round up to it. */
export function passedOverScore(score: number): number {
  return Math.min(score, POSSIBLE_FROM - 1)
}

interface PassedOver {
  passing: Passing
  /** The score it was passed over with or, unless it was judged, the one it has now. */
  score: number
  /** Whether the team said that it does not fit. */
  isRefused: boolean
}

/** Why a post is no lead of a signal, in a sentence or two. */
export function sayPassedOver({ passing, score, isRefused }: PassedOver): string {
  const refused = isRefused ? ['Your team said that it does not fit.'] : []
  const from = `posts are kept from ${POSSIBLE_FROM}`
  if (passing === 'judged') return [`It scored ${score}, and ${from}.`, ...refused].join(' ')
  const now =
    score < POSSIBLE_FROM ? `Now it scores ${score}, and ${from}.` : `Now it scores ${score}, enough to be kept.`
  return [BEGINNINGS[passing], now, ...refused].join(' ')
}
