import { slept, type Clock } from '../../platform/clock.ts'

interface BatchLimits {
  clock: Clock
  max: number
  /** The longest an event waits for others. */
  withinMs: number
  /** After so long without events comes an empty batch. */
  idleMs: number
}

/**
 * A stream's events in batches. While a batch is processed, at most one event is taken from the stream, so backpressure
 * reaches its source. Ends as the stream ends, after all its events.
 */
export async function* batchesOf<T>(
  events: AsyncIterator<T, unknown>,
  { clock, max, withinMs, idleMs }: BatchLimits,
): AsyncGenerator<T[], never, void> {
  let next = take(events)
  for (;;) {
    const batch: T[] = []
    let fullAt = clock.now().getTime() + idleMs
    try {
      while (batch.length < max) {
        const told = await within(clock, next, fullAt - clock.now().getTime())
        if (!told) break
        if (told.done === true) throw new Error('A stream ends by throwing.')
        if (batch.length === 0) fullAt = clock.now().getTime() + withinMs
        batch.push(told.value)
        next = take(events)
      }
    } catch (error) {
      if (batch.length > 0) yield batch
      throw error
    }
    yield batch
  }
}

function take<T>(events: AsyncIterator<T, unknown>): Promise<IteratorResult<T, unknown>> {
  const next = events.next()
  // A consumer that has left no longer needs the error.
  next.catch(() => undefined)
  return next
}

/** The value if it comes in time; else undefined. */
async function within<T>(clock: Clock, next: Promise<T>, ms: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = slept(clock, Math.max(0, ms), done.signal).then(() => undefined)
  try {
    return await Promise.race([next, late])
  } finally {
    done.abort()
  }
}
