/** What a post states about itself besides its words, where a platform gives it apart. */
export interface PostFacts {
  /** The last day for offers, as `2026-12-12`. */
  deadline: string | null
  /** What the author means to spend, in whole units of an ISO 4217 currency. */
  budget: { amount: number; currency: string } | null
}

/** The facts with what cannot be one left out; null where nothing is left. */
export function credibleFacts({ deadline, budget }: PostFacts): PostFacts | null {
  const day = deadline !== null && isDay(deadline) ? deadline : null
  const isMoney = budget !== null && budget.amount > 0 && budget.amount < 1e15 && /^[A-Z]{3}$/u.test(budget.currency)
  return day === null && !isMoney ? null : { deadline: day, budget: isMoney ? budget : null }
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Such as 31 June, which is read as 1 July.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
