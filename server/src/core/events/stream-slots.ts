import { AppError } from '../../platform/errors.ts'

/** A screen keeps one stream open; this many are many windows, and more are a mistake. */
const PER_ACCOUNT_MAX = 20
/** Each takes an open file and some 35 kilobytes (`npm run bench -- streams`). */
const PER_PROCESS_MAX = 20_000
const TRY_AGAIN_MS = 30_000

export interface StreamSlots {
  /**
   * Takes a slot for one stream of the account. Returns a function that frees it, which may be called more than once.
   */
  take(accountId: string): () => void
}

interface Options {
  perAccountMax?: number
  perProcessMax?: number
  /** Called with the number of slots taken, whenever it changes. */
  onChange: (taken: number) => void
}

/** Counts the event streams that this process holds open: limited for each account, and in all. */
export function createStreamSlots(options: Options): StreamSlots {
  const { perAccountMax = PER_ACCOUNT_MAX, perProcessMax = PER_PROCESS_MAX, onChange } = options
  const byAccount = new Map<string, number>()
  let taken = 0

  function add(accountId: string, count: 1 | -1): void {
    const own = (byAccount.get(accountId) ?? 0) + count
    if (own === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, own)
    taken += count
    onChange(taken)
  }

  return {
    take(accountId) {
      if ((byAccount.get(accountId) ?? 0) >= perAccountMax) {
        throw limitReached(`You have ${perAccountMax} event streams open, which is as many as can be. Close one first.`)
      }
      if (taken >= perProcessMax) {
        throw limitReached('This server holds as many event streams open as it can. Try again in half a minute.')
      }
      add(accountId, 1)
      let isFree = false
      return () => {
        if (!isFree) add(accountId, -1)
        isFree = true
      }
    },
  }
}

function limitReached(detail: string): AppError {
  return new AppError('too_many', 'stream_limit_reached', detail, { retryAfterMs: TRY_AGAIN_MS })
}
