import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { lockLivePosts } from '../../core/posts/live-posts.ts'
import type { OfSignal } from '../../core/signals/signals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { deleteLabels, saveAnswers, type Answer } from './label-store.ts'
import { learnJob } from './learn-job.ts'
import { relearn } from './learn.ts'

export type { Answer }

interface Answering extends OfSignal {
  given: readonly Answer[]
  /** The posts whose answers are taken back. */
  withdrawn: readonly string[]
  userId: string
}

interface NoteDependencies {
  jobs: Jobs
  clock: Clock
  embedder: Pick<Embedder, 'model'>
}

/**
 * Saves what somebody answered to a preview's questions, and learns from it in the caller's transaction, so that
 * whatever the signal judges next is judged by it. A job re-scores the leads that are there. Posts that were deleted at
 * their source meanwhile are left out; whether the project may see the others is the caller's to know.
 */
export async function noteAnswers(tx: Tx, deps: NoteDependencies, answering: Answering): Promise<void> {
  const { organizationId, signalId, withdrawn, userId } = answering
  if (answering.given.length === 0 && withdrawn.length === 0) return
  const live = await lockLivePosts(
    tx,
    answering.given.map(({ postId }) => postId),
  )
  const given = answering.given.filter(({ postId }) => live.has(postId))
  await saveAnswers(tx, { organizationId, signalId, given, userId, now: deps.clock.now() })
  for (const postId of withdrawn) {
    await deleteLabels(tx, { organizationId, postId, signalIds: [signalId], source: 'preview' })
  }
  await relearn(tx, deps, { organizationId, signalId })
  await deps.jobs.enqueue(tx, learnJob, { organizationId, signalId }, { key: signalId })
}
