import type { Log } from './log.ts'

/**
 * For work that is tried again and again: resolves with whether it succeeded this time. A failure is warned of with
 * `message`, but not again while each time after it says the same, so that an outage does not fill the log's disk.
 */
export function createAttempt(log: Log, message: string): (work: () => Promise<void>) => Promise<boolean> {
  let said: string | undefined
  return async (work) => {
    try {
      await work()
      said = undefined
      return true
    } catch (error) {
      const words = String(error)
      if (words !== said) log.warn({ err: error }, message)
      said = words
      return false
    }
  }
}
