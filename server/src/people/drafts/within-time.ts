import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

/** A model may think before its first word; then it must go on writing. */
export const FIRST_WORD_MS_MAX = 60_000
export const PAUSE_MS_MAX = 20_000
/** Shorter than the wait after which a draft's hold counts as left behind. */
export const DRAFT_MS_MAX = 120_000

/** Made once: an abort without a reason makes an error of its own, with a stack, for every word. */
const HEARD = new Error('The next words have come.')

interface Limits {
  clock: Clock
  /** Ends the reading at once, whether or not what is read hears of it. */
  signal: AbortSignal
  /** Told why, when time runs out, so that what is read is stopped too. */
  giveUp: (why: Error) => void
}

/** Passes pieces on as they come, and throws `model_unavailable` where they come too slowly or go on for too long. */
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
    // Not waited for: what does not answer may not end either. It has been told to by its signal.
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
  // The loser of the race is not listened to any more.
  next.catch(ignoreEnd)
  late.catch(ignoreEnd)
  try {
    return await Promise.race([next, late])
  } finally {
    timer.abort(HEARD)
  }
}

/** The reason was heard where it counts; this is the same failure told twice. */
function ignoreEnd(): void {}

function tooSlow(): AppError {
  const detail = 'The configured model took too long. Nothing was charged; try again in a moment.'
  return new AppError('upstream', 'model_unavailable', detail)
}
