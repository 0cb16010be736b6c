/**
 * Does work that goes over many tenants, for one after another. One that fails holds up none of the others: what failed is thrown
 * once all are through, and the job that finds it anew tries it again. Ends at once where `signal` is aborted.
 */
export async function oneByOne<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    signal?.throwIfAborted()
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of them failed.`)
}
