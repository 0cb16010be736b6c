/** The ledger's name for a batch of posts that monitoring judges: holding it twice holds it once. */
export function batchKey(batchId: string): string {
  return `monitor:${batchId}`
}
