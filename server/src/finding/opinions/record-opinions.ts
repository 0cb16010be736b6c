import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { enqueueAskAgain, nextTryAfter } from './ask-again-job.ts'
import { enqueueTeaching } from './teach-job.ts'
import { saveOpinions, type OpinionIds } from './kept-opinions.ts'
import type { SecondOpinions } from './second-opinion.ts'

/**
 * Saves a large model's opinions beside the verdicts, in the same transaction, and schedules the missing ones again.
 * `searchId` names the search whose budget pays; null means monitoring's.
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
  const given = opinions.find(({ state }) => state === 'given')
  if (given) {
    const by = { model: given.model, judgeModel: given.localModel }
    await enqueueTeaching(tx, deps, { organizationId, signalId, revision, ...by })
  }
  const isWaiting = opinions.some(({ state }) => state === 'waiting')
  if (isWaiting) await enqueueAskAgain(tx, deps, organizationId, nextTryAt)
}
