import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { enqueueAskAgain, nextTryAfter } from './ask-again-job.ts'
import { saveOpinions, type OpinionIds } from './kept-opinions.ts'
import type { SecondOpinions } from './second-opinion.ts'

/**
 * Keeps what a large model said beside the verdicts, in the transaction that records them, and has those asked for again that
 * it did not give. `searchId` says whose budget that is paid from; null where it is monitoring's.
 */
export async function recordOpinions(
  tx: Tx,
  deps: { clock: Clock; jobs: Jobs },
  { organizationId, projectId, signalId, revision, searchId }: OpinionIds & { searchId: string | null },
  { opinions }: Pick<SecondOpinions, 'opinions'>,
): Promise<void> {
  const now = deps.clock.now()
  const nextTryAt = nextTryAfter(1, now)
  await saveOpinions(tx, { organizationId, projectId, signalId, revision, searchId }, opinions, { now, nextTryAt })
  const isWaiting = opinions.some(({ state }) => state === 'waiting')
  if (isWaiting) await enqueueAskAgain(tx, deps, organizationId, nextTryAt)
}
