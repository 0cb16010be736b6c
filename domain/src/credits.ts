/** Credits are kept as whole thousandths, so that sums are exact. */
export type Millicredits = number

/** Thousandths for an amount of credits; refuses what does not fit three decimals. */
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

/** An amount with its word, as a sentence says it: "1 credit", "0.25 credits". */
export function creditsInWords(millicredits: Millicredits): string {
  return `${toCredits(millicredits)} ${millicredits === 1000 ? 'credit' : 'credits'}`
}

/** The specification's "having credits": the rounded balance is above 0. A charge itself only needs its own hold to fit. */
export function hasCredits(creditBalance: number): boolean {
  return Math.round(creditBalance) > 0
}

/**
 * How many pieces of work at `price` may be taken on now, given what may still be spent and what the balance holds.
 * Work that costs nothing is limited by neither.
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
 * The grant that opens a month on the included plan: it fills the balance up to the plan's amount. What an operator
 * gave beyond it stays.
 */
export function monthlyGrant(balance: Millicredits, monthly: Millicredits): Millicredits {
  return Math.max(0, monthly - Math.max(0, balance))
}

/** The calendar month, UTC, that an instant falls in, as `2026-11`. */
export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7)
}

/** The first instant of the calendar month, UTC, that an instant falls in. */
export function monthStart(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1))
}

/** The first instant of the next calendar month, UTC: when the next grant comes. */
export function nextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
}
