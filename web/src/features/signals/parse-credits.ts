const CREDITS_MAX = 1_000_000
/** As this product formats amounts: "3,564", "12,000.5". */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

/** A typed amount of credits, to thousandths; null if empty, undefined if invalid. */
export function parseCredits(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const amount = Number(GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed.replace(',', '.'))
  if (!Number.isFinite(amount) || amount < 0 || amount > CREDITS_MAX) return undefined
  return Math.round(amount * 1000) / 1000
}
