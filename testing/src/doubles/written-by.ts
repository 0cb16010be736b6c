import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'

/** Whether a post is written by now, and so listed; without a clock every one is. */
export function writtenBy(clock: Clock | undefined): (post: CorpusPost) => boolean {
  const now = clock?.now()
  return ({ createdAt, listedAt = createdAt }) => now === undefined || listedAt <= now
}
