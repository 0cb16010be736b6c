/** Credits are kept as whole thousandths, so that sums are exact. */
export type Millicredits = number

/** Thousandths for an amount of credits. Throws if it has more than three decimals. */
export function toMillicredits(credits: number): Millicredits {
  const millicredits = Math.round(credits * 1000)
  if (!Number.isSafeInteger(millicredits) || Math.abs(millicredits / 1000 - credits) > 1e-9) {
    throw new RangeError(`Credits have at most three decimals, got ${credits}`)
  }
  return millicredits
}

export function toCredits(millicredits: Millicredits): number {
  return millicredits / 1000
}

/** An amount with its unit for a sentence: "1 credit", "0.25 credits". */
export function creditsInWords(millicredits: Millicredits): string {
  return `${toCredits(millicredits)} ${millicredits === 1000 ? 'credit' : 'credits'}`
}

/**
 * The specification's "having credits": the rounded balance is above 0. A charge itself only needs its own price to
 * fit.
 */
export function hasCredits(creditBalance: number): boolean {
  return Math.round(creditBalance) > 0
}

/**
 * How many pieces of work at `price` may start now, given what may still be spent and the balance. Free work has no
 * limit.
 */
export function affordable(
  wanted: number,
  price: Millicredits,
  limits: { balance: Millicredits; budgetLeft: Millicredits | null },
): number {
  if (price === 0) return wanted
  const spendable = Math.min(limits.balance, limits.budgetLeft ?? limits.balance)
  return Math.max(0, Math.min(wanted, Math.floor(spendable / price)))
}

/**
 * The grant that opens a month on the included plan. It fills the balance up to the plan's amount; what an operator
 * gave beyond that stays.
 */
export function monthlyGrant(balance: Millicredits, monthly: Millicredits): Millicredits {
  return Math.max(0, monthly - Math.max(0, balance))
}

/** The calendar month, UTC, of an instant, as `2026-11`. */
export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7)
}

/** The first instant of an instant's calendar month, UTC. */
export function monthStart(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1))
}

/** The first instant of the next calendar month, UTC: the time of the next grant. */
export function nextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
}
