import { slept, type Clock } from '../../platform/clock.ts'

interface BatchLimits {
  clock: Clock
  max: number
  /** No event waits longer for others to come. */
  withinMs: number
  /** Where nothing comes for so long, an empty batch does. */
  idleMs: number
}

/**
 * What a stream tells, in batches. While a batch is worked on, one event at most is taken from the stream, so it is the
 * stream that waits, or whoever fills it. Ends by what the stream ends by, after all that it had told.
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
  // Whoever leaves meanwhile does not hear of it any more.
  next.catch(() => undefined)
  return next
}

/** What comes within so long; undefined where nothing does. */
async function within<T>(clock: Clock, next: Promise<T>, ms: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = slept(clock, Math.max(0, ms), done.signal).then(() => undefined)
  try {
    return await Promise.race([next, late])
  } finally {
    done.abort()
  }
}
