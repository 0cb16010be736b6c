import { AppError } from '../../platform/errors.ts'
import { runApart } from '../../platform/run-apart.ts'
import type { Sent } from './read-message.ts'
import { readPosts, type PostsRead, type Understood } from './read-posts.ts'

/** This much is read within some tens of milliseconds, whoever wrote it. */
const IN_PLACE_MAX = 20_000
/** The largest honest message takes a tenth of this. */
const READING_MS_MAX = 10_000
/** Others wait: threads take the machine from those who look at a page. */
const THREADS_MAX = 2

/** Each is two megabytes at most. One organization has a few of the places, so that the others find some. */
const WAITING_MAX = 20
const WAITING_OF_ONE_MAX = 4
const RETRY_MS = 10_000

let running = 0
const waiting: { organizationId: string; begin: () => void }[] = []

/**
 * Runs `readPosts`, in a thread of its own if it may take long. Throws an AppError for what is refused, also where too
 * much waits to be read already.
 */
export async function readPostsApart(sent: Sent, organizationId: string): Promise<Understood> {
  const read = sent.bytes.length <= IN_PLACE_MAX ? await readPosts(sent) : await inThread(sent, organizationId)
  if (!('refusal' in read)) return read
  const { kind, code, message, errors = [] } = read.refusal
  throw kind === 'invalid' ? new AppError(kind, code, message, { errors }) : new AppError(kind, code, message)
}

async function inThread(sent: Sent, organizationId: string): Promise<PostsRead> {
  // Whoever ends hands its place on.
  if (running === THREADS_MAX) {
    requirePlace(organizationId)
    await new Promise<void>((begin) => waiting.push({ organizationId, begin }))
  } else running += 1
  const signal = AbortSignal.timeout(READING_MS_MAX)
  try {
    const worker = new URL('./read-posts-worker.ts', import.meta.url)
    return await runApart<PostsRead>(worker, sent, { name: 'messages', signal })
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new AppError('bad_request', 'body_malformed', 'Reading the body takes too long.', { cause })
  } finally {
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }
}

function requirePlace(organizationId: string): void {
  const own = waiting.filter((one) => one.organizationId === organizationId).length
  if (waiting.length < WAITING_MAX && own < WAITING_OF_ONE_MAX) return
  const detail = 'Several large messages are being read. Nothing of this one was taken: send it again in a moment.'
  throw new AppError('too_many', 'too_many_waiting', detail, { retryAfterMs: RETRY_MS })
}
