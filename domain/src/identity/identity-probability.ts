/** Fitted on planted worlds of other seeds than those that are measured: how much a bit of evidence is worth, and where it begins. */
const SLOPE = 0.44
const OFFSET = -0.727
/** Fewer accounts than these are a sample of many more, so nobody is likelier to be met again among them. */
const ACCOUNTS_MIN = 2_000

/** From the evidence to a probability; the more accounts there are, the likelier is a chance likeness among them. */
export function identityProbability(bits: number, accounts: number): number {
  const odds = identityOdds(bits, accounts)
  return odds / (1 + odds)
}

/** How many times likelier it is that two are one than that they are not. */
export function identityOdds(bits: number, accounts: number): number {
  return Math.exp(SLOPE * (bits - Math.log2(Math.max(accounts, ACCOUNTS_MIN))) + OFFSET)
}

/** The evidence that such a probability takes: the other way round. */
export function bitsOfProbability(probability: number, accounts: number): number {
  const odds = probability / (1 - probability)
  return (Math.log(odds) - OFFSET) / SLOPE + Math.log2(Math.max(accounts, ACCOUNTS_MIN))
}
