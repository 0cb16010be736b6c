/** Fitted on planted worlds of other seeds than those that are measured: how much a bit of evidence is worth, and where it begins. */
const SLOPE = 0.446
const OFFSET = -0.166
/** Fewer accounts than these are a sample of many more, so nobody is likelier to be met again among them. */
const ACCOUNTS_MIN = 2_000

/** From the evidence to a probability; the more accounts there are, the likelier is a chance likeness among them. */
export function identityProbability(bits: number, accounts: number): number {
  const prior = -Math.log2(Math.max(accounts, ACCOUNTS_MIN))
  return 1 / (1 + Math.exp(-(SLOPE * (bits + prior) + OFFSET)))
}
