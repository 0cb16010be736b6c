/**
 * Does work for many tenants, one after another. A failure does not hold up the others: it is thrown once all are
 * through, and the job that finds the work again retries it. Stops at once where `signal` is aborted.
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
