import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { deleteLabels, saveLabels, type LabelSource, type Said } from './label-store.ts'
import { learnJob } from './learn-job.ts'

export type { LabelSource }

export interface Saying extends Said {
  /** Whether the post is what the signals look for; null takes the label back. */
  fits: boolean | null
  userId: string
}

/** Saves somebody's label of a post under signals, in the caller's transaction; a job learns from it at once. */
export async function noteLabels(tx: Tx, deps: { jobs: Jobs; clock: Clock }, saying: Saying): Promise<void> {
  const { organizationId, fits } = saying
  const changed = fits === null ? await deleteLabels(tx, saying) : saying.signalIds
  if (fits !== null && changed.length > 0) await saveLabels(tx, { ...saying, fits, now: deps.clock.now() })
  for (const signalId of [...changed].toSorted()) {
    await deps.jobs.enqueue(tx, learnJob, { organizationId, signalId }, { key: signalId })
  }
}
