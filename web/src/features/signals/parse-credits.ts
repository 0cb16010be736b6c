const CREDITS_MAX = 1_000_000
/** As this product writes amounts itself: "3,564", "12,000.5". */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

/** The amount of credits somebody typed, in thousandths; null where nothing is typed, undefined where it is not an amount. */
export function parseCredits(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const amount = Number(GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed.replace(',', '.'))
  if (!Number.isFinite(amount) || amount < 0 || amount > CREDITS_MAX) return undefined
  return Math.round(amount * 1000) / 1000
}
