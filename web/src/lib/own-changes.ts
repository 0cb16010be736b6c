let open = 0
let begun = 0
const waiting: (() => void)[] = []

/**
 * Runs an optimistic change. A read during it may be older than what shows, so readers of others' changes wait for its
 * end.
 */
export async function runOwnChange<Result>(work: () => Promise<Result>): Promise<Result> {
  open += 1
  begun += 1
  try {
    return await work()
  } finally {
    open -= 1
    if (open === 0) {
      for (const goOn of waiting.splice(0)) goOn()
    }
  }
}

/** Resolves once no change is in progress. */
export async function ownChangesSettled(): Promise<void> {
  if (open === 0) return
  await new Promise<void>((resolve) => waiting.push(resolve))
  await ownChangesSettled()
}

/**
 * Identifies the period between two changes; null during a change. A read within one period is as new as what shows.
 */
export function currentQuietPeriod(): number | null {
  return open === 0 ? begun : null
}
