import { logError } from './log.ts'

/** Logs a failure and throws it on: the specification wants no message to the user for some loads and updates. */
export async function logAndRethrow<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    logError(what, error)
    throw error
  }
}
