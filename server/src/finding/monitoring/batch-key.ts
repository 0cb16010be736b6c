/** The ledger's key for a batch that monitoring judges, so that reserving twice reserves once. */
export function batchKey(batchId: string): string {
  return `monitor:${batchId}`
}
