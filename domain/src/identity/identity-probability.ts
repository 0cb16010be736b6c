/**
 * How much a bit of evidence is worth, and where it starts to count. Fitted on other seeds of planted worlds than are
 * measured.
 */
const SLOPE = 0.44
const OFFSET = -0.727
/** Fewer accounts than these are a sample of many more, so chance likeness is no rarer among them. */
const ACCOUNTS_MIN = 2_000

/** Turns evidence into a probability. The more accounts there are, the likelier is a chance likeness among them. */
export function identityProbability(bits: number, accounts: number): number {
  const odds = identityOdds(bits, accounts)
  return odds / (1 + odds)
}

/** The odds that two accounts are one person's. */
export function identityOdds(bits: number, accounts: number): number {
  return Math.exp(SLOPE * (bits - Math.log2(Math.max(accounts, ACCOUNTS_MIN))) + OFFSET)
}

/** The evidence that such a probability needs, the inverse of `identityProbability`. */
export function bitsOfProbability(probability: number, accounts: number): number {
  const odds = probability / (1 - probability)
  return (Math.log(odds) - OFFSET) / SLOPE + Math.log2(Math.max(accounts, ACCOUNTS_MIN))
}
