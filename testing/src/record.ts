const RECORDS_MAX = 10_000

/** Adds to what a test may read later. The oldest beyond ten thousand are dropped, so that hours of calls fill no memory. */
export function record<T>(records: T[], added: T): void {
  records.push(added)
  if (records.length > RECORDS_MAX) records.shift()
}
