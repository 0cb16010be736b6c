const CREDITS_MAX = 1_000_000

/** The amount of credits somebody typed, in thousandths; null where nothing is typed, undefined where it is not an amount. */
export function parseCredits(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const amount = Number(typed.replace(',', '.'))
  if (!Number.isFinite(amount) || amount < 0 || amount > CREDITS_MAX) return undefined
  return Math.round(amount * 1000) / 1000
}
