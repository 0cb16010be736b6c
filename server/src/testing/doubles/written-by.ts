import type { Clock } from '../../platform/clock.ts'
import type { CorpusPost } from './corpus.ts'

/** Whether a post has been written by now; without a clock every one has. */
export function writtenBy(clock: Clock | undefined): (post: CorpusPost) => boolean {
  const now = clock?.now()
  return ({ createdAt }) => now === undefined || createdAt <= now
}
