import { logError } from './log.ts'

/** Logs a failure and rethrows it: for some loads and updates the specification wants no message to the user. */
export async function logAndRethrow<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    logError(what, error)
    throw error
  }
}
