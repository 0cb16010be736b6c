import { systemClock } from '@leadlight/server/platform/clock'

/** Calls `find` again and again until it finds something; rejects after `withinMs`. */
export async function until<T>(
  find: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end; await systemClock.sleep(10)) {
    const found = await find()
    if (found) return found
  }
  throw new Error(`It did not happen within ${withinMs} ms.`)
}
