import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

/** A model may think before its first word; then it must keep writing. */
export const FIRST_WORD_MS_MAX = 60_000
export const PAUSE_MS_MAX = 20_000
/** Shorter than the wait after which a draft's reservation counts as abandoned. */
export const DRAFT_MS_MAX = 120_000

/** Made once: aborting without a reason creates an error, with a stack, for every word. */
const HEARD = new Error('The next words have come.')

interface Limits {
  clock: Clock
  /** Ends the reading at once, whether or not the source reacts to it. */
  signal: AbortSignal
  /** Called with the reason when time runs out, to stop the source too. */
  giveUp: (why: Error) => void
}

/** Passes pieces on as they come. Throws `model_unavailable` if they come too slowly or go on for too long. */
export async function* withinTime(
  pieces: AsyncIterable<string>,
  { clock, signal, giveUp }: Limits,
): AsyncGenerator<string> {
  const iterator = pieces[Symbol.asyncIterator]()
  const endsAt = clock.now().getTime() + DRAFT_MS_MAX
  let pauseMs = FIRST_WORD_MS_MAX
  try {
    for (;;) {
      const waitMs = Math.min(pauseMs, endsAt - clock.now().getTime())
      const next = await nextWithin(iterator, waitMs, { clock, signal })
      if (next === 'late') throw tooSlow()
      if (next.done) return
      yield next.value
      pauseMs = PAUSE_MS_MAX
    }
  } catch (error) {
    if (error instanceof AppError) giveUp(error)
    throw error
  } finally {
    // Not awaited: a source that does not answer may not end either. Its signal has told it to.
    iterator.return?.()?.catch(ignoreEnd)
  }
}

async function nextWithin(
  iterator: AsyncIterator<string>,
  ms: number,
  { clock, signal }: Pick<Limits, 'clock' | 'signal'>,
): Promise<IteratorResult<string> | 'late'> {
  signal.throwIfAborted()
  const next = iterator.next()
  const timer = new AbortController()
  const ended = AbortSignal.any([signal, timer.signal])
  const late = clock.sleep(ms, ended).then(() => 'late' as const)
  // Nobody listens to the loser of the race.
  next.catch(ignoreEnd)
  late.catch(ignoreEnd)
  try {
    return await Promise.race([next, late])
  } finally {
    timer.abort(HEARD)
  }
}

/** Ignores an error that was already handled where it counts. */
function ignoreEnd(): void {}

function tooSlow(): AppError {
  const detail = 'The configured model took too long. Nothing was charged; try again in a moment.'
  return new AppError('upstream', 'model_unavailable', detail)
}
