let open = 0
let begun = 0
const waiting: (() => void)[] = []

/**
 * Runs a change that shows before the server has it. What is read of the server meanwhile may be older than what shows, so
 * whoever reads what others have changed waits for its end.
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

/** Resolves once no change is on its way. */
export async function ownChangesSettled(): Promise<void> {
  if (open === 0) return
  await new Promise<void>((resolve) => waiting.push(resolve))
  await ownChangesSettled()
}

/** Names the quiet between two changes, null while one is on its way: what was read in one quiet is as new as what shows. */
export function currentQuietPeriod(): number | null {
  return open === 0 ? begun : null
}
