import { systemClock } from '@leadlight/server/platform/clock'

/**
 * Calls `find` again and again until it finds something; rejects after `withinMs`. That is long, since a machine may have
 * far more to do than the tests: it only ends what hangs.
 */
export async function until<T>(
  find: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 240_000,
): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end; await systemClock.sleep(10)) {
    const found = await find()
    if (found) return found
  }
  throw new Error(`It did not happen within ${withinMs} ms.`)
}
