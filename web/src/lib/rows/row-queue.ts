/**
 * Runs work so that two changes of one row reach the server in order, while changes of different rows run in parallel.
 * Work without ids waits for all before it, and all after it waits for it.
 */
export function createRowQueue() {
  const lastOf = new Map<string, Promise<void>>()
  let lastOfAll: Promise<void> = Promise.resolve()

  return async function inOrder<Result>(ids: readonly string[] | null, work: () => Promise<Result>): Promise<Result> {
    const before =
      ids === null ? [lastOfAll, ...lastOf.values()] : [lastOfAll, ...ids.flatMap((id) => lastOf.get(id) ?? [])]
    const result = Promise.all(before).then(work)
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    if (ids === null) lastOfAll = settled
    else for (const id of ids) lastOf.set(id, settled)
    try {
      return await result
    } finally {
      for (const id of ids ?? []) if (lastOf.get(id) === settled) lastOf.delete(id)
    }
  }
}

export type RowQueue = ReturnType<typeof createRowQueue>
