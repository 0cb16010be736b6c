let running = 0
let started = 0
const waiting: (() => void)[] = []

/**
 * Runs an optimistic change. A read during it may be older than what shows, so readers of others' changes wait for its
 * end.
 */
export async function runOwnChange<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1
  started += 1
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) {
      for (const resume of waiting.splice(0)) resume()
    }
  }
}

/** Resolves once no change is in progress. */
export async function ownChangesSettled(): Promise<void> {
  if (running === 0) return
  await new Promise<void>((resolve) => waiting.push(resolve))
  await ownChangesSettled()
}

/**
 * Identifies the period between two changes; null during a change. A read within one period is as new as what shows.
 */
export function currentQuietPeriod(): number | null {
  return running === 0 ? started : null
}
