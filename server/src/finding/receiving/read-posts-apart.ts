import { AppError } from '../../platform/errors.ts'
import { runApart } from '../../platform/run-apart.ts'
import type { FoundPost } from './formats/message.ts'
import type { Sent } from './read-message.ts'
import { readPosts, type PostsRead } from './read-posts.ts'

/** This much is read within some tens of milliseconds, whoever wrote it. */
const IN_PLACE_MAX = 20_000
/** The largest honest message takes a tenth of this. */
const READING_MS_MAX = 10_000
/** Others wait: threads take the machine from those who look at a page. */
const THREADS_MAX = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs `readPosts`, in a thread of its own if it may take long. Throws an AppError for what is refused. */
export async function readPostsApart(sent: Sent): Promise<{ sender: string; found: FoundPost[] }> {
  const read = sent.bytes.length <= IN_PLACE_MAX ? await readPosts(sent) : await inThread(sent)
  if (!('refusal' in read)) return read
  const { kind, code, message, errors = [] } = read.refusal
  throw kind === 'invalid' ? new AppError(kind, code, message, { errors }) : new AppError(kind, code, message)
}

async function inThread(sent: Sent): Promise<PostsRead> {
  // Whoever ends hands its place on.
  if (running === THREADS_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  const signal = AbortSignal.timeout(READING_MS_MAX)
  try {
    const worker = new URL('./read-posts-worker.ts', import.meta.url)
    return await runApart<PostsRead>(worker, sent, { name: 'messages', signal })
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new AppError('bad_request', 'body_malformed', 'Reading the body takes too long.', { cause })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
